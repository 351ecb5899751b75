/** The distributed adapters: Kafka, Redis and S3 from the settings. */
import { atMostEvery } from './at-most-every.ts';
import { authorityIn } from './authority-file.ts';
import { AwaitedServers, EVENT_LOG, type OnAway } from './awaited-servers.ts';
import type { BlobPrefix } from './blob-store/blob-store.ts';
import { ProvenResults } from './blob-store/proven-results.ts';
import { RedisBlobRelay } from './blob-store/relay/redis-blob-relay.ts';
import { LARGEST_BYTES, RelayedBlobStore } from './blob-store/relay/relayed-blob-store.ts';
import type { ExpiryDays, ExpiryRules } from './blob-store/s3/expiry-rules.ts';
import { S3BlobStore } from './blob-store/s3/s3-blob-store.ts';
import { encrypted } from './encryption.ts';
import { openEventCodec } from './event-log/codec-registry.ts';
import type { EventLog } from './event-log/event-log.ts';
import { SASL_MECHANISMS, type Security } from './event-log/kafka/client.ts';
import { KafkaEventLog } from './event-log/kafka/kafka-event-log.ts';
import { OrderedJournal } from './journal/ordered-journal.ts';
import { RedisPeers } from './peers/redis/redis-peers.ts';
import { Peppers } from './peppers.ts';
import { type Platform, secretsOf, viewPolicy } from './platform.ts';
import { reasonOf } from './reason.ts';
import { longestNeedMs } from './retention.ts';
import type { Settings } from './settings.ts';
import { SharedClock } from './shared-clock.ts';
import { RedisStoredBytes } from './stored-bytes/redis/redis-stored-bytes.ts';
import { callsTo, type Telemetry } from './telemetry.ts';
import { RedisViewStore } from './view-store/redis/redis-view-store.ts';

const DAY_MS = 86_400_000;
/** The role that sweeps, and so the only one that maintains the store's own expiry rules. */
const SWEEPING_ROLE = 'projector';
/** The role whose processes read pages of each other's documents. */
const SHARING_ROLE = 'extractor';
/** The role that reads results for callers, and may read the peppers that prove them; the webhooker may not. */
const PROVING_ROLE = 'ingest';
/** At most one log line in this time, however many blobs were kept. */
const KEPT_SAID_EVERY_MS = 60_000;
/** Blobs that a role reads moments after another role has written them, while a caller waits. */
const AWAITED_BLOBS: Partial<Record<string, BlobPrefix>> = { ingest: 'result', extractor: 'source' };

/**
 * Opens the platform. A server that is away is waited for without limit and is listed in `awaited`; a wrong setting
 * rejects at once.
 */
export async function openDistributed(
  settings: Settings,
  telemetry: Telemetry,
  role: string,
  awaited = new AwaitedServers(telemetry.logger),
): Promise<Platform> {
  const security = securityOf(settings);
  const tag = settings.REDIS_PREFIX;
  // Open all at once, so that `awaited` lists every server that is missing.
  const opening = openLog(settings, telemetry, { role, security, awaited });
  const parts = [
    opening,
    awaited.open('the view store', onAway =>
      RedisViewStore.open({
        url: settings.REDIS_URL,
        policy: viewPolicy(settings),
        log: opening,
        tag,
        onAway,
        onAnswer: callsTo('redis', telemetry),
        onMoved: isSeveral => sayMove(telemetry, isSeveral),
      }),
    ),
    awaited.open('the blob store', onAway => openBucket(settings, telemetry, role, onAway)),
  ] as const;
  const [log, views, stored] = await Promise.all(parts).catch(error => {
    // Close the servers that did open: a caller that handles the error could not exit otherwise.
    for (const part of parts) part.then(opened => opened.close()).catch(() => undefined);
    throw error;
  });
  const clock = new SharedClock(() => views.now());
  await clock.look();
  const storedBytes = new RedisStoredBytes(settings.REDIS_URL, tag);
  const relayed = AWAITED_BLOBS[role];
  const blobs =
    relayed === undefined
      ? stored
      : new RelayedBlobStore(stored, new RedisBlobRelay(settings.REDIS_URL, tag), relayed);
  const journal = new OrderedJournal(blobs, log, keptBlobs(telemetry));
  const peers = role === SHARING_ROLE ? openPeers(settings, telemetry, role) : undefined;
  // Below the encryption: a pepper outlives master keys.
  const peppers = new Peppers(stored);
  const sealed = encrypted({ blobs, journal }, settings, telemetry);
  return {
    log,
    blobs: role === PROVING_ROLE ? new ProvenResults(sealed.blobs, peppers) : sealed.blobs,
    journal: sealed.journal,
    views,
    rebuildsUnasked: false,
    holdsUpToBytes: settings.SOURCE_REPLAY_SECONDS > 0 ? 0 : LARGEST_BYTES,
    settings,
    telemetry,
    clock,
    storedBytes,
    peppers,
    webhookSecrets: secretsOf(settings.WEBHOOK_SIGNING_SECRET),
    ...(peers !== undefined && { peers }),
    close: async () => {
      clock.stop();
      peers?.close();
      await log.close();
      storedBytes.close();
      await Promise.all([views.close(), blobs.close()]);
    },
  };
}

/**
 * Logs blobs that could not be deleted. Documents are deleted at the end of their job; if the right to delete is
 * missing, nobody would notice otherwise.
 */
