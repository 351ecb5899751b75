/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP. The exporter reads OTEL_EXPORTER_OTLP_* itself, the
 * resource reads OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; OTEL_TRACES_SAMPLER, its _ARG and
 * OTEL_BSP_SCHEDULE_DELAY are read here.
 */
import {
  type Span as ApiSpan,
  context,
  DiagLogLevel,
  diag,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { atMostEvery } from '../at-most-every.ts';
import { InvalidSetting } from '../setting-value.ts';
import { within } from '../within.ts';
import type { Attributes, EndedSpan, Span, SpanOptions, Tracing, Warnings } from './tracing.ts';

/** Longest time to close, in ms: a collector that is away must not delay a stop. */
const CLOSE_LIMIT_MS = 2_000;
/** Shortest time between two log lines about a collector that is away, in ms. */
const SAY_EVERY_MS = 60_000;

/** Delay in ms before ended spans are made, so that they do not delay an answer. */
const BEHIND_MS = 10;
/** Spans made in one turn of the event loop, at about 10 us each. */
const SPANS_A_TURN = 50;
/** Most ended spans that wait to be made; more are dropped, as the SDK drops spans that it cannot send. */
const MOST_ENDED_SPANS = 2_048;

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

export class OtlpTracing implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer: Tracer;
  private endedSpans: (EndedSpan & { name: string; parent: string | undefined; endedAt: number })[] = [];
  private isBehind = false;

  constructor(environment: Environment, service: string, log: Warnings) {
    sayFailures(log);
    const named = detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] });
    this.provider = new TracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes({ 'service.name': service, 'service.namespace': 'textrail' }))
        .merge(named),
      sampler: samplerOf(environment),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter(),
          scheduledDelayMillis: delayOf(environment),
        }),
      ],
    });
    this.tracer = this.provider.getTracer('textrail');
  }

  begin(name: string, parent: string | undefined, options: SpanOptions = {}): Span {
    const span = this.start(name, parent, options);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      set: (more: Attributes) => void span.setAttributes(more),
      // Use the same clock as for the start, which the system may have set meanwhile.
      end: failure => end(span, Date.now(), failure),
    };
  }

  ended(name: string, parent: string | undefined, span: EndedSpan): void {
    if (this.endedSpans.length >= MOST_ENDED_SPANS) return;
    this.endedSpans.push({ ...span, name, parent, endedAt: Date.now() });
    if (this.isBehind) return;
    this.isBehind = true;
    setTimeout(() => this.makeEnded(), BEHIND_MS).unref();
  }

  async close(): Promise<void> {
    while (this.endedSpans.length > 0) this.makeEnded();
    await within(CLOSE_LIMIT_MS, this.provider.shutdown()).catch(() => undefined);
  }

  private makeEnded(): void {
    const spans = this.endedSpans.splice(0, SPANS_A_TURN);
    for (const { name, parent, endedAt, failure, ...options } of spans)
      end(this.start(name, parent, options), endedAt, failure);
    this.isBehind = this.endedSpans.length > 0;
    if (this.isBehind) setImmediate(() => this.makeEnded());
  }

  private start(name: string, parent: string | undefined, options: SpanOptions): ApiSpan {
    const { kind = 'internal', startedAt = Date.now(), attributes = {} } = options;
    const below = parent === undefined ? context.active() : contextOf(parent);
    return this.tracer.startSpan(name, { kind: KINDS[kind], startTime: startedAt, attributes }, below);
  }
}

function end(span: ApiSpan, endedAt: number, failure: string | undefined): void {
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end(endedAt);
}

function contextOf(traceparent: string) {
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Ms between two sends; the specification's default is 5000. */
function delayOf({ OTEL_BSP_SCHEDULE_DELAY = '' }: Environment): number {
  if (OTEL_BSP_SCHEDULE_DELAY === '') return 5_000;
  if (/^[1-9]\d{0,8}$/.test(OTEL_BSP_SCHEDULE_DELAY)) return Number(OTEL_BSP_SCHEDULE_DELAY);
  throw new InvalidSetting('OTEL_BSP_SCHEDULE_DELAY', 'is not a number of milliseconds');
}

/**
 * The sampler that OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG ask for, as defined by OpenTelemetry's SDK
 * environment variables.
 */
function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Environment): Sampler {
  const name = OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const root = rootSampler(name.replace(/^parentbased_/, ''), OTEL_TRACES_SAMPLER_ARG);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, argument = ''): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  if (name === 'always_off') return new AlwaysOffSampler();
  if (name !== 'traceidratio')
    throw new InvalidSetting(
      'OTEL_TRACES_SAMPLER',
      'is none of always_on, always_off, traceidratio, parentbased_…',
    );
  // By the specification, an empty variable counts as not set.
  const ratio = Number(argument || '1');
  if (!(ratio >= 0 && ratio <= 1))
    throw new InvalidSetting('OTEL_TRACES_SAMPLER_ARG', 'is not a number from 0 to 1');
  return new TraceIdRatioBasedSampler(ratio);
}

function sayFailures(log: Warnings): void {
  const isTime = atMostEvery(SAY_EVERY_MS);
  const say = (message: string) => {
    if (!isTime()) return;
    log.warn({ reason: message }, 'traces do not reach their collector');
  };
  const quiet = () => undefined;
  const logger = { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
