/** Reads a topic once, up to its current end. */

import { randomUUID } from 'node:crypto';
import type { Admin, Batch, Consumer, Kafka } from 'kafkajs';

/** Maps each partition to the offset at which reading ends; partitions without records are left out. */
async function endsOf(admin: Admin, topic: string): Promise<Map<number, bigint>> {
  const offsets = await admin.fetchTopicOffsets(topic);
  const filled = offsets.filter(({ low, high }) => BigInt(high) > BigInt(low));
  return new Map(filled.map(({ partition, high }) => [partition, BigInt(high)]));
}

/** Reads the records before the partition's end, and removes the partition from `ends` once it is read. */
function readBatch(batch: Batch, ends: Map<number, bigint>, visit: (value: Buffer) => void): void {
  const end = ends.get(batch.partition);
  if (end === undefined) return;
  for (const { offset, value } of batch.messages) if (value && BigInt(offset) < end) visit(value);
  if (BigInt(batch.lastOffset()) + 1n >= end) ends.delete(batch.partition);
}

function readUntil(
  consumer: Consumer,
  ends: Map<number, bigint>,
  visit: (value: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    consumer.on('consumer.crash', ({ payload }) => {
      if (!payload.restart) reject(payload.error);
    });
    const eachBatch = async ({ batch }: { batch: Batch }) => {
      try {
        readBatch(batch, ends, visit);
        if (ends.size === 0) resolve();
      } catch (error) {
        reject(error); // If rethrown, the client would only return the same batch for ever.
      }
    };
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
}

/**
 * Reads a topic with a group of its own and without committed offsets, and deletes the group at the end, so that
 * nothing stays behind.
 * @param visit is called with each record's value, in order within each partition
 */
export async function readTopic(kafka: Kafka, topic: string, visit: (value: Buffer) => void): Promise<void> {
  const groupId = `analytics-${randomUUID()}`;
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId });
  await admin.connect();
  try {
    const ends = await endsOf(admin, topic);
    if (ends.size === 0) return;
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await readUntil(consumer, ends, visit);
    await consumer.disconnect(); // A group can only be deleted when it has no members.
    await admin.deleteGroups([groupId]);
  } finally {
    await consumer.disconnect();
    await admin.disconnect();
  }
}
