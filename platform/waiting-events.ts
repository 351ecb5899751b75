/** How far the consumers of a role are behind, for its operators: asked at each scrape of its metrics. */
import { Gauge } from 'prom-client';
import type { Telemetry } from './telemetry.ts';
import { within } from './within.ts';

/** A scrape is given up after 10 s as a rule, and after less by whoever looks every 5 s; a silent Kafka after 8. */
const ANSWER_LIMIT_MS = 2_000;

interface Lagging {
  name: string;
  lag: () => Promise<{ records: number; oldestMs: number }>;
}

/**
 * While the log is away, or silent, nobody knows: the last answer stands, its age is told, and so are the other metrics.
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
  /** Monotonic ms at which what is told was asked. */
  const knownAt = new Map<string, number>();
  const ask = async ({ name, lag }: Lagging) => {
    const at = performance.now();
    const answer = await lag().catch(() => undefined);
    if (answer === undefined) return;
    waiting.set({ consumer: name }, answer.records);
    oldest.set({ consumer: name }, answer.oldestMs / 1000);
    knownAt.set(name, at);
  };
  // The gauges are collected in the same scrape, side by side: they share one question, and so do scrapes while it has no answer.
  let asking: Promise<unknown> | undefined;
  const asked = async (): Promise<void> => {
    asking ??= Promise.all(consumers.map(ask)).finally(() => {
      asking = undefined;
    });
    await within(ANSWER_LIMIT_MS, asking);
    for (const [consumer, at] of knownAt) age.set({ consumer }, (performance.now() - at) / 1000);
  };
}
