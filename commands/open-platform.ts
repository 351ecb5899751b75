/** The platform for an operator's command: beside a running service, in the mode the environment tells. */
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

/** Distributed where KAFKA_BROKERS is set, embedded on DATA_DIR otherwise: a folder that a service has made, unless `work` may come first. */
async function openPlatform(name: string, awaited: AwaitedServers, work: Work): Promise<Platform> {
  const distributed = (process.env.KAFKA_BROKERS ?? '').trim() !== '';
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, distributed);
  const telemetry = createTelemetry(settings.LOG_LEVEL);
  if (distributed) return openDistributed(settings, telemetry, name, awaited);
  if (holdsNoService(settings.DATA_DIR)) {
    const nobodys = `no service was ever started on ${resolve(settings.DATA_DIR)}`;
    // A new folder knows no job and no key.
    if (!work.mayComeFirst)
      throw new InvalidSetting('DATA_DIR', `${nobodys}: name the folder of the one that is meant`);
    process.stderr.write(
      `${name}: DATA_DIR: ${nobodys} yet: it is created now, and only a service that is started on it will know the key\n`,
    );
  }
  return openEmbedded(settings, telemetry);
}

/** Longer than a failover of Kafka takes. A service waits for its servers as long as it must; a script cannot. */
const OPEN_WITHIN_MS = 30_000;

/** What a command wrote is acknowledged by then: only connections are left to end. */
const CLOSE_WITHIN_MS = 30_000;

/** What is to be done with an open platform. */
export interface Work {
  (platform: Platform): Promise<void>;
  /** Before any service is started: what it writes is there for the first. */
  mayComeFirst?: boolean;
  /** The same, where the log answers and another server does not. */
  byLogAlone?: (log: EventLog) => Promise<void>;
}

/**
 * Runs a command to its end: one clear line and exit 1 when it fails. `read` makes of the arguments what is to be done,
 * before anything is opened, waited for or made; undefined if the command has no such use.
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

/** Ends the process where the servers do not answer; rejects as `work` does. */
export async function withPlatform(name: string, work: Work): Promise<void> {
  const platform = await openInTime(name, work);
  try {
    await work(platform);
  } finally {
    await within(CLOSE_WITHIN_MS, platform.close());
  }
}

/** Ends the process where that fails, behind what is done by the log alone: clients of the other servers go on trying. */
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

/** Rejects where it does not open in time, either. */
async function doByLogAlone(name: string, work: NonNullable<Work['byLogAlone']>): Promise<void> {
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, true);
  const log = await within(OPEN_WITHIN_MS, openLogAlone(settings, createTelemetry(settings.LOG_LEVEL), name));
  if (log === undefined) throw new Error('the log does not open');
  await work(log);
}

export function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** What the log holds of some topics now; for topics and keys whose records fit in memory. */
export async function everyRecord(
  log: EventLog,
  topics: readonly Topic[],
  options?: ReadOptions,
): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const { records } of log.read(topics, options)) all.push(...records);
  return all;
}
