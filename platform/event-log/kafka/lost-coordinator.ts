/**
 * Finds a group's coordinator again after it has changed. A consumer of kafkajs 2.2.4 sends its heartbeats to the
 * broker that coordinated its group when it joined, and looks for another one only when it joins again. If that broker
 * is gone, nothing makes it look, because its calls are retried without end here. Its session then expired at the
 * broker that had taken the group over, and the consumer read on without being a member for as long as the other was
 * away: its positions were stored nowhere, and its partitions were assigned to others as well. If the broker is up and
 * has handed the group over, every member joined again.
 *
 * Here the consumer looks for the coordinator in both cases and sends the next heartbeat there; the new coordinator
 * knows the group and its members.
 */
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';

/** kafkajs's constant for the coordinator of a consumer group. */
const OF_GROUP = 0;

const { heartbeat } = consumerGroup;

/** Call it before a consumer is created; further calls change nothing. */
export function lookForLostCoordinator(): void {
  consumerGroup.heartbeat = async function (this: ConsumerGroup, options) {
    try {
      await heartbeat.call(this, options);
    } catch (error) {
      // An error with a type is the broker's own answer.
      const type = error instanceof Error && 'type' in error ? error.type : undefined;
      const isHandedOver = type === 'NOT_COORDINATOR_FOR_GROUP';
      if (type !== undefined && !isHandedOver) throw error;
      const isFound = await finds(this);
      if (!isFound || !isHandedOver) throw error;
    }
  };
}

/**
 * False if nobody knows the coordinator or it does not answer. Errors are not passed on, because kafkajs would give the
 * consumer up for some of them.
 */
async function finds(group: ConsumerGroup): Promise<boolean> {
  const { cluster, groupId, offsetManager } = group;
  try {
    const { coordinator } = await cluster.findGroupCoordinatorMetadata({
      groupId,
      coordinatorType: OF_GROUP,
    });
    group.coordinator = await cluster.findBroker(coordinator);
    if (offsetManager !== null) offsetManager.coordinator = group.coordinator;
    return true;
  } catch {
    return false;
  }
}
