/** Opens the tracing that OpenTelemetry's standard environment variables ask for. */
import { InvalidSetting } from '../setting-value.ts';
import { NO_TRACING, type Tracing, type Warnings } from './tracing.ts';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** `service`: the service's name unless OTEL_SERVICE_NAME is set. Throws `InvalidSetting`. */
export async function openTracing(
  environment: Readonly<Record<string, string | undefined>>,
  service: string,
  log: Warnings,
): Promise<Tracing> {
  const named = ENDPOINTS.filter(name => (environment[name] ?? '') !== '');
  const isOff =
    environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || environment.OTEL_TRACES_EXPORTER === 'none';
  if (named.length === 0 || isOff) return NO_TRACING;
  for (const name of named)
    if (!/^https?:\/\/./.test(environment[name] ?? '') || !URL.canParse(environment[name] ?? ''))
      throw new InvalidSetting(name, 'is not an address like http://collector:4318');
  const { OtlpTracing } = await import('./otlp-tracing.ts');
  return new OtlpTracing(environment, service, log);
}
