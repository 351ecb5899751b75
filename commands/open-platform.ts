/** The platform for an operator's command: beside a running service, in the mode the environment tells. */
import { openDistributed } from '../platform/distributed.ts';
import { openEmbedded } from '../platform/embedded.ts';
import type { EventLog, ReadOptions, RecordedEvent } from '../platform/event-log/event-log.ts';
import type { Platform } from '../platform/platform.ts';
import { readSettings } from '../platform/settings.ts';
import { createTelemetry } from '../platform/telemetry.ts';
import type { Topic } from '../schemas/events.ts';

/** Distributed where KAFKA_BROKERS is set, embedded on DATA_DIR otherwise. */
export async function openPlatform(name: string): Promise<Platform> {
  const distributed = (process.env.KAFKA_BROKERS ?? '').trim() !== '';
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env }, distributed);
  const telemetry = createTelemetry(settings.LOG_LEVEL);
  return distributed ? openDistributed(settings, telemetry, name) : openEmbedded(settings, telemetry);
}

/** Runs a command to its end: one clear line and exit 1 when it fails. */
export async function command(name: string, work: (platform: Platform) => Promise<void>): Promise<void> {
  try {
    const platform = await openPlatform(name);
    try {
      await work(platform);
    } finally {
      await platform.close();
    }
  } catch (error) {
    fail(name, error);
  }
}

/** Some messages of Node have several lines. */
export function fail(name: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${name}: ${message.replaceAll('\n', ' ')}\n`);
  process.exitCode = 1;
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
