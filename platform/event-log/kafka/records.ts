/** Decodes a broker's records into events. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, KafkaMessage } from 'kafkajs';
import type { Event, Topic } from '../../../schemas/events.ts';
import { DERIVED_TOPIC } from '../../../schemas/history.ts';
import { traceparentOf } from '../cloud-events.ts';
import { type EventCodec, EventDecodeError } from '../codec.ts';
import type { RecordedEvent } from '../event-log.ts';
import type { LogSink } from './client.ts';

/** All attempts together take less than the group's session, because no heartbeat is sent meanwhile. */
const REGISTRY_ATTEMPTS = 6;
const REGISTRY_PAUSE_MS = 500;

export interface RecordReading {
  codec: EventCodec;
  log: LogSink;
  /** For metrics. */
  onPoison?: (topic: Topic) => void;
}

/**
 * Decodes a batch. A record that no version of the service could have written (not in our envelope, or a damaged body)
 * is poison: it is logged and left out, since no restart would get past it. A record with an unknown schema was written
 * by a newer version: the error is passed on, the consumer stops, and nothing is skipped.
 */
export async function decodeBatch(
  batch: Batch,
  topic: Topic,
  { codec, log, onPoison }: RecordReading,
): Promise<RecordedEvent[]> {
  const records: RecordedEvent[] = [];
  for (const message of batch.messages) {
    // A record that was retracted from the derived topic.
    if (message.value === null && topic === DERIVED_TOPIC) continue;
    try {
      const value = message.value ?? Buffer.alloc(0);
      const decoded = codec.decode(value);
      // Awaiting a value that is no promise would cost a turn of the microtask queue for each of millions of records.
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

/** Waits for an event whose schema has to be fetched first; repeats it if the registry is away for a moment. */
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
