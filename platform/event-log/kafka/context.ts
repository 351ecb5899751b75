/** What all readers in this folder need, and the group members that they use. */
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
  /** Two minutes by default; tests set it. */
  stallLimitMs?: number;
  /** Half a second by default; tests set it. */
  locatePauseMs?: number;
}

export interface Reader extends Omit<MemberOptions, 'createKafka' | 'log' | 'isReachable'> {
  topics: Topic[];
}

/** A group member with its own clients. `topics` are the port's names. */
export function memberOf({ clients, admin, names, log }: ConsumerContext, reader: Reader): GroupMember {
  return new GroupMember({
    ...reader,
    createKafka: () => clients.create(),
    topics: reader.topics.map(topic => names.onBroker(topic)),
    log,
    isReachable: () => admin.isReachable(),
  });
}
