/**
 * What the version before the second release of the schemas (commit e306072) left behind: the packed data folder of its
 * embedded service after a synchronous request, a job with a webhook and an Idempotency-Key, and a job that failed.
 * Never changed since; the topics of a distributed service contain the same records.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import type { BlobKey } from '../../platform/blob-store/blob-store.ts';
import { unpadded } from '../../platform/blob-store/directory/padded-row.ts';
import { openDistributed } from '../../platform/distributed.ts';
import { ClientFactory } from '../../platform/event-log/kafka/client.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import { partitionOf } from '../../platform/event-log/kafka/topics.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';

/** Fifty years in seconds, so that nothing expires. */
const LONG = String(50 * 366 * 86_400);
/** The settings that it was written with. */
export const KEPT_SETTINGS: Readonly<Record<string, string>> = {
  EGRESS_ALLOW: '127.0.0.0/8',
  JOB_RETENTION_SECONDS: LONG,
  IDEMPOTENCY_SECONDS: LONG,
  SOURCE_RETENTION_SECONDS: LONG,
};

export const KEPT = {
  /** A key on the free plan for which two documents were metered. */
  apiKey: 'dk_d9a8f8b5145a8055_6b6a80517aa008667ed1a220cb9f83b92a0f9c360f655096',
  keyId: 'd9a8f8b5145a8055',
  /** A job under the Idempotency-Key `kept`. */
  jobId: '01702218-9000-7d72-91b6-ce3b1edca169',
  /** The document of that job. */
  document: '<h1>Page</h1><p>a job of the version before</p>',
  webhookUrl: 'http://127.0.0.1:46043/',
  failedJobId: '01a20569-91fc-7c47-9c1d-9db38102f8e3',
} as const;

/** Unpacks the data folder into a temporary one and returns its path. */
export function keptFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-kept-'));
  for (const name of ['journal.db', 'views-1.db'])
    writeFileSync(join(folder, name), gunzipSync(readFileSync(join(import.meta.dirname, `${name}.gz`))));
  mkdirSync(join(folder, 'blobs'));
  return folder;
}

/** Writes its records and blobs to the servers named by the settings, as that version would have. */
export async function restoreToServers(environment: Record<string, string>): Promise<void> {
  const settings = readSettings(environment, true);
  // Creates the topics.
  const platform = await openDistributed(settings, createTelemetry('silent'), 'tests');
  const clients = new ClientFactory({
    brokers: settings.KAFKA_BROKERS,
    clientId: `kept-${randomBytes(4).toString('hex')}`,
    log: quietLog,
    security: {},
  });
  const producer = clients.create().producer();
  const database = new DatabaseSync(join(keptFolder(), 'journal.db'));
  try {
    for (const { key, padded, size } of database.prepare('SELECT key, padded, size FROM small_blobs').all())
      await platform.blobs.put({
        key: String(key) as BlobKey,
        bytes: unpadded(padded as Uint8Array, Number(size)),
      });
    await producer.connect();
    for (const { topic, key, value } of database
      .prepare('SELECT topic, key, value FROM events ORDER BY offset')
      .all())
      await producer.send({
        topic: settings.KAFKA_TOPIC_PREFIX + String(topic),
        messages: [
          { key: String(key), value: Buffer.from(value as Uint8Array), partition: partitionOf(String(key)) },
        ],
      });
  } finally {
    database.close();
    await producer.disconnect();
    await platform.close();
  }
}
