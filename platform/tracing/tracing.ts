/**
 * Traces by OpenTelemetry's standard variables: one trace follows a document from HTTP through the log to its webhook.
 * The context travels in the events' `traceparent` (W3C Trace Context), so that each role's spans are children of the
 * previous role's. If no variable names a collector, nothing of OpenTelemetry is loaded and the context is only passed
 * on.
 */
import { randomTail } from '../ids.ts';

export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** One of OpenTelemetry's kinds; `internal` by default. */
  kind?: 'server' | 'consumer' | 'client' | 'internal';
  /** Epoch ms; now by default. */
  startedAt?: number;
  attributes?: Attributes;
}

export interface Span {
  /** What a child span, or an event written within this span, names as its parent. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** `failure`: a word or two, if the span failed for a reason on our side. */
  end(failure?: string): void;
}

/** A span that is over and has no children. */
export interface EndedSpan extends SpanOptions {
  startedAt: number;
  failure?: string | undefined;
}

/** The part of the service's logger that tracing uses. */
export interface Warnings {
  warn(fields: object, message: string): void;
}

export interface Tracing {
  /** Begins a span. `parent` is a traceparent; without one a new trace begins. */
  begin(name: string, parent: string | undefined, options?: SpanOptions): Span;
  /** Records a span that ends now. It is made a moment later, after the answer that it belongs to has been sent. */
  ended(name: string, parent: string | undefined, span: EndedSpan): void;
  /** Sends the remaining spans, for a bounded time. */
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

/** The trace id, for log lines. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent?.split('-')[1];
}

function newTraceparent(): string {
  const random = () => randomTail().toString('hex');
  return `00-${(random() + random()).slice(0, 32)}-${random().slice(0, 16)}-01`;
}
