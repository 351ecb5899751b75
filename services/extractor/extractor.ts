/**
 * The extractor: takes requests from the two lanes, gives each document to a worker, stores the finished answer and
 * records how it ended. It keeps no state: whatever it has not finished is delivered again, here or elsewhere.
 */
import { type BlobKey, BlobMissing, type BlobStore } from '../../platform/blob-store/blob-store.ts';
import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { buildOf } from '../../platform/build.ts';
import type { Consumer, EventLog, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { newId } from '../../platform/ids.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Pepper, Peppers } from '../../platform/peppers.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Clock } from '../../platform/shared-clock.ts';
import { ownedBy } from '../../platform/stored-bytes/stored-bytes.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { ExtractDeferred, ExtractRequested, Lane } from '../../schemas/events.ts';
import { isOutOfProportion } from './budget.ts';
import { withCharset } from './charset-in-name.ts';
import { type Completed, completed, type Ending, endsAt, failed, failure } from './ending.ts';
import { LargeAnswer } from './large-answer.ts';
import { ProgressNotes } from './progress-notes.ts';
import { Room, type Seat } from './room.ts';
import { SettledRequests } from './settled-requests.ts';
import type { Loaded, Loader, Request } from './source-loader.ts';
import { Trace } from './trace.ts';
import { turnAt } from './turn.ts';
import type { WorkerPool } from './worker/pool.ts';
import type { WorkOutcome } from './worker/worker.ts';

export interface ExtractorPorts {
  log: EventLog;
  journal: Journal;
  blobs: BlobStore;
  views: ViewStore;
  peppers: Pick<Peppers, 'of'>;
  loader: Loader;
  pools: Record<Lane, WorkerPool>;
  settings: Settings;
  /** The clock that deadlines were set by. */
  clock: Clock;
  telemetry: Telemetry;
}

/** What is needed to read one document. */
interface Means {
  /** Monotonic ms. */
  deadline: number;
  signal: AbortSignal;
  seat: Seat;
  large: LargeAnswer;
}

/** Handlers per worker: reading and writing blobs overlaps with parsing. */
const HANDLERS_PER_WORKER = 4;
const LEAST_HANDLERS = 16;
/**
 * Extra handlers for keys with nothing in progress: sixteen slow documents of one key once held all handlers, while the
 * worker reserved for others (worker/pool.ts) was idle.
 */
const RESERVED_HANDLERS = 4;
/**
 * Separate handlers for documents that are fetched from callers' addresses: 21 hanging fetches of five keys once held
 * every handler, and uploads waited for them. A server that hangs occupies a handler for 15 s and takes hardly any
 * memory (room.ts).
 */
const FETCHING_HANDLERS = 32;
const RESERVED_FETCHING_HANDLERS = 8;
const isFetched = ({ event }: RecordedEvent) =>
  event.type === 'ExtractRequested' && event.source_blob === null;
/**
 * Memory for a lane's large documents. Large documents that callers wait for are always fetched ones (uploads would be
 * jobs), so together with the small ones both lanes take at most 456 MiB of the 512 that a pod has beside its workers.
 */
const ROOM_BYTES = 128 * 1024 * 1024;
/** Giving up an outcome means reading its document again, so wait longer than any failover of the log. */
const OUTCOME_PATIENCE_MS = 60_000;

/**
 * When stopping: most documents are finished within this time, and their callers get answers from here. A longer one is
 * begun again elsewhere (the first end counts), because callers and jobs behind it must not wait for it.
 */
const HAND_OVER_AFTER_MS = 1_000;

/** A request is delivered again at the earliest after a session has ended; a younger one counts as new. */
const FRESH_MS = 2_000;

export class Extractor {
  private readonly ports: ExtractorPorts;
  private readonly unreadable: UnreadableBlobs;
  private readonly settled: SettledRequests;
  private readonly progress: ProgressNotes;
  private readonly rooms: Record<Lane, Room> = {
    interactive: new Room(ROOM_BYTES),
    bulk: new Room(ROOM_BYTES),
  };

  constructor(ports: ExtractorPorts) {
    this.ports = ports;
    this.settled = new SettledRequests(ports);
    this.progress = new ProgressNotes(ports);
    this.unreadable = new UnreadableBlobs(ports.telemetry);
  }

  /** One consumer for each lane, so that one lane's backlog does not delay reading the other. */
  start(): Consumer[] {
    const maxInFlight = Math.max(LEAST_HANDLERS, this.ports.settings.EXTRACT_WORKERS * HANDLERS_PER_WORKER);
    const lanes: Lane[] = ['interactive', 'bulk'];
    return lanes.map(lane =>
      this.ports.log.consume({
        group: `extractor-${lane}`,
        topics: [`requests-${lane}`],
        maxInFlight,
        beforeDurable: true,
        reserve: RESERVED_HANDLERS,
        apart: {
          are: isFetched,
          maxInFlight: FETCHING_HANDLERS,
          reserve: RESERVED_FETCHING_HANDLERS,
        },
        handOverAfterMs: HAND_OVER_AFTER_MS,
        // One key's burst must not make another key's callers wait for all of it.
        ownerOf: ({ event }) => event.key_id,
        turnOf: ({ event }) => turnAt(event.at, 'bytes' in event ? event.bytes : null),
        handle: (record, signal) => this.handle(record, lane, signal),
      }),
    );
  }

