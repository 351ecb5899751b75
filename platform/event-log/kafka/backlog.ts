/**
 * Whether a group has left old records unhandled. Its committed positions do not tell the records' age, so they are
 * compared with offsets by timestamp.
 */
import type { Admin } from 'kafkajs';

/** `topics`: the brokers' names of topics. `before`: epoch ms, compared with the records' timestamps. */
export async function hasUnhandled(
  admin: Admin,
  groupId: string,
  topics: readonly string[],
  before: number,
): Promise<boolean> {
  const committed = await admin.fetchOffsets({ groupId, topics: [...topics] });
  for (const { topic, partitions } of committed) {
    const [bounds, younger] = await Promise.all([
      admin.fetchTopicOffsets(topic),
      admin.fetchTopicOffsetsByTimestamp(topic, before),
    ]);
    const handled = new Map(partitions.map(({ partition, offset }) => [partition, Number(offset)]));
    const lows = new Map(bounds.map(({ partition, low }) => [partition, Number(low)]));
    for (const { partition, offset } of younger) {
      // A group without a committed position (-1) reads from the first record.
      const next = Math.max(handled.get(partition) ?? -1, lows.get(partition) ?? 0);
      if (next < Number(offset)) return true;
    }
  }
  return false;
}
