/** A start that waits for a server says so every few seconds; its log would stay empty otherwise. */
import type { Telemetry } from './telemetry.ts';

const SAY_EVERY_MS = 5_000;

export async function saidWhileWaiting<T>(
  log: Pick<Telemetry['logger'], 'warn'>,
  dependency: string,
  work: Promise<T>,
): Promise<T> {
  const timer = setInterval(() => log.warn({ dependency }, 'still waiting for it to answer'), SAY_EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