  private async handle(record: RecordedEvent, lane: Lane, signal: AbortSignal): Promise<void> {
    const { event, traceparent } = record;
    if (event.type !== 'ExtractRequested' && event.type !== 'ExtractDeferred') return;
    const isSettled = this.settled.isSettled(record, event, lane);
    isSettled.catch(() => undefined);
    // For a caller who has just asked, the look-up runs while the document is being read, and is waited for only if it
    // takes longer.
    const overlaps = lane === 'interactive' && event.source_blob !== null && this.isFresh(event);
    if (!overlaps && (await isSettled)) return this.forgetSource(event);
    const begunAt = performance.now();
    const deadline = this.deadlineOf(event, begunAt);
    const seat = this.rooms[lane].seat({
      owner: event.key_id,
      isFetched: event.source_blob === null,
      deadline,
      signal,
    });
    const large = new LargeAnswer(this.ports.blobs, event, () => this.pepperOf(event));
    const trace = new Trace(this.ports, event, lane, traceparent);
    try {
      const isOver = deadline <= begunAt;
      if (isOver) trace.expired();
      const ending = isOver
        ? failure('timeout')
        : await this.end(event, lane, { deadline, signal, seat, large }, trace);
      if (ending === null) return trace.end();
      if (await isSettled) await Promise.all([this.forgetSource(event), large.forget()]);
      else {
        if (ending.kind === 'failed' && ending.lost !== undefined) this.unreadable.missing(ending.lost);
        await this.record(event, lane, ending, { begunAt, trace });
      }
      trace.end();
    } catch (error) {
      trace.end('not finished here');
      throw error;
    } finally {
      seat.leave();
    }
  }

  private async end(
    event: Request,
    lane: Lane,
    { deadline, signal, seat, large }: Means,
    trace: Trace,
  ): Promise<Ending> {
    const loadedFrom = Date.now();
    const fetchedFrom = performance.now();
    const loaded = await this.ports.loader.load(event, deadline, signal, seat);
    const fetchMs = event.source_blob === null ? Math.round(performance.now() - fetchedFrom) : null;
    trace.fetched(loadedFrom, loaded.kind === 'failed' ? loaded.code : undefined);
    if (loaded.kind === 'failed') return { ...failure(loaded.code, loaded.abusive), lost: loaded.lost };
    if (this.mustDefer(event, loaded.bytes.length)) {
      await this.defer(event, loaded, trace.traceparent);
      return null;
    }
    const { format, key_id: owner } = event;
    const { charset } = loaded;
    const listeners = {
      onBegin: () => trace.begun(),
      keep: large.keep,
      // Nobody can ask for the progress of a document whose caller waits.
      ...(lane === 'bulk' && { progress: this.progress.of(event.job_id) }),
    };
    const outcome = await this.ports.pools[lane].run(
      { format, charset },
      loaded.bytes,
      deadline,
      owner,
      listeners,
    );
    trace.parsed(outcome);
    // Not begun, or killed because of a stop and not of its deadline: leave the request to whoever takes it next.
    if (outcome.kind === 'refused' || (signal.aborted && outcome.kind !== 'answered'))
      throw new Error('stopped before the document was read');
    // The worker ended because the store failed.
    if (outcome.kind === 'died' && large.failure !== undefined) throw large.failure;
    return this.ending(outcome, { bytes: loaded.bytes.length, fetchMs, kept: large.kept }, lane);
  }

  private ending(
    outcome: WorkOutcome,
    { bytes, fetchMs, kept }: Pick<Completed, 'bytes' | 'fetchMs' | 'kept'>,
    lane: Lane,
  ): Ending {
    this.ports.telemetry.workerOutcomes.inc({ lane, outcome: outcome.kind });
    if (outcome.kind === 'deadline') return failure('timeout', false, bytes);
    // No honest document of its size takes that long, so this is its own fault, unlike a deadline missed in a busy
    // hour.
    if (outcome.kind === 'cpu') return failure('extraction_failed', true, bytes);
    if (outcome.kind === 'memory')
      return failure(
        'extraction_failed',
        isOutOfProportion(bytes, this.ports.settings.WORKER_MEMORY_MB),
        bytes,
      );
    if (outcome.kind !== 'answered') return failure('extraction_failed', false, bytes);
    const { answer, response } = outcome;
    if (answer.kind === 'failed') return failure(answer.code, answer.abusive, bytes, answer.contentType);
    return { kind: 'completed', answer, response, kept, bytes, fetchMs };
  }

