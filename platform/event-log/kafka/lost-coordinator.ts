/**
 * A consumer of kafkajs 2.2.4 sends its heartbeats to the broker that coordinated its group when it joined, and looks for another one
 * only when it joins again. Where that broker is gone nothing makes it: the retries of a call, after which kafkajs would begin anew, do not
 * end here. The session ended at the broker that had taken the group over, and the consumer read on as nobody's member for as
 * long as the other was away: its positions were kept nowhere, and others were given its partitions as well. Where the broker lives and has handed
 * the group over, every member joined again.
 *
 * Here it looks for the coordinator in both cases, and the next heartbeat goes there: the new one knows the group and its members.
 */
import { type ConsumerGroup, consumerGroup } from './kept-membership.ts';

/** kafkajs's name for the coordinator of a consumer group. */
const OF_GROUP = 0;

const { heartbeat } = consumerGroup;

/** To be called before a consumer is made; again it changes nothing. */
export function lookForLostCoordinator(): void {
  consumerGroup.heartbeat = async function (this: ConsumerGroup, options) {
    try {
      await heartbeat.call(this, options);
    } catch (error) {
      // What has a type is the broker's own answer.
      const type = error instanceof Error && 'type' in error ? error.type : undefined;
      const isHandedOver = type === 'NOT_COORDINATOR_FOR_GROUP';
      if (type !== undefined && !isHandedOver) throw error;
      const isFound = await finds(this);
      if (!isFound || !isHandedOver) throw error;
    }
  };
}

/** False where nobody knows it or it does not answer: kafkajs would give the consumer up for some of the reasons. */
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
