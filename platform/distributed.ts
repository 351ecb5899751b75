/** The distributed adapters: Kafka, Redis and S3 from the settings. */
import { readFileSync } from 'node:fs';
import type { BlobPrefix } from './blob-store/blob-store.ts';
import { RedisBlobRelay } from './blob-store/relay/redis-blob-relay.ts';
import { RelayedBlobStore } from './blob-store/relay/relayed-blob-store.ts';
import type { ExpiryDays, ExpiryRules } from './blob-store/s3/expiry-rules.ts';
import { S3BlobStore } from './blob-store/s3/s3-blob-store.ts';
import { encrypted } from './encryption.ts';
import { openEventCodec } from './event-log/codec-registry.ts';
import type { Security } from './event-log/kafka/client.ts';
import { KafkaEventLog } from './event-log/kafka/kafka-event-log.ts';
import { OrderedJournal } from './journal/ordered-journal.ts';
import { type Platform, secretsOf, viewPolicy } from './platform.ts';
import { longestNeedMs } from './retention.ts';
import { saidWhileWaiting } from './said-while-waiting.ts';
import { InvalidSetting } from './setting-value.ts';
import type { Settings } from './settings.ts';
import { SharedClock } from './shared-clock.ts';
import { RedisStoredBytes } from './stored-bytes/redis/redis-stored-bytes.ts';
import type { Telemetry } from './telemetry.ts';
import { RedisViewStore } from './view-store/redis/redis-view-store.ts';

const DAY_MS = 86_400_000;
/** It sweeps, so it alone keeps the store's own rules. */
const SWEEPING_ROLE = 'projector';
/** What a role reads moments after another has written it, while a caller waits. */
const AWAITED_BLOBS: Partial<Record<string, BlobPrefix>> = { ingest: 'result', extractor: 'source' };

export async function openDistributed(
  settings: Settings,
  telemetry: Telemetry,
  role: string,
): Promise<Platform> {
  const log = await KafkaEventLog.open({
    brokers: settings.KAFKA_BROKERS,
    role,
    log: telemetry.logger,
    security: securityOf(settings),
    prefix: settings.KAFKA_TOPIC_PREFIX,
    codec: await openEventCodec(settings.SCHEMA_REGISTRY_URL, settings.EVENT_WRITE_RELEASE),
    onPoison: topic => telemetry.poison.inc({ topic }),
    onMissingCopies: (topic, missing) => telemetry.missingCopies.set({ topic }, missing),
  });
  const tag = settings.REDIS_PREFIX;
  const [views, stored] = await Promise.all([
    saidWhileWaiting(
      telemetry.logger,
      'the view store',
      RedisViewStore.open({ url: settings.REDIS_URL, policy: viewPolicy(settings), log, tag }),
    ),
    saidWhileWaiting(
      telemetry.logger,
      'the blob store',
      S3BlobStore.open({
        endpoint: settings.S3_ENDPOINT,
        accessKey: settings.S3_ACCESS_KEY,
        secretKey: settings.S3_SECRET_KEY,
        bucket: settings.S3_BUCKET,
        region: settings.S3_REGION,
        ...(role === SWEEPING_ROLE && {
          expiry: { days: expiryDays(settings), onRules: rules => sayRules(telemetry, rules) },
        }),
      }),
    ),
  ]);
  const clock = new SharedClock(() => views.now());
  await clock.look();
  const storedBytes = new RedisStoredBytes(settings.REDIS_URL, tag);
  const awaited = AWAITED_BLOBS[role];
  const blobs =
    awaited === undefined
      ? stored
      : new RelayedBlobStore(stored, new RedisBlobRelay(settings.REDIS_URL, tag), awaited);
  const journal = new OrderedJournal(blobs, log);
  return {
    log,
    ...encrypted({ blobs, journal }, settings, telemetry),
    views,
    settings,
    telemetry,
    clock,
    storedBytes,
    webhookSecrets: secretsOf(settings.WEBHOOK_SIGNING_SECRET),
    close: async () => {
      clock.stop();
      await log.close();
      storedBytes.close();
      await Promise.all([views.close(), blobs.close()]);
    },
  };
}

function securityOf(settings: Settings): Security {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_CA_FILE: authority } = settings;
  return {
    ...(username === '' ? {} : { user: { username, password } }),
    ...(authority === '' ? {} : { authority: authorityIn(authority) }),
  };
}

function authorityIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidSetting('KAFKA_CA_FILE', error instanceof Error ? error.message : String(error));
  }
}

/** A day after the sweeper, which is the rule: lifecycle rules only catch what it might have missed. */
function expiryDays(settings: Settings): ExpiryDays {
  const days = (ms: number) => Math.ceil(ms / DAY_MS) + 1;
  const { source, request, result } = longestNeedMs(settings);
  return { source: days(source), request: days(request), result: days(result) };
}

function sayRules({ logger }: Telemetry, { outcome, tooSoon }: ExpiryRules): void {
  logger.info({ outcome }, "the bucket's lifecycle rules");
  if (tooSoon.length > 0)
    logger.warn({ rules: tooSoon }, 'lifecycle rules of the bucket delete documents or results too soon');
}
