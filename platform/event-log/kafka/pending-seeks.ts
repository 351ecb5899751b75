/**
 * kafkajs 2.2.4 keeps where a consumer is to read on until its next fetch, also when it has to join its group again before that one.
 * A member that the coordinator then no longer knows, as after a failover, comes back as another one and has to read from
 * the group's positions: it read on from the old one's instead, and what that had read and not finished was nobody's any more.
 */
import { consumerGroup } from './kept-membership.ts';

/** To be called before a consumer is made. What is sought as the join ends (`onAssigned`) stays. */
export function forgetSeeksOnJoin(): void {
  const { joinAndSync } = consumerGroup;
  consumerGroup.joinAndSync = async function () {
    this.seekOffset.clear();
    await joinAndSync.call(this);
  };
}
