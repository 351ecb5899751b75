/** One document's way through an extractor: measures and traces its stages, and holds the span that its outcome belongs to. */
import type { Clock } from '../../platform/shared-clock.ts';
import { endStage, type Stage } from '../../platform/stages.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { type Span, traceIdOf } from '../../platform/tracing/tracing.ts';
import type { Lane } from '../../schemas/events.ts';
import type { Request } from './source-loader.ts';
import type { WorkOutcome } from './worker/worker.ts';

export class Trace {
  private readonly ports: { telemetry: Telemetry; clock: Clock };
  private readonly event: Request;
  private readonly lane: Lane;
  private readonly span: Span;
  /** Epoch ms by this process's clock. */
  private begunAt = Date.now();
  private hasBegun = false;

  constructor(
    ports: { telemetry: Telemetry; clock: Clock },
    event: Request,
    lane: Lane,
    parent: string | undefined,
  ) {
    this.ports = ports;
    this.event = event;
    this.lane = lane;
    const attributes = { 'textrail.job_id': event.job_id, 'textrail.key_id': event.key_id, lane };
    this.span = ports.telemetry.tracing.begin('extract', parent, { kind: 'consumer', attributes });
  }

  get traceparent(): string {
    return this.span.traceparent;
  }

  fetched(startedAt: number, failure: string | undefined): void {
    this.ended('fetch', { startedAt, failure });
  }

  /**
   * Called when a worker has the document; everything before was waiting, in the log or for the worker. Counts only
   * once, however often the document is begun.
   */
  begun(): void {
    this.begunAt = Date.now();
    if (this.hasBegun) return;
    this.hasBegun = true;
    this.waited();
  }

  /** Called when its time is over before a worker took it. */
  expired(): void {
    this.waited('timeout');
  }

  parsed(outcome: WorkOutcome): void {
    if (!this.hasBegun) {
      if (outcome.kind === 'deadline') this.expired();
      return;
    }
    const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
    // A worker that was killed has not said what it read.
    const format = answer?.contentType?.split(/[/;]/)[1] ?? 'unknown';
    if (answer?.kind !== 'completed') {
      this.ended('parse', { startedAt: this.begunAt, failure: answer?.code ?? outcome.kind, format });
      return;
    }
    this.ended(answer.ocr ? 'ocr' : 'parse', { startedAt: this.begunAt, format });
    this.span.set({ format, pages: answer.pages ?? 0, ocr: answer.ocr });
  }

  stored(startedAt: number, code: string): void {
    this.ended('store', { startedAt });
    this.span.set({ 'textrail.outcome': code });
    this.ports.telemetry.logger.debug(
      { job_id: this.event.job_id, trace_id: traceIdOf(this.traceparent), outcome: code },
      'a document has ended',
    );
  }

  end(failure?: string): void {
    this.span.end(failure);
  }

  private waited(failure?: string): void {
    // By the clock that the request was written by.
    const waitedMs = Math.max(0, this.ports.clock.now() - this.event.at);
    this.ended('queue', { startedAt: Date.now() - waitedMs, failure });
  }

  private ended(
    stage: Stage,
    more: { startedAt: number; failure?: string | undefined; format?: string },
  ): void {
    endStage(this.ports.telemetry, stage, { parent: this.traceparent, lane: this.lane, ...more });
  }
}