  /** Whether the request is young enough not to have been delivered before: then a late look-up loses nothing. */
  private isFresh(event: Request): boolean {
    return this.ports.clock.now() - event.at < FRESH_MS;
  }

  /**
   * The deadline in monotonic ms, so that setting the machine's clock does not time out a document being read. The
   * deadline of a waiting caller is absolute, by the clock that ingest set it by; a job's time begins when its turn
   * comes, however long the backlog was. Neither is further away than its usual maximum.
   */
  private deadlineOf(event: Request, begunAt: number): number {
    const { SYNC_BUDGET_MS, JOB_TIMEOUT_MS } = this.ports.settings;
    const waits = event.type === 'ExtractRequested' && !event.asynchronous;
    const leftMs = event.deadline_at - this.ports.clock.now();
    return begunAt + Math.min(leftMs, waits ? SYNC_BUDGET_MS : JOB_TIMEOUT_MS);
  }

  /** Whether a fetched document's size sends it to the job path although its caller waits. */
  private mustDefer(event: Request, bytes: number): event is ExtractRequested {
    return (
      event.type === 'ExtractRequested' &&
      !event.asynchronous &&
      event.source === 'url' &&
      bytes > this.ports.settings.ASYNC_THRESHOLD_BYTES
    );
  }

  private async defer(
    event: ExtractRequested,
    { bytes, sha256: hash, charset }: Extract<Loaded, { kind: 'loaded' }>,
    traceparent: string,
  ): Promise<void> {
    const key = withCharset(`source/${ownedBy(event.key_id, event.job_id)}`, charset);
    const sha256 = await hash();
    const at = Date.now();
    const deferred: ExtractDeferred = {
      type: 'ExtractDeferred',
      event_id: newId(at),
      at,
      job_id: event.job_id,
      key_id: event.key_id,
      format: event.format,
      source_blob: key,
      bytes: bytes.length,
      sha256: event.pepper === null ? sha256 : '',
      request_blob: event.request_blob,
      webhook: event.webhook,
      requested_at: event.at,
      deadline_at: this.ports.clock.now() + this.ports.settings.JOB_RETENTION_SECONDS * 1000,
      source_hmac: (await this.pepperOf(event))?.hmac('source', sha256) ?? null,
      pepper: event.pepper,
    };
    await this.ports.journal.record({ blobs: [{ key, bytes }], events: [deferred] }, { traceparent });
  }

  /**
   * The pepper of the request; undefined if the event names none, or if it was destroyed because its job is erased, or
   * about to be.
   */
  private async pepperOf({ key_id, pepper }: Request): Promise<Pepper | undefined> {
    if (pepper === null) return undefined;
    try {
      return await this.ports.peppers.of(key_id, pepper);
    } catch (error) {
      if (error instanceof BlobMissing) return undefined;
      throw error;
    }
  }

  private async record(
    event: Request,
    lane: Lane,
    ending: NonNullable<Ending>,
    { begunAt, trace }: { begunAt: number; trace: Trace },
  ): Promise<void> {
    const { journal, telemetry } = this.ports;
    const storedFrom = Date.now();
    const tookMs = Math.round(performance.now() - begunAt);
    const code = ending.kind === 'completed' ? 'completed' : ending.code;
    telemetry.extractions.inc({ outcome: code });
    telemetry.extractionSeconds.observe(tookMs / 1000);
    const confidence = ending.kind === 'completed' ? ending.answer.ocrCount.confidence : null;
    if (confidence !== null) telemetry.ocrConfidence.observe(confidence);
    const options = { traceparent: trace.traceparent, patienceMs: OUTCOME_PATIENCE_MS };
    const forgets = this.sourceToForget(event);
    const at = await endsAt(this.ports, ending);
    const span = { startedAt: at - tookMs, at, build: buildOf(this.ports.settings) };
    const outcome =
      ending.kind === 'failed'
        ? failed(event, ending, span)
        : completed(event, { ...ending, pepper: await this.pepperOf(event) }, span);
    const blobs =
      outcome.type === 'ExtractCompleted' && ending.kind === 'completed' && ending.kept === undefined
        ? [{ key: outcome.result_blob as BlobKey, bytes: ending.response, awaited: lane === 'interactive' }]
        : [];
    await journal.record({ blobs, events: [outcome], forgets }, options);
    trace.stored(storedFrom, code);
  }

  /** Deletes the document of a job that has ended: whoever recorded the end may have died before deleting it. */
  private async forgetSource(event: Request): Promise<void> {
    await this.ports.journal.record({ blobs: [], events: [], forgets: this.sourceToForget(event) });
  }

  /** The document to delete with the end of its job, unless it is kept so that it can be extracted again. */
  private sourceToForget({ source_blob }: Request): BlobKey[] {
    const isKept = this.ports.settings.SOURCE_REPLAY_SECONDS > 0;
    return source_blob === null || isKept ? [] : [source_blob as BlobKey];
  }
}
