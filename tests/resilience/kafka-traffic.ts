/** A steady stream of events into a log. It remembers which were acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { KafkaEventLog, type KafkaLogOptions } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import type { ExtractRequested } from '../../schemas/events.ts';

/** Longer than any failover, so the traffic never gives up and every event sent is acknowledged in the end. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 5;

export function requested(jobId: string = randomUUID(), bytes = 1): ExtractRequested {
  const event = EXAMPLE_EVENTS.ExtractRequested;
  return { ...event, lane: 'bulk', job_id: jobId, event_id: randomUUID(), at: Date.now(), bytes };
}

export function openLog(
  brokers: string[],
  prefix: string,
  options: Pick<Partial<KafkaLogOptions>, 'stallLimitMs' | 'log' | 'memberName'> = {},
): Promise<KafkaEventLog> {
  return KafkaEventLog.open({ brokers, role: 'test', log: quietLog, prefix, ...options });
}

export class Traffic {
  readonly acknowledged = new Set<string>();
  private running = true;
  private readonly lines: Promise<void>[];

  constructor(log: EventLog, callers = 8) {
    this.lines = Array.from({ length: callers }, () => this.send(log));
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.lines);
  }

  private async send(log: EventLog): Promise<void> {
    while (this.running) {
      const event = requested();
      await log.append([event], { patienceMs: PATIENCE_MS });
      this.acknowledged.add(event.event_id);
      await sleep(PAUSE_MS);
    }
  }
}

/** How often each event occurs in the bulk lane, by event id. */
export async function countEvents(log: EventLog): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const { records } of log.read(['requests-bulk'])) {
    for (const { event } of records) counts.set(event.event_id, (counts.get(event.event_id) ?? 0) + 1);
  }
  return counts;
}
