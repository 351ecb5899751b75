/**
 * CloudEvents 1.0 in Kafka's binary mode: the event's attributes as `ce_` headers beside the Avro record, so
 * that routers and analysts can filter without decoding it.
 */

import { CLOUD_EVENT_TYPES, type Event, partitionKeyOf } from '../../schemas/events.ts';

const EVENT_CONTENT_TYPE = 'avro/binary';

/** W3C Trace Context, version 00; anything else is no trace of ours. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Where an event comes from and what it was caused by. */
export interface EventOrigin {
  /** CloudEvents `source`, a URI reference: `/textrail/extractor`. */
  source: string;
  /** CloudEvents `type`, if a version other than the newest is written. */
  type?: string;
  /** W3C Trace Context of the work that emitted the event. */
  traceparent?: string | undefined;
}

/** Headers as a Kafka client hands them over. */
export type ReceivedHeaders = Readonly<
  Record<string, Uint8Array | string | (Uint8Array | string)[] | undefined>
>;

/** @returns the headers of the event's record; `traceparent` only if the origin has a well-formed one. */
export function cloudEventHeaders(event: Event, origin: EventOrigin): Record<string, string> {
  const { source, traceparent, type = CLOUD_EVENT_TYPES[event.type] } = origin;
  return {
    ce_specversion: '1.0',
    ce_id: event.event_id,
    ce_source: source,
    ce_type: type,
    ce_time: new Date(event.at).toISOString(),
    ce_subject: partitionKeyOf(event),
    'content-type': EVENT_CONTENT_TYPE,
    ...(traceparent !== undefined && TRACEPARENT.test(traceparent) ? { traceparent } : {}),
  };
}

/** The trace that a received event belongs to; undefined if the header is missing or malformed. */
export function traceparentOf(headers: ReceivedHeaders | undefined): string | undefined {
  const [value] = [headers?.traceparent].flat();
  const text =
    value === undefined || typeof value === 'string' ? value : Buffer.from(value).toString('latin1');
  return text !== undefined && TRACEPARENT.test(text) ? text : undefined;
}