function keptBlobs({ logger }: Telemetry): (blobs: number, error: unknown) => void {
  let kept = 0;
  const isTime = atMostEvery(KEPT_SAID_EVERY_MS);
  return (blobs, error) => {
    kept += blobs;
    if (!isTime()) return;
    logger.warn(
      { blobs: kept, error: reasonOf(error) },
      'documents of ended jobs could not be deleted: they go with SOURCE_RETENTION_SECONDS',
    );
    kept = 0;
  };
}

/** Opens the log for a command that needs no other server. */
export const openLogAlone = (settings: Settings, telemetry: Telemetry, role: string): Promise<EventLog> =>
  openLog(settings, telemetry, {
    role,
    security: securityOf(settings),
    awaited: new AwaitedServers(telemetry.logger),
  });

interface LogSurroundings {
  role: string;
  security: Security;
  awaited: AwaitedServers;
}

async function openLog(
  settings: Settings,
  telemetry: Telemetry,
  { role, security, awaited }: LogSurroundings,
): Promise<KafkaEventLog> {
  const { SCHEMA_REGISTRY_URL: registryUrl, EVENT_WRITE_RELEASE: release } = settings;
  const open = (onAway?: OnAway) => openEventCodec(registryUrl, release, onAway);
  const codec = await (registryUrl === '' ? open() : awaited.open('the schema registry', open));
  return awaited.open(EVENT_LOG, onAway =>
    KafkaEventLog.open({
      brokers: settings.KAFKA_BROKERS,
      role,
      log: telemetry.logger,
      security,
      prefix: settings.KAFKA_TOPIC_PREFIX,
      ...(settings.INSTANCE_NAME !== '' && { memberName: settings.INSTANCE_NAME }),
      codec,
      onPoison: topic => telemetry.poison.inc({ topic }),
      onLost: (topic, records) => telemetry.lostRecords.inc({ topic }, records),
      onMissingCopies: (topic, missing) => telemetry.missingCopies.set({ topic }, missing),
      onRetention: (topic, expires) => telemetry.expiringTopics.set({ topic }, expires ? 1 : 0),
      onAway,
      onAnswer: callsTo('kafka', telemetry),
    }),
  );
}

function openPeers(settings: Settings, { logger }: Telemetry, role: string): RedisPeers {
  return new RedisPeers({
    url: settings.REDIS_URL,
    tag: settings.REDIS_PREFIX,
    role,
    onRefused: reason =>
      logger.warn(
        { reason },
        'Redis does not let extractors speak to each other: each reads its pages alone',
      ),
  });
}

function openBucket(
  settings: Settings,
  telemetry: Telemetry,
  role: string,
  onAway: OnAway,
): Promise<S3BlobStore> {
  return S3BlobStore.open({
    endpoint: settings.S3_ENDPOINT,
    accessKey: settings.S3_ACCESS_KEY,
    secretKey: settings.S3_SECRET_KEY,
    bucket: settings.S3_BUCKET,
    region: settings.S3_REGION,
    onAway,
    onAnswer: callsTo('s3', telemetry),
    ...(role === SWEEPING_ROLE && {
      expiry: { days: expiryDays(settings), onRules: rules => sayRules(telemetry, rules) },
      onUnlistedUploads: refusal => sayUploads(telemetry, refusal),
    }),
  });
}

function securityOf(settings: Settings): Security {
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password, KAFKA_CA_FILE: authority } = settings;
  const mechanism = SASL_MECHANISMS.find(each => each === settings.KAFKA_SASL_MECHANISM);
  return {
    ...(username === '' || mechanism === undefined ? {} : { user: { mechanism, username, password } }),
    ...(authority === '' ? {} : { authority: authorityIn('KAFKA_CA_FILE', authority) }),
  };
}

/** One day later than the sweeper, which decides what expires; lifecycle rules only catch what it may have missed. */
function expiryDays(settings: Settings): ExpiryDays {
  const days = (ms: number) => Math.ceil(ms / DAY_MS) + 1;
  const { source, request, result, page } = longestNeedMs(settings);
  return { source: days(source), request: days(request), result: days(result), page: days(page) };
}

function sayMove({ logger }: Telemetry, isSeveral: boolean): void {
  if (isSeveral)
    logger.error('REDIS_URL leads to several servers by turns: it must lead to one, the primary');
  else logger.warn('REDIS_URL leads to another server than before: its connections are made anew');
}

function sayUploads({ logger, unlistedUploads }: Telemetry, refusal: string | undefined): void {
  unlistedUploads.set(refusal === undefined ? 0 : 1);
  if (refusal === undefined) logger.info('the store lists uploads that broke off again');
  else
    logger.warn(
      { refusal, right: 's3:ListBucketMultipartUploads' },
      'the store does not list uploads that broke off: their parts stay until a lifecycle rule of the bucket removes them',
    );
}

function sayRules({ logger }: Telemetry, { outcome, tooSoon, keepsVersions }: ExpiryRules): void {
  logger.info({ outcome }, "the bucket's lifecycle rules");
  if (keepsVersions && outcome === 'refused')
    logger.error(
      'the bucket keeps versions of what is deleted, for good, of erased documents too: no lifecycle rule could be set',
    );
  else if (keepsVersions)
    logger.warn('the bucket keeps versions of what is deleted: lifecycle rules end them after a day');
  if (tooSoon.length > 0)
    logger.warn({ rules: tooSoon }, 'lifecycle rules of the bucket delete documents or results too soon');
}
