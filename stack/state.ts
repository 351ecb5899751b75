import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { AccessRole } from '../commands/access/roles.ts';
import { withLock } from './lock.ts';
import { settingsOfRoles } from './role-settings.ts';
import { CACHE_DIR } from './tools.ts';

/** What a clone's stack keeps between two calls of `up`. It is chosen once, so that settings that were exported stay valid. */
export interface StackState {
  /** The first port of the clone's block. */
  portBase: number;
  accessKey: string;
  secretKey: string;
  webhookSecret: string;
}

export const STACK_DIR = process.env.STACK_DIR ?? join(import.meta.dirname, '..', '.stack');
export const BUCKET = 'textrail';
/** Tests and benchmarks use names of their own, in which the roles have the same rights. */
export const EVERY_BUCKET = `${BUCKET}*`;
export const EVERY_REDIS_PREFIX = '*';
/** The default user, for tests and for manual inspection. The roles log in as their own users. */
export const REDIS_ADMINISTRATOR = 'on nopass allkeys allchannels allcommands';

/** Offsets of the servers' ports within the block. */
export const PORTS = {
  kafka: 0,
  kafkaController: 1,
  redis: 2,
  s3: 3,
  versitygw: 4,
  prometheus: 5,
  collector: 6,
};
const BLOCK_PORTS = 10;
/** Below the range from which Linux (32768) and macOS (49152) take ports for outgoing connections. */
const FIRST_BLOCK = 21_790;
const LAST_BLOCK = 23_790;

const BLOCKS = join(CACHE_DIR, 'ports');
const statePath = join(STACK_DIR, 'state.json');

export function readState(): StackState | undefined {
  return existsSync(statePath) ? (JSON.parse(readFileSync(statePath, 'utf8')) as StackState) : undefined;
}

/**
 * Reads or chooses the state, one clone at a time: a block only counts as taken once a state names it, so two
 * concurrent starts would choose the same one.
 */
export const ensureState = (): Promise<StackState> => withLock(join(BLOCKS, 'lock'), chooseState);

async function chooseState(): Promise<StackState> {
  const kept = readState();
  if (kept) return kept;
  mkdirSync(STACK_DIR, { recursive: true });
  const fresh: StackState = {
    portBase: await claimPorts(),
    accessKey: 'textrail',
    secretKey: randomBytes(18).toString('base64url'),
    webhookSecret: randomBytes(32).toString('base64url'),
  };
  // Readable by the owner only, because it contains secrets.
  writeFileSync(statePath, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600 });
  return fresh;
}

/** STACK_PORT_BASE, or the first block that no other clone has claimed and on which nothing listens. */
async function claimPorts(): Promise<number> {
  const wished = Number(process.env.STACK_PORT_BASE);
  if (wished) return wished;
  for (let base = FIRST_BLOCK; base <= LAST_BLOCK; base += BLOCK_PORTS) {
    if (claim(base) && (await isBlockFree(base))) return base;
  }
  throw new Error(`no free block of ports between ${FIRST_BLOCK} and ${LAST_BLOCK}: set STACK_PORT_BASE`);
}

/** Claims a block by a file that contains the folder of its stack. */
function claim(base: number): boolean {
  const path = join(BLOCKS, String(base));
  mkdirSync(BLOCKS, { recursive: true });
  try {
    writeFileSync(path, STACK_DIR, { flag: 'wx' });
    return true;
  } catch {
    const holder = readFileSync(path, 'utf8');
    if (holder !== STACK_DIR && existsSync(join(holder, 'state.json'))) return false;
    writeFileSync(path, STACK_DIR);
    return true;
  }
}

async function isBlockFree(base: number): Promise<boolean> {
  for (const offset of Object.values(PORTS)) {
    if (!(await isPortFree(base + offset))) return false;
  }
  return true;
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The secret of the role's user in Redis and S3. */
export const roleSecret = (state: StackState, role: AccessRole): string =>
  createHmac('sha256', state.secretKey).update(role).digest('base64url').slice(0, 32);

/** The settings for a service on this stack, as `npm run stack -- up` prints them. */
export function settingsOf(state: StackState, withVersitygw: boolean): Record<string, string> {
  const versitygw = { S3_SECOND_ENDPOINT: `http://127.0.0.1:${state.portBase + PORTS.versitygw}` };
  const redis = `127.0.0.1:${state.portBase + PORTS.redis}`;
  return {
    KAFKA_BROKERS: `127.0.0.1:${state.portBase + PORTS.kafka}`,
    REDIS_URL: `redis://${redis}`,
    S3_ENDPOINT: `http://127.0.0.1:${state.portBase + PORTS.s3}`,
    S3_ACCESS_KEY: state.accessKey,
    S3_SECRET_KEY: state.secretKey,
    S3_BUCKET: BUCKET,
    WEBHOOK_SIGNING_SECRET: state.webhookSecret,
    ...settingsOfRoles(redis, role => roleSecret(state, role)),
    ...(withVersitygw ? versitygw : {}),
  };
}

/** Distinguishes the stacks of several clones that share one Docker engine. */
export const composeProject = () =>
  `textrail-${createHash('sha256').update(STACK_DIR).digest('hex').slice(0, 8)}`;
