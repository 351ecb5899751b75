/**
 * Logs and metrics. Logs are JSON lines on stderr. Nothing here may ever contain a document, a file name, a key or a
 * full URL.
 */
import { type Logger, pino } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { TOPICS } from '../schemas/events.ts';
import { BLOB_PREFIXES } from './blob-store/blob-store.ts';
import { LogLines } from './log-lines.ts';
import type { OnAnswer, Server } from './server-calls.ts';
import { NO_TRACING, type Tracing } from './tracing/tracing.ts';

/** All loggers share the one standard error. */
const LINES = new LogLines();
process.once('exit', () => LINES.flushSync());

/** Seconds, from a tiny HTML answer to a long scan. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 35, 60, 300, 600];
/** OCR confidence from 0 to 100. Below about 65 a page is more likely gibberish than text. */
const CONFIDENCE_BUCKETS = [40, 50, 60, 65, 70, 75, 80, 85, 90, 95, 100];

/** Fewer buckets, because each exists for every stage, lane, format and outcome. */
const STAGE_BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Seconds: a call to a server usually takes milliseconds; the last bucket is the longest that a call may take. */
const SERVER_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface Telemetry {
  logger: Logger;
  registry: Registry;
  tracing: Tracing;
  /** See stages.ts. */
  stageSeconds: Histogram<'stage' | 'outcome' | 'lane' | 'format' | 'key_class'>;
  serverSeconds: Histogram<'server' | 'operation' | 'outcome'>;
  requests: Counter<'route' | 'status'>;
  requestSeconds: Histogram<'route'>;
  connectionsCut: Counter<'why'>;
  extractions: Counter<'outcome'>;
  extractionSeconds: Histogram;
  ocrConfidence: Histogram;
  workerOutcomes: Counter<'lane' | 'outcome'>;
  webhookAttempts: Counter<'outcome'>;
  projectedEvents: Counter<'type'>;
  swept: Counter<'kind'>;
  poison: Counter<'topic'>;
  lostRecords: Counter<'topic'>;
  lostJobs: Gauge;
  lostWebhooks: Gauge;
  missingCopies: Gauge<'topic'>;
  expiringTopics: Gauge<'topic'>;
  unlistedUploads: Gauge;
  foldVersion: Gauge<'of'>;
  unreadableBlobs: Counter<'prefix'>;
  skippedRequests: Counter<'reason'>;
}

/** `role` is in each line, because operators read the logs of all roles in one stream. */
export function createLogger(level: string, role?: string): Logger {
  const base = role === undefined ? null : { role };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, LINES);
}

