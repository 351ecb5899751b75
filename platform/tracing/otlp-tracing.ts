/**
 * Spans to an OpenTelemetry collector, by OTLP over HTTP. The exporter reads OTEL_EXPORTER_OTLP_* by itself, the resource
 * OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES; OTEL_TRACES_SAMPLER, its _ARG and OTEL_BSP_SCHEDULE_DELAY are read here.
 */
import {
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
import { InvalidSetting } from '../setting-value.ts';
import { within } from '../within.ts';
import type { Attributes, Span, SpanOptions, Tracing, Warnings } from './tracing.ts';

/** Of a stop: a collector that is away must not hold it up. */
const CLOSE_LIMIT_MS = 2_000;
/** A collector that is away is said at most so often. */
const SAY_EVERY_MS = 60_000;

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
    const { kind = 'internal', startedAt = Date.now(), attributes = {} } = options;
    const below = parent === undefined ? context.active() : contextOf(parent);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], startTime: startedAt, attributes }, below);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      set: (more: Attributes) => void span.setAttributes(more),
      end: failure => {
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        // By the clock that gave its start, which the system may have set meanwhile.
        span.end(Date.now());
      },
    };
  }

  async close(): Promise<void> {
    await within(CLOSE_LIMIT_MS, this.provider.shutdown()).catch(() => undefined);
  }
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

/** Ms between two sends, 5000 by default as the specification says. */
function delayOf({ OTEL_BSP_SCHEDULE_DELAY = '' }: Environment): number {
  if (OTEL_BSP_SCHEDULE_DELAY === '') return 5_000;
  if (/^[1-9]\d{0,8}$/.test(OTEL_BSP_SCHEDULE_DELAY)) return Number(OTEL_BSP_SCHEDULE_DELAY);
  throw new InvalidSetting('OTEL_BSP_SCHEDULE_DELAY', 'is not a number of milliseconds');
}

/** OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, as the specification of the SDK's environment lists them. */
function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: Environment): Sampler {
  const name = OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const root = rootSampler(name.replace(/^parentbased_/, ''), OTEL_TRACES_SAMPLER_ARG);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, argument = '1'): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  if (name === 'always_off') return new AlwaysOffSampler();
  if (name !== 'traceidratio')
    throw new InvalidSetting(
      'OTEL_TRACES_SAMPLER',
      'is none of always_on, always_off, traceidratio, parentbased_…',
    );
  const ratio = Number(argument);
  if (!(ratio >= 0 && ratio <= 1))
    throw new InvalidSetting('OTEL_TRACES_SAMPLER_ARG', 'is not a number from 0 to 1');
  return new TraceIdRatioBasedSampler(ratio);
}

function sayFailures(log: Warnings): void {
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (message: string) => {
    const now = performance.now();
    if (now - saidAt < SAY_EVERY_MS) return;
    saidAt = now;
    log.warn({ reason: message }, 'traces do not reach their collector');
  };
  const quiet = () => undefined;
  const logger = { error: say, warn: say, info: quiet, debug: quiet, verbose: quiet };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
