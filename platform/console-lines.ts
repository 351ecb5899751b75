/**
 * Turns what dependencies print to the console into JSON lines of the log, because readers of the log expect nothing
 * but JSON.
 */
import { format } from 'node:util';
import type { Telemetry } from './telemetry.ts';

export function sayInLog(log: Pick<Telemetry['logger'], 'warn'>, to: Pick<Console, 'warn'> = console): void {
  const say = (...words: unknown[]) => log.warn({ said: format(...words) }, 'a dependency says');
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    Object.assign(to, { [method]: say });
}