export function createTelemetry(
  level: string,
  { logger = createLogger(level), tracing = NO_TRACING } = {},
): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const telemetry: Telemetry = {
    logger,
    registry,
    tracing,
    ...durations(registers),
    requests: new Counter({
      name: 'textrail_requests_total',
      help: 'HTTP answers',
      labelNames: ['route', 'status'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'textrail_request_seconds',
      help: 'Time from a request to its answer',
      labelNames: ['route'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    connectionsCut: new Counter({
      name: 'textrail_connections_cut_total',
      help: 'Connections and bodies that were given up, by why',
      labelNames: ['why'],
      registers,
    }),
    ...extractionMetrics(registers),
    workerOutcomes: new Counter({
      name: 'textrail_worker_outcomes_total',
      help: 'Documents handed to workers: answered, killed at the deadline or a ceiling of CPU time or memory, died',
      labelNames: ['lane', 'outcome'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'textrail_webhook_attempts_total',
      help: 'Webhook delivery attempts, by what came of them',
      labelNames: ['outcome'],
      registers,
    }),
    projectedEvents: new Counter({
      name: 'textrail_projected_events_total',
      help: 'Events folded into the read model',
      labelNames: ['type'],
      registers,
    }),
    swept: new Counter({
      name: 'textrail_swept_total',
      help: 'Expired blobs and jobs removed',
      labelNames: ['kind'],
      registers,
    }),
    ...troubles(registers),
  };
  // Start the counters at 0: an increase is seen only in a series that existed before.
  for (const topic of TOPICS) {
    telemetry.poison.inc({ topic }, 0);
    telemetry.lostRecords.inc({ topic }, 0);
  }
  for (const prefix of BLOB_PREFIXES) telemetry.unreadableBlobs.inc({ prefix }, 0);
  return telemetry;
}

function durations(registers: Registry[]) {
  return {
    stageSeconds: new Histogram({
      name: 'textrail_stage_seconds',
      help: 'Time of each stage of a document: accept, queue, fetch, parse, ocr, store, project, deliver',
      labelNames: ['stage', 'outcome', 'lane', 'format', 'key_class'],
      buckets: STAGE_BUCKETS,
      registers,
    }),
    serverSeconds: new Histogram({
      name: 'textrail_server_seconds',
      help: 'Time until Kafka, Redis or the object store answered a call, or it was given up (failed)',
      labelNames: ['server', 'operation', 'outcome'],
      buckets: SERVER_BUCKETS,
      registers,
    }),
  };
}

function extractionMetrics(registers: Registry[]) {
  return {
    extractions: new Counter({
      name: 'textrail_extractions_total',
      help: 'Ended extractions, by error code or completed',
      labelNames: ['outcome'],
      registers,
    }),
    extractionSeconds: new Histogram({
      name: 'textrail_extraction_seconds',
      help: 'Time from the start of an extraction to its end',
      buckets: DURATION_BUCKETS,
      registers,
    }),
    ocrConfidence: new Histogram({
      name: 'textrail_ocr_confidence',
      help: 'Mean confidence (0 to 100) of the pages of a document that OCR read',
      buckets: CONFIDENCE_BUCKETS,
      registers,
    }),
  };
}

/** Counters that should never increase, and need a look if they do. */
function troubles(registers: Registry[]) {
  return {
    poison: new Counter({
      name: 'textrail_poison_records_total',
      help: 'Records of the log that are no events, stepped over by each reader',
      labelNames: ['topic'],
      registers,
    }),
    unlistedUploads: new Gauge({
      name: 'textrail_unlisted_uploads',
      help: '1 where the store does not list uploads that broke off, so that their parts are not swept',
      registers,
    }),
    lostRecords: new Counter({
      name: 'textrail_lost_records_total',
      help: 'Records that were deleted from the log before a group of this service had read them',
      labelNames: ['topic'],
      registers,
    }),
    lostJobs: new Gauge({
      name: 'textrail_lost_jobs',
      help: 'Jobs without an end whose requests the extractors have passed: they will have none',
      registers,
    }),
    lostWebhooks: new Gauge({
      name: 'textrail_lost_webhooks',
      help: 'Webhooks of jobs whose ends the webhookers have passed, and that were neither delivered nor given up: they will not be',
      registers,
    }),
    missingCopies: new Gauge({
      name: 'textrail_missing_copies',
      help: 'Copies of a topic that the brokers could hold, or should before they acknowledge, and do not, of three at the most',
      labelNames: ['topic'],
      registers,
    }),
    expiringTopics: new Gauge({
      name: 'textrail_expiring_topics',
      help: '1 where a topic of the log is told to delete records',
      labelNames: ['topic'],
      registers,
    }),
    foldVersion: new Gauge({
      name: 'textrail_fold_version',
      help: 'Versions of the fold: of this build, and the one that the live read model was made by',
      labelNames: ['of'],
      registers,
    }),
    unreadableBlobs: new Counter({
      name: 'textrail_unreadable_blobs_total',
      help: 'Blobs that the store refused to read although it answered for others, or lost before their time',
      labelNames: ['prefix'],
      registers,
    }),
    skippedRequests: new Counter({
      name: 'textrail_skipped_requests_total',
      help: 'Requests delivered again and not worked on: their job had ended, or was forgotten long ago',
      labelNames: ['reason'],
      registers,
    }),
  };
}

/** Counts the calls to one server. */
export function callsTo(server: Server, { serverSeconds }: Telemetry): OnAnswer {
  return (operation, seconds, outcome) => serverSeconds.observe({ server, operation, outcome }, seconds);
}

/** Shows the walls around document workers: 1 if the kernel enforces one. */
export function watchWalls({ registry }: Telemetry, walls: object): void {
  const gauge = new Gauge({
    name: 'textrail_worker_wall',
    help: 'Walls around document workers: 1 where the kernel enforces it, 0 where the machine does not let us raise it',
    labelNames: ['wall'],
    registers: [registry],
  });
  for (const [wall, isRaised] of Object.entries(walls)) gauge.set({ wall }, isRaised ? 1 : 0);
}

interface LentPages {
  read: number;
  unread: number;
}

interface WatchedPool {
  loans: LentPages;
  /** Pages lent to other extractors. */
  elsewhere?: { pages: LentPages } | undefined;
  setBack: number;
  busy: number;
  /** Number of workers. */
  size: number;
  /** Documents that wait for a worker. */
  queued: number;
}

/** Gauges for the workers, their loans and the documents that were set back, by lane; read from the pools at each scrape. */
export function watchPools({ registry }: Telemetry, pools: Readonly<Record<string, WatchedPool>>): void {
  new Gauge({
    name: 'textrail_workers',
    help: 'Document workers: busy (or starting) and idle; waiting are documents that have none yet',
    labelNames: ['lane', 'state'],
    registers: [registry],
    collect() {
      for (const [lane, { busy, size, queued }] of Object.entries(pools)) {
        this.set({ lane, state: 'busy' }, busy);
        this.set({ lane, state: 'idle' }, size - busy);
        this.set({ lane, state: 'waiting' }, queued);
      }
    },
  });
  new Counter({
    name: 'textrail_set_back_documents_total',
    help: 'Documents begun again later, having held their worker for long while another key waited',
    labelNames: ['lane'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [lane, { setBack }] of Object.entries(pools)) this.inc({ lane }, setBack);
    },
  });
  new Counter({
    name: 'textrail_lent_pages_total',
    help: "Pages sent to idle workers, here or elsewhere, for another's document: read, or left unread and read by its own worker",
    labelNames: ['lane', 'where', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [lane, { loans, elsewhere }] of Object.entries(pools)) {
        count(this, { lane, where: 'here' }, loans);
        if (elsewhere !== undefined) count(this, { lane, where: 'elsewhere' }, elsewhere.pages);
      }
    },
  });
}

/** Gauges for pages read for other extractors, by lane; read from their readers at each scrape. */
export function watchPagesForOthers(
  { registry }: Telemetry,
  readers: Readonly<Record<string, { pages: LentPages }>>,
): void {
  new Counter({
    name: 'textrail_pages_for_others_total',
    help: "Pages of other extractors' documents that this one took: read, or left unread",
    labelNames: ['lane', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [lane, { pages }] of Object.entries(readers)) count(this, { lane }, pages);
    },
  });
}

function count(
  counter: Counter<'lane' | 'where' | 'outcome'>,
  labels: object,
  { read, unread }: LentPages,
): void {
  counter.inc({ ...labels, outcome: 'read' }, read);
  counter.inc({ ...labels, outcome: 'unread' }, unread);
}

/**
 * The age of the read model as ingest sees it, read at each scrape. If the projector hangs, its own metrics of its lag
 * stop too.
 */
export function watchReadModel({ registry }: Telemetry, readModel: { ageMs(): number }): void {
  new Gauge({
    name: 'textrail_read_model_age_seconds',
    help: 'Everything that was in the log so long ago is in the read model, as ingest sees it',
    registers: [registry],
    collect() {
      this.set(readModel.ageMs() / 1000);
    },
  });
}

/** The number of open circuit breakers in the webhooker, read at each scrape. */
export function watchCircuits({ registry }: Telemetry, circuits: { open: number }): void {
  new Gauge({
    name: 'textrail_open_webhook_circuits',
    help: 'Receivers of a key, and keys, whose webhook calls met nobody so often in a row that only probes go out',
    registers: [registry],
    collect() {
      this.set(circuits.open);
    },
  });
}
