/** Opens the platform for an operator's command, beside a running service, in the mode that the environment selects. */
import { resolve } from 'node:path';
import { AwaitedServers, EVENT_LOG } from '../platform/awaited-servers.ts';
import { openDistributed, openLogAlone } from '../platform/distributed.ts';
import { holdsNoService, openEmbedded } from '../platform/embedded.ts';
import type { EventLog, ReadOptions, RecordedEvent } from '../platform/event-log/event-log.ts';
import type { Platform } from '../platform/platform.ts';
import { InvalidSetting } from '../platform/setting-value.ts';
import { readSettings } from '../platform/settings.ts';
import { createTelemetry } from '../platform/telemetry.ts';
import { within } from '../platform/within.ts';
import type { Topic } from '../schemas/events.ts';
import { endAnyway, endWithReader } from './closed-output.ts';
import { fail, understood } from './usage.ts';

/**
 * Opens the distributed platform if KAFKA_BROKERS is set, otherwise the embedded one on DATA_DIR. That must be a folder
 * that a service has made, unless `work` may come first.
 */
async function openPlatform(name: string, awaited: AwaitedServers, work: Work): Promise<Platform> {
  const distributed = (process.env.KAFKA_BROKERS ?? '').trim() !== '';
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, distributed);
  const telemetry = createTelemetry(settings.LOG_LEVEL);
  if (distributed) return openDistributed(settings, telemetry, name, awaited);
  if (holdsNoService(settings.DATA_DIR)) {
    const nobodys = `no service was ever started on ${resolve(settings.DATA_DIR)}`;
    // A new folder has no jobs and no keys.
    if (!work.mayComeFirst)
      throw new InvalidSetting('DATA_DIR', `${nobodys}: name the folder of the one that is meant`);
    process.stderr.write(
      `${name}: DATA_DIR: ${nobodys} yet: it is created now, and only a service that is started on it will know the key\n`,
    );
  }
  return openEmbedded(settings, telemetry);
}

/** Longer than a failover of Kafka, in ms. A service waits for its servers without limit; a script cannot. */
const OPEN_WITHIN_MS = 30_000;

/** Everything the command wrote is acknowledged by then; only connections are left to close. */
const CLOSE_WITHIN_MS = 30_000;

/** A command's work on an open platform. */
export interface Work {
  (platform: Platform): Promise<void>;
  /** True if the work is useful before any service was started: the first one will find what it writes. */
  mayComeFirst?: boolean;
  /** Does the same with the log only, if another server does not answer. */
  byLogAlone?: (log: EventLog) => Promise<void>;
}

/**
 * Runs a command to its end; prints one clear line and exits with 1 if it fails. `read` turns the arguments into work
 * before anything is opened, waited for or created; it returns undefined if they are not understood.
 */
export async function command(
  name: string,
  usage: string,
  read: (args: string[]) => Work | undefined,
): Promise<void> {
  endWithReader(name);
  try {
    const work = understood(usage, () => read(process.argv.slice(2)));
    await withPlatform(name, work);
  } catch (error) {
    fail(name, error);
  }
  endAnyway();
}

/** Ends the process if the servers do not answer; rejects as `work` does. */
export async function withPlatform(name: string, work: Work): Promise<void> {
  const platform = await openInTime(name, work);
  try {
    await work(platform);
  } finally {
    await within(CLOSE_WITHIN_MS, platform.close());
  }
}

/**
 * Ends the process if opening fails, after doing what is possible with the log alone; the clients of the other servers
 * would keep retrying.
 */
async function openInTime(name: string, work: Work): Promise<Platform> {
  const awaited = new AwaitedServers({ warn: () => undefined });
  const platform = await within(OPEN_WITHIN_MS, openPlatform(name, awaited, work)).catch(error => {
    fail(name, error);
    process.exit();
  });
  if (platform !== undefined) return platform;
  const away = awaited.problems().join('; ');
  if (work.byLogAlone === undefined || awaited.awaits(EVENT_LOG))
    fail(name, new Error(`gave up after ${OPEN_WITHIN_MS / 1000} s: ${away}`));
  else
    await doByLogAlone(name, work.byLogAlone).then(
      () => process.stderr.write(`${name}: done in the log alone: ${away}\n`),
      error => fail(name, error),
    );
  process.exit();
}

/** Rejects if the log does not open in time either. */
async function doByLogAlone(name: string, work: NonNullable<Work['byLogAlone']>): Promise<void> {
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, true);
  const log = await within(OPEN_WITHIN_MS, openLogAlone(settings, createTelemetry(settings.LOG_LEVEL), name));
  if (log === undefined) throw new Error('the log does not open');
  await work(log);
}

export function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** All records of some topics in the log now; for topics and keys whose records fit in memory. */
export async function everyRecord(
  log: EventLog,
  topics: readonly Topic[],
  options?: ReadOptions,
): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const { records } of log.read(topics, options)) all.push(...records);
  return all;
}
