/** Gauges of how far a role's consumers are behind; read at each scrape. */
import { Gauge } from 'prom-client';
import type { Telemetry } from './telemetry.ts';
import { within } from './within.ts';

/**
 * Longest wait for the answer, in ms. A scraper usually gives up after 10 s, or earlier if it scrapes every 5 s; a
 * silent Kafka only fails after 8 s.
 */
const ANSWER_LIMIT_MS = 2_000;

interface Lagging {
  name: string;
  lag: () => Promise<{ records: number; oldestMs: number }>;
}

/**
 * Registers the gauges. While the log is away or silent, the last answer stays, a gauge shows its age, and the other
 * metrics are not held up.
 */
export function watchWaitingEvents({ registry }: Telemetry, consumers: readonly Lagging[]): void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ['consumer'], registers: [registry], collect: () => asked() });
  const waiting = gauge('textrail_waiting_records', 'Events not yet handled');
  const oldest = gauge('textrail_oldest_waiting_seconds', 'Age of the oldest event not yet handled');
  const age = gauge(
    'textrail_waiting_age_seconds',
    'How long ago a consumer could last be asked for its waiting events: what is told of them is as old as that',
  );
  /** Monotonic ms at which the question for the shown answer was asked. */
  const knownAt = new Map<string, number>();
  const ask = async ({ name, lag }: Lagging) => {
    const at = performance.now();
    const answer = await lag().catch(() => undefined);
    if (answer === undefined) return;
    waiting.set({ consumer: name }, answer.records);
    oldest.set({ consumer: name }, answer.oldestMs / 1000);
    knownAt.set(name, at);
  };
  // The gauges are collected in the same scrape, so they share one question; later scrapes share it too until it is
  // answered.
  let asking: Promise<unknown> | undefined;
  const asked = async (): Promise<void> => {
    asking ??= Promise.all(consumers.map(ask)).finally(() => {
      asking = undefined;
    });
    await within(ANSWER_LIMIT_MS, asking);
    for (const [consumer, at] of knownAt) age.set({ consumer }, (performance.now() - at) / 1000);
  };
}
