/**
 * Changes what passes between a Redis client and its server: refusals, with the command run or not; answers cut off in
 * the middle; messages that are lost or repeated; subscriptions that get no more messages.
 */
import { RespFrames, textsOf } from '../resp-frames.ts';
import type { Meddler, Passed, Refusals } from './errors.ts';

/**
 * `before`: the command is not run; `after`: it is run but reported as failed; `torn`: the connection ends in the
 * middle of the answer.
 */
type Moment = 'before' | 'after' | 'torn';

const MOMENTS: readonly Moment[] = ['before', 'before', 'after', 'torn'];

const ERRORS: readonly string[] = [
  'LOADING Redis is loading the dataset in memory',
  'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  "READONLY You can't write against a read only replica.",
  'NOREPLICAS Not enough good replicas to write.',
  "OOM command not allowed when used memory > 'maxmemory'.",
  'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
  'TRYAGAIN Multiple keys request during rehashing of slot',
  'CLUSTERDOWN The cluster is down',
  'ERR max number of clients reached',
];
const LASTING: readonly string[] = [
  'NOAUTH Authentication required.',
  "NOPERM User default has no permissions to run the 'evalsha' command",
];
const NO_SCRIPT = 'NOSCRIPT No matching script. Please use EVAL.';

/** Sent in place of a command that must not run; like that one it has one answer. */
const INSTEAD = Buffer.from('*1\r\n$4\r\nPING\r\n');
const errorOf = (text: string) => Buffer.from(`-${text}\r\n`);

interface Refusal {
  moment: Moment;
  error: Buffer;
}

export class RedisErrors implements Meddler {
  private readonly refusals: Refusals;
  /** One entry for each answer still to come; undefined: pass the server's answer on. */
  private readonly asked: (Refusal | undefined)[] = [];
  private readonly commands = new RespFrames();
  private readonly answers = new RespFrames();
  /** No messages pass until the client subscribes again. */
  private isDeaf = false;

  constructor(refusals: Refusals) {
    this.refusals = refusals;
  }

  request(piece: Buffer): Passed {
    return { piece: Buffer.concat(this.commands.of(piece).map(frame => this.perhapsRefuse(frame))) };
  }

  answer(piece: Buffer): Passed {
    const passed: Buffer[] = [];
    for (const frame of this.answers.of(piece)) {
      const push = frame[0] === '>'.charCodeAt(0) ? textsOf(frame)[0] : undefined;
      if (push === 'message') passed.push(...this.messages(frame));
      else {
        if (push === 'subscribe') this.isDeaf = false;
        const refusal = this.asked.shift();
        if (refusal?.moment === 'torn') {
          passed.push(frame.subarray(0, this.refusals.random.below(frame.length)));
          return { lastWords: Buffer.concat(passed) };
        }
        passed.push(refusal?.error ?? frame);
      }
    }
    return { piece: Buffer.concat(passed) };
  }

  private perhapsRefuse(frame: Buffer): Buffer {
    const name = textsOf(frame)[0]?.toUpperCase() ?? '';
    const refusal = this.refusals.next() ? this.chosen(name) : undefined;
    this.asked.push(refusal);
    if (refusal !== undefined) this.refusals.told(`Redis refuses: ${name} ${refusal.moment}`);
    return refusal?.moment === 'before' ? INSTEAD : frame;
  }

  private chosen(name: string): Refusal {
    const { random, lasting } = this.refusals;
    if (lasting) return { moment: 'before', error: errorOf(random.pick(LASTING)) };
    if (name === 'EVALSHA' && random.chance(0.1)) return { moment: 'before', error: errorOf(NO_SCRIPT) };
    const moment = random.pick(MOMENTS);
    const error = errorOf(random.pick(ERRORS));
    return { moment: name === 'SUBSCRIBE' && moment === 'after' ? 'before' : moment, error };
  }

  private messages(frame: Buffer): Buffer[] {
    if (this.isDeaf) return [];
    if (!this.refusals.next()) return [frame];
    const { random } = this.refusals;
    this.isDeaf = random.chance(0.2);
    return random.chance(0.5) || this.isDeaf ? [] : [frame, frame];
  }
}
