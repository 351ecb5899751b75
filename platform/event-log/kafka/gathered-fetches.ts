/**
 * Consumers that are in no hurry let records gather. kafkajs 2.2.4 asks for the next records as soon as it has handed over the last, so a
 * consumer that keeps up has an answer for each record or two, which costs it and the broker more than the records do. (A broker
 * that is told to wait for more bytes looks at the consumer's partitions with each append, and lets the first record after a quiet time
 * wait too.) Here such a consumer pauses behind a fetch that brought a few; one that brought many has more behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';

/** Records of one fetch that are worth it. */
const MANY = 100;

const { fetch } = consumerGroup;

/** In ms, by group. A process is in each of its groups once. */
const pauses = new Map<string, number>();
/** Brokers whose last answer brought a few. */
const pausing = new WeakMap<ConsumerGroup, Set<number>>();

/** Of this process in the group, from its next fetch on. `undefined`: each record is asked for at once. */
export function pauseBetweenFetches(group: string, pauseMs: number | undefined): void {
  if (pauseMs === undefined) pauses.delete(group);
  else pauses.set(group, pauseMs);
}

/** To be called before a consumer is made; again it changes nothing. */
export function letRecordsGather(): void {
  consumerGroup.fetch = async function (this: ConsumerGroup, nodeId) {
    const pauseMs = pauses.get(this.groupId);
    if (pauseMs === undefined) return fetch.call(this, nodeId);
    const brokers = pausing.get(this) ?? new Set();
    pausing.set(this, brokers);
    if (brokers.delete(nodeId)) await sleep(pauseMs);
    const batches = await fetch.call(this, nodeId);
    const records = batches.reduce((sum, { rawMessages }) => sum + rawMessages.length, 0);
    if (records > 0 && records < MANY) brokers.add(nodeId);
    return batches;
  };
}
