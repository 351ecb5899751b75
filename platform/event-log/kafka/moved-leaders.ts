/**
 * Follows a partition's leader without a rebalance. kafkajs 2.2.4 makes a consumer join its group again when a leader
 * has moved: from inside the one fetch that met it, beside fetches from other brokers and perhaps their joins. But a
 * group assigns partitions, not leaders. Each broker that was restarted cost every group several rebalances, and
 * answers asked for before a join arrived after it. Here the consumer looks up the leaders and asks again after a
 * pause. The failed fetch counts as interrupted, so that a projection checks that it still reads the same log.
 */
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';

/** A broker's answers to a fetch for a partition that another broker leads, or that has no leader yet. */
const MOVED = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'UNKNOWN_TOPIC_OR_PARTITION',
]);

const { recoverFromFetch } = consumerGroup;

/** Call it before a consumer is created; further calls change nothing. */
export function followMovedLeaders(): void {
  consumerGroup.recoverFromFetch = async function (this: ConsumerGroup, error) {
    if (error.type === undefined || !MOVED.has(error.type)) return recoverFromFetch.call(this, error);
    await this.cluster.refreshMetadata();
    throw error;
  };
}
