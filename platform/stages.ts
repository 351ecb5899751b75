/**
 * The stages a document passes through. Each is measured and traced by one call when it is over:
 * `textrail_stage_seconds` gives rate and errors by its counts for each outcome, and durations by its buckets.
 */
import type { Telemetry } from './telemetry.ts';
import type { Attributes } from './tracing/tracing.ts';

/**
 * `accept`: from the request until its event is in the log. `queue`: until a worker begins. `fetch`: reading the
 * source. `parse`, or `ocr` if pages were recognised: in the worker. `store`: writing the outcome. `project`: from the
 * outcome until the read model shows it. `deliver`: one webhook attempt.
 */
export type Stage = 'accept' | 'queue' | 'fetch' | 'parse' | 'ocr' | 'store' | 'project' | 'deliver';

export interface EndedStage {
  /** Epoch ms. */
  startedAt: number;
  /** Traceparent of the span that the stage is part of. */
  parent: string | undefined;
  /** A word for the failure; undefined if the stage succeeded. */
  failure?: string | undefined;
  lane?: string;
  /** The document's format: the part of its media type after the slash. */
  format?: string;
  /** The key's plan. */
  key_class?: string;
  kind?: 'client' | 'internal';
  attributes?: Attributes;
}

export function endStage(telemetry: Telemetry, stage: Stage, ended: EndedStage): void {
  const { startedAt, parent, failure, lane = '', format = '', key_class = '', attributes } = ended;
  const outcome = failure === undefined ? 'ok' : 'failed';
  const seconds = Math.max(0, Date.now() - startedAt) / 1000;
  telemetry.stageSeconds.observe({ stage, outcome, lane, format, key_class }, seconds);
  telemetry.tracing.ended(stage, parent, {
    kind: ended.kind ?? 'internal',
    startedAt,
    failure,
    attributes: { ...(lane && { lane }), ...(format && { format }), ...attributes },
  });
}
