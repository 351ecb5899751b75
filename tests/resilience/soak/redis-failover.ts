/** Redis fails over to a replica that lacks the last moments, and later back again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { prepareRedis } from '../../../stack/redis.ts';
import { freeBlock } from '../../support/free-ports.ts';
import { sleep, until } from '../../support/waiting.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { Relay } from './relay.ts';

/** Longest time whose writes the replica may lack. */
const LAG_MS = 1_000;
const LONGEST_TERM_MS = 10_000;

export class RedisFailover {
  private readonly folder: string;
  private readonly relay: Relay;
  private readonly primary: number;
  private readonly ledger: Ledger;
  private replica: ChildProcess | undefined;

  constructor(folder: string, relay: Relay, primary: number, ledger: Ledger) {
    this.folder = join(folder, 'redis-replica');
    this.relay = relay;
    this.primary = primary;
    this.ledger = ledger;
  }

  async strike(random: Random): Promise<void> {
    const port = await freeBlock(1);
    await this.startReplica(port);
    await follow(port, this.primary);
    await this.switchTo(port, random);
    await sleep(random.next() * LONGEST_TERM_MS);
    await follow(this.primary, port);
    await this.switchTo(this.primary, random);
    this.destroy();
  }

  destroy(): void {
    this.replica?.kill('SIGKILL');
    this.replica = undefined;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startReplica(port: number): Promise<void> {
    mkdirSync(this.folder, { recursive: true });
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', this.folder, '--save', ''];
    this.replica = spawn(await prepareRedis(), settings, { stdio: 'ignore' });
    await until('a replica', async () => (await told(port, 'PING')).startsWith('+PONG'));
  }

  /** Detaches the replica and sends clients to it. What was written meanwhile is lost. */
  private async switchTo(port: number, random: Random): Promise<void> {
    await told(port, 'REPLICAOF NO ONE');
    await sleep(random.next() * LAG_MS);
    this.ledger.forget();
    this.relay.target = port;
    this.relay.cut();
  }
}

/** Waits until `port` has everything that `primary` has. */
async function follow(port: number, primary: number): Promise<void> {
  await told(port, `REPLICAOF 127.0.0.1 ${primary}`);
  await until('the replica to hold it all', async () =>
    (await told(port, 'INFO replication')).includes('master_link_status:up'),
  );
}

/** The beginning of the answer; empty if there is none. */
export function told(port: number, command: string): Promise<string> {
  return new Promise(resolve => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', chunk => {
      answer = chunk.toString();
      socket.destroy();
    });
    socket.once('error', () => resolve(''));
    socket.once('close', () => resolve(answer));
  });
}
