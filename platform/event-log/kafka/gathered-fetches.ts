/**
 * Lets records gather for consumers that are in no hurry. kafkajs 2.2.4 asks for more records as soon as it has handed
 * over the last, so a consumer that keeps up gets an answer for each record or two, which costs it and the broker more
 * than the records do. (A broker told to wait for more bytes checks the consumer's partitions with each append, and
 * also delays the first record after a quiet time.) Here such a consumer pauses after a fetch that brought few records;
 * one that brought many has more behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';

/** A fetch with this many records is followed by the next at once. */
const MANY = 100;

const { fetch } = consumerGroup;

/** Pauses in ms, by group. A process is in each of its groups only once. */
const pauses = new Map<string, number>();
/** Brokers whose last answer brought few records. */
const pausing = new WeakMap<ConsumerGroup, Set<number>>();

/** Sets this process's pause in the group, from its next fetch on; `undefined` means none. */
export function pauseBetweenFetches(group: string, pauseMs: number | undefined): void {
  if (pauseMs === undefined) pauses.delete(group);
  else pauses.set(group, pauseMs);
}

/** Call it before a consumer is created; further calls change nothing. */
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
