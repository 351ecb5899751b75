/** The scripts, each one atomic step; they are in lua/ beside this file. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Reply = string | number | null | Reply[];

/** The commands of a Redis client that run scripts. */
interface Evaluator {
  evalsha(sha: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
  eval(text: string, keys: number, ...args: (string | number)[]): Promise<unknown>;
}

const folder = join(import.meta.dirname, 'lua');
const prelude = readFileSync(join(folder, 'generation.lua'), 'utf8');

export class Script {
  private readonly text: string;
  private readonly sha: string;

  constructor(name: string) {
    this.text = `${prelude}\n${readFileSync(join(folder, `${name}.lua`), 'utf8')}`;
    this.sha = createHash('sha1').update(this.text).digest('hex');
  }

  async run(redis: Evaluator, key: string, args: readonly (string | number)[]): Promise<Reply> {
    try {
      return (await redis.evalsha(this.sha, 1, key, ...args)) as Reply;
    } catch (error) {
      // The server is new or has restarted: it keeps scripts only in memory.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return (await redis.eval(this.text, 1, key, ...args)) as Reply;
    }
  }
}

export const SCRIPTS = {
  readStates: new Script('read-states'),
  writeStep: new Script('write-step'),
  readJobs: new Script('read-jobs'),
  listJobs: new Script('list-jobs'),
  standing: new Script('standing'),
  jobsOwed: new Script('jobs-owed'),
  claim: new Script('claim'),
  holds: new Script('holds'),
  release: new Script('release'),
  doubt: new Script('doubt'),
  giveBack: new Script('give-back'),
  admit: new Script('admit'),
  compareAndSet: new Script('compare-and-set'),
  readView: new Script('read-view'),
  readFields: new Script('read-fields'),
  scanView: new Script('scan-view'),
  caughtUp: new Script('caught-up'),
  markCaughtUp: new Script('mark-caught-up'),
  markBehind: new Script('mark-behind'),
  sweep: new Script('sweep'),
  promote: new Script('promote'),
  foldVersion: new Script('fold-version'),
};
