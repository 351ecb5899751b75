/** One request for an extraction, measured and traced: its events belong to this span, and it is timed as the stage `accept`. */
import type { FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { PLAN_QUOTAS } from '../../platform/keys.ts';
import { endStage } from '../../platform/stages.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { type Span, traceIdOf } from '../../platform/tracing/tracing.ts';
import type { ExtractRequested } from '../../schemas/events.ts';
import { NotAllowedAnyMore } from './authenticate.ts';
import { Refusal } from './refusal.ts';

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Trace ids by request, for the log lines of requests that fail. */
const traceIds = new WeakMap<FastifyRequest, string>();

export const traceIdOfRequest = (request: FastifyRequest): string | undefined => traceIds.get(request);

export class Arrival {
  private readonly telemetry: Telemetry;
  private readonly span: Span;
  private readonly startedAt = Date.now();
  private readonly keyClass: string;
  private hasRecorded = false;

  constructor(telemetry: Telemetry, request: FastifyRequest, { keyId, plan }: KeyState) {
    this.telemetry = telemetry;
    // Operators choose the names of plans; the metric's label is limited to the product's own.
    this.keyClass = PLAN_QUOTAS.has(plan) ? plan : 'other';
    const { traceparent } = request.headers;
    const isTraced = typeof traceparent === 'string' && TRACEPARENT.test(traceparent);
    const route = request.routeOptions.url ?? '';
    this.span = telemetry.tracing.begin(`POST ${route}`, isTraced ? traceparent : undefined, {
      kind: 'server',
      attributes: { 'http.request.method': 'POST', 'http.route': route, 'textrail.key_id': keyId },
    });
    const traceId = traceIdOf(this.traceparent);
    if (traceId !== undefined) traceIds.set(request, traceId);
  }

  get traceparent(): string {
    return this.span.traceparent;
  }

  recorded(event: ExtractRequested): void {
    this.hasRecorded = true;
    this.span.set({ 'textrail.job_id': event.job_id, lane: event.lane });
    this.accept({ lane: event.lane });
  }

  answered(status: number): void {
    this.span.set({ 'http.response.status_code': status });
    this.span.end();
  }

  /** A refusal is a normal answer; anything else is an outage on our side. */
  failed(error: unknown): void {
    const [status, failure] = toldOf(error);
    if (!this.hasRecorded) this.accept({ failure });
    this.span.set({ 'http.response.status_code': status });
    this.span.end(status === 503 ? failure : undefined);
  }

  private accept(more: { lane?: string; failure?: string }): void {
    const { startedAt, traceparent: parent, keyClass: key_class } = this;
    endStage(this.telemetry, 'accept', { startedAt, parent, key_class, ...more });
  }
}

function toldOf(error: unknown): [status: number, failure: string] {
  if (error instanceof Refusal) return [error.status, error.code];
  if (error instanceof NotAllowedAnyMore) return [error.decision.status, 'revoked'];
  return [503, 'unavailable'];
}
