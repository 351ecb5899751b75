/** What all readers of this folder stand on, and the members of groups they are. */
import type { Topic } from '../../../schemas/events.ts';
import type { BoundedAdmin } from './admin.ts';
import type { ClientFactory } from './client.ts';
import { GroupMember, type MemberOptions } from './group-member.ts';
import type { RecordReading } from './records.ts';
import type { TopicNames } from './topics.ts';

export interface ConsumerContext extends RecordReading {
  clients: ClientFactory;
  admin: BoundedAdmin;
  names: TopicNames;
  /** See `KafkaLogOptions.onLost`. */
  onLost?: (topic: Topic, records: number) => void;
  /** See `KafkaLogOptions.memberName`. */
  memberName?: string;
  /** For tests; two minutes otherwise. */
  stallLimitMs?: number;
  /** For tests; half a second otherwise. */
  locatePauseMs?: number;
}

export interface Reader extends Omit<MemberOptions, 'createKafka' | 'log' | 'isReachable'> {
  topics: Topic[];
}

/** A member with clients of its own, by the port's names of topics. */
export function memberOf({ clients, admin, names, log }: ConsumerContext, reader: Reader): GroupMember {
  return new GroupMember({
    ...reader,
    createKafka: () => clients.create(),
    topics: reader.topics.map(topic => names.onBroker(topic)),
    log,
    isReachable: () => admin.isReachable(),
  });
}
