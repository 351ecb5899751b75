/** Logs, metrics and traces of a process that serves, and whom it trusts. */
import { sayInLog } from './console-lines.ts';
import { followExtraAuthorities } from './extra-authorities.ts';
import type { Settings } from './settings.ts';
import { createLogger, createTelemetry, type Telemetry } from './telemetry.ts';
import { openTracing } from './tracing/open-tracing.ts';

/** `role`: in the lines of the log and in the name in traces, where OTEL_SERVICE_NAME gives no other; none for the whole service. */
export async function telemetryOf({ LOG_LEVEL }: Settings, role?: string): Promise<Telemetry> {
  const logger = createLogger(LOG_LEVEL, role);
  sayInLog(logger);
  followExtraAuthorities(logger);
  const service = role === undefined ? 'textrail' : `textrail-${role}`;
  return createTelemetry(LOG_LEVEL, { logger, tracing: await openTracing(process.env, service, logger) });
}
