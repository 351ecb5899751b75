/**
 * The stages of a document's way, each measured and traced by one call when it is over: rate and errors are the counts by
 * outcome of `textrail_stage_seconds`, duration is its buckets.
 */
import type { Telemetry } from './telemetry.ts';
import type { Attributes } from './tracing/tracing.ts';

/**
 * `accept`: from the request until its event is in the log. `queue`: until a worker begins. `fetch`: reading the source.
 * `parse`, or `ocr` where pages were recognised: in the worker. `store`: writing the outcome. `project`: from the outcome until
 * the read model shows it. `deliver`: one webhook attempt.
 */
export type Stage = 'accept' | 'queue' | 'fetch' | 'parse' | 'ocr' | 'store' | 'project' | 'deliver';

export interface EndedStage {
  /** Epoch ms. */
  startedAt: number;
  /** Of the span that the stage is a part of. */
  parent: string | undefined;
  /** In a word, where it did not come to what it is for. */
  failure?: string | undefined;
  lane?: string;
  /** The document's, as the part of its media type behind the slash. */
  format?: string;
  /** The plan of the key. */
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
