/**
 * Traces by OpenTelemetry's standard variables: one of a document from HTTP over the log to its webhook. The context travels
 * in the events' `traceparent` (W3C Trace Context), so each role begins its spans below the one before. Where no variable
 * names a collector nothing of OpenTelemetry is loaded, and only the context is handed on.
 */
import { randomTail } from '../ids.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** As OpenTelemetry names them; `internal` by default. */
  kind?: 'server' | 'consumer' | 'client' | 'internal';
  /** Epoch ms; now by default. */
  startedAt?: number;
  attributes?: Attributes;
}

export interface Span {
  /** What a span below this one, or an event of it, names as its parent. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** `failure`: in a word or two, where it failed for a reason of ours. */
  end(failure?: string): void;
}

/** A span that is over, and that nothing stands below. */
export interface EndedSpan extends SpanOptions {
  startedAt: number;
  failure?: string | undefined;
}

/** Of the service's logger. */
export interface Warnings {
  warn(fields: object, message: string): void;
}

export interface Tracing {
  /** `parent`: a traceparent; a trace begins without one. */
  begin(name: string, parent: string | undefined, options?: SpanOptions): Span;
  /** It ended now. Its work is done a moment later, when the answer that it is part of is on its way. */
  ended(name: string, parent: string | undefined, span: EndedSpan): void;
  /** Sends what is not sent yet, for a bounded time. */
  close(): Promise<void>;
}

export const NO_TRACING: Tracing = {
  begin: (_name, parent) => ({
    traceparent: parent ?? newTraceparent(),
    set: () => undefined,
    end: () => undefined,
  }),
  ended: () => undefined,
  close: async () => undefined,
};

/** For log lines. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.split('-')[1];
}

function newTraceparent(): string {
  const random = () => randomTail().toString('hex');
  return `00-${(random() + random()).slice(0, 32)}-${random().slice(0, 16)}-01`;
}
