import { type Event, TOPICS, type Topic, topicOf } from '../../schemas/events.ts';
import type { Consumer, Position, ProjectOptions, RecordedEvent } from '../event-log/event-log.ts';

/** Makes records for adapters that do not read the log: one partition, ascending offsets. */
function recorder(): (events: Event[]) => Promise<RecordedEvent[]> {
  const next = new Map<Topic, number>();
  return async events =>
    events.map(event => {
      const topic = topicOf(event);
      const offset = next.get(topic) ?? 0;
      next.set(topic, offset + 1);
      return { event, topic, partition: 0, offset, traceparent: undefined };
    });
}

/** A log in memory with the part that a rebuild needs: it is read to its end once. */
export class MemoryLog {
  readonly records: RecordedEvent[] = [];
  private readonly recorder = recorder();

  async record(events: Event[]): Promise<RecordedEvent[]> {
    const records = await this.recorder(events);
    this.records.push(...records);
    return records;
  }

  async ends(topics: readonly Topic[]): Promise<Position[]> {
    return topics.map(topic => {
      const next = this.records.filter(record => record.topic === topic).length;
      return { topic, partition: 0, next };
    });
  }

  project({ positions, apply }: ProjectOptions): Consumer {
    const never = new Promise<void>(() => undefined);
    const ready = (async () => {
      const stored = await positions();
      for (const topic of TOPICS) {
        const next = stored.find(position => position.topic === topic)?.next ?? 0;
        const records = this.records.filter(record => record.topic === topic && record.offset >= next);
        const end = this.records.filter(record => record.topic === topic).length;
        await apply(records, { topic, partition: 0, next: end });
      }
    })();
    return {
      ready,
      closed: never,
      lag: async () => ({ records: 0, oldestMs: 0 }),
      stop: async () => undefined,
    };
  }
}
