/**
 * Keeps a consumer's membership across its restarts. A consumer of kafkajs 2.2.4 crashes if its brokers are away for
 * longer than a call's retries, and begins again as a new member of its group. The old member could not leave, so the
 * group waited for its session to end before assigning anything: nothing was read for ten seconds after the brokers
 * were back. Here it comes back as the same member. If its session has ended meanwhile it is told so
 * (UNKNOWN_MEMBER_ID), and kafkajs then joins as a new member.
 *
 * If that join fails, for example because the coordinator is loading, kafkajs continues reading its old partitions for
 * ever: a consumer that is no member sends no heartbeats, so nobody tells it, and its commits are refused. Here it
 * crashes instead, and so begins again.
 */
import { createRequire } from 'node:module';

interface Cluster {
  findGroupCoordinatorMetadata(of: {
    groupId: string;
    coordinatorType: number;
  }): Promise<{ coordinator: { nodeId: number } }>;
  findBroker(of: { nodeId: number }): Promise<object>;
  refreshMetadata(): Promise<void>;
}

export interface ConsumerGroup {
  /** One for the whole life of a consumer; the group object is created anew with each restart. */
  cluster: Cluster;
  coordinator: object;
  /** Null before the first join. */
  offsetManager: { coordinator: object } | null;
  groupId: string;
  memberId: string | null;
  connect(): Promise<void>;
  joinAndSync(): Promise<void>;
  leave(): Promise<void>;
  heartbeat(options: { interval: number }): Promise<void>;
  fetch(nodeId: number): Promise<{ rawMessages: readonly object[] }[]>;
  recoverFromFetch(error: Error & { type?: string }): Promise<void>;
}

export const { prototype: consumerGroup }: { prototype: ConsumerGroup } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/consumerGroup.js',
);
const { connect, joinAndSync, leave } = consumerGroup;
const members = new WeakMap<object, string>();

/** Ends kafkajs's retries; its cause decides whether kafkajs begins again. */
class NoMember extends Error {
  override readonly name = 'NoMember';
  readonly retriable = false;
}

/** Call it before a consumer is created; further calls change nothing. */
export function keepMembership(): void {
  consumerGroup.connect = async function (this: ConsumerGroup) {
    this.memberId ??= members.get(this.cluster) ?? null;
    await connect.call(this);
  };
  consumerGroup.joinAndSync = async function (this: ConsumerGroup) {
    try {
      await joinAndSync.call(this);
    } catch (error) {
      const isForgotten = this.memberId === null && members.has(this.cluster);
      throw isForgotten
        ? new NoMember('the group does not know its member, nor let it join', { cause: error })
        : error;
    } finally {
      // A consumer that has joined is a member even if it was cut off before it learned its partitions.
      if (this.memberId !== null) members.set(this.cluster, this.memberId);
    }
  };
  consumerGroup.leave = async function (this: ConsumerGroup) {
    await leave.call(this);
    members.delete(this.cluster);
  };
}
