/**
 * kafkajs 2.2.4 lets a consumer join its group again where the leader of a partition has moved: from inside the one fetch that met it, beside
 * the fetches of other brokers and perhaps their joins. A group shares out partitions and not leaders; each broker that is restarted cost every
 * group several rounds, and what was asked for before a join came after it. Here the consumer looks where the leaders are now, and
 * asks again after a pause. The failed fetch counts as interrupted, so that a projection checks that it still reads the same log.
 */
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';

/** A broker's answers to a fetch that belongs to another one, or for which nobody leads yet. */
const MOVED = new Set([
  'LEADER_NOT_AVAILABLE',
  'NOT_LEADER_FOR_PARTITION',
  'FENCED_LEADER_EPOCH',
  'UNKNOWN_LEADER_EPOCH',
  'UNKNOWN_TOPIC_OR_PARTITION',
]);

const { recoverFromFetch } = consumerGroup;

/** To be called before a consumer is made; again it changes nothing. */
export function followMovedLeaders(): void {
  consumerGroup.recoverFromFetch = async function (this: ConsumerGroup, error) {
    if (error.type === undefined || !MOVED.has(error.type)) return recoverFromFetch.call(this, error);
    await this.cluster.refreshMetadata();
    throw error;
  };
}
