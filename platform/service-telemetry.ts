/** Sets up the logs, metrics and traces of a process that serves, and the authorities it trusts. */
import { sayInLog } from './console-lines.ts';
import { followExtraAuthorities } from './extra-authorities.ts';
import type { Settings } from './settings.ts';
import { createLogger, createTelemetry, type Telemetry } from './telemetry.ts';
import { openTracing } from './tracing/open-tracing.ts';

/**
 * `role` goes into each log line, and into the service's name in traces unless OTEL_SERVICE_NAME is set. Undefined for
 * the whole service.
 */
export async function telemetryOf({ LOG_LEVEL }: Settings, role?: string): Promise<Telemetry> {
  const logger = createLogger(LOG_LEVEL, role);
  sayInLog(logger);
  followExtraAuthorities(logger);
  const service = role === undefined ? 'textrail' : `textrail-${role}`;
  return createTelemetry(LOG_LEVEL, { logger, tracing: await openTracing(process.env, service, logger) });
}
