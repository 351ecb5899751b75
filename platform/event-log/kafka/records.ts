/** Records of a broker as events of the service. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, KafkaMessage } from 'kafkajs';
import type { Event, Topic } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { traceparentOf } from '../cloud-events.ts';
import { type EventCodec, EventDecodeError } from '../codec.ts';
import type { RecordedEvent } from '../event-log.ts';
import type { LogSink } from './client.ts';

/** Together less than the group's session: no heartbeat is sent meanwhile. */
const REGISTRY_ATTEMPTS = 6;
const REGISTRY_PAUSE_MS = 500;

export interface RecordReading {
  codec: EventCodec;
  log: LogSink;
  /** For metrics. */
  onPoison?: (topic: Topic) => void;
}

/**
 * Decodes a batch. A record that no version of the service could have written (no envelope of ours, a damaged body) is
 * poison: it is said and left out, since no restart would ever get past it. A record with a schema unknown here was
 * written by a newer version: the error goes up, the consumer stops, and nothing is skipped.
 */
export async function decodeBatch(
  batch: Batch,
  topic: Topic,
  { codec, log, onPoison }: RecordReading,
): Promise<RecordedEvent[]> {
  const records: RecordedEvent[] = [];
  for (const message of batch.messages) {
    // What was taken out of the derived topic.
    if (message.value === null && topic === DERIVED_TOPIC) continue;
    try {
      const value = message.value ?? Buffer.alloc(0);
      const decoded = codec.decode(value);
      // Awaiting what is no promise would cost a turn of the microtask queue for each of millions of records.
      const event = decoded instanceof Promise ? await asked(decoded, codec, value) : decoded;
      records.push({ ...placeOf(message, batch, topic), event });
    } catch (error) {
      if (!isPoison(error)) throw error;
      log.error({ ...placeOf(message, batch, topic), reason: error.reason }, 'poison record skipped');
      onPoison?.(topic);
    }
  }
  return records;
}

/** Its schema had to be asked for, and the registry may be away for a moment. */
async function asked(first: Promise<Event>, codec: EventCodec, value: Buffer): Promise<Event> {
  let decoded: Event | Promise<Event> = first;
  for (let attempt = 1; ; attempt++) {
    try {
      return await decoded;
    } catch (error) {
      if (error instanceof EventDecodeError || attempt >= REGISTRY_ATTEMPTS) throw error;
      await sleep(REGISTRY_PAUSE_MS);
      decoded = codec.decode(value);
    }
  }
}

function placeOf(message: KafkaMessage, batch: Batch, topic: Topic) {
  return {
    topic,
    partition: batch.partition,
    offset: Number(message.offset),
    traceparent: traceparentOf(message.headers),
  };
}

function isPoison(error: unknown): error is EventDecodeError {
  return error instanceof EventDecodeError && error.reason !== 'schema';
}
