/** What a dependency prints by itself becomes lines of the log, which whoever reads it takes for JSON. */
import { format } from 'node:util';
import type { Telemetry } from './telemetry.ts';

export function sayInLog(log: Pick<Telemetry['logger'], 'warn'>, to: Pick<Console, 'warn'> = console): void {
  const say = (...words: unknown[]) => log.warn({ said: format(...words) }, 'a dependency says');
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    Object.assign(to, { [method]: say });
}
