/** A Kafka cluster in memory: partitions with their ends, and consumer groups with sessions and generations. */
import type { World } from '../virtual/world.ts';

export interface StoredRecord {
  offset: number;
  key: Buffer;
  value: Buffer | null;
  headers: Record<string, string>;
  /** Virtual ms at which it was appended. */
  at: number;
}

export class BrokerError extends Error {
  readonly type: string;

  constructor(type: string) {
    super(type);
    this.name = 'KafkaJSProtocolError';
    this.type = type;
  }
}

export class Partition {
  low = 0;
  high = 0;
  readonly records: StoredRecord[] = [];

  append(record: Omit<StoredRecord, 'offset'>): void {
    this.records.push({ ...record, offset: this.high++ });
  }

  from(offset: number, most: number): StoredRecord[] {
    const first = this.records[0]?.offset ?? this.high;
    return this.records.slice(offset - first, offset - first + most);
  }

  /** Removes everything that was appended after `at` (virtual ms), and returns it. */
  loseAfter(at: number): StoredRecord[] {
    const kept = this.records.findLastIndex(record => record.at <= at) + 1;
    const lost = this.records.splice(kept);
    this.high = (this.records.at(-1)?.offset ?? this.low - 1) + 1;
    return lost;
  }
}

/** Records that a restored partition has lost. */
export interface Lost {
  topic: string;
  partition: number;
  records: StoredRecord[];
}

/** A name for a topic's partition. */
export const placeName = (topic: string, partition: number): string => `${topic}/${partition}`;

export class Cluster {
  readonly world: World;
  readonly fetchRecords: number;
  readonly topics = new Map<string, Partition[]>();
  readonly groups = new Map<string, Group>();
  private readonly appendListeners = new Set<() => void>();

  /** `fetchRecords`: most records of a partition in one fetch. */
  constructor(world: World, fetchRecords = 200) {
    this.world = world;
    this.fetchRecords = fetchRecords;
  }

  create(topic: string, partitions: number): void {
    if (this.topics.has(topic)) throw new BrokerError('TOPIC_ALREADY_EXISTS');
    this.topics.set(
      topic,
      Array.from({ length: partitions }, () => new Partition()),
    );
  }

  partition(topic: string, partition: number): Partition {
    const found = this.topics.get(topic)?.[partition];
    if (found === undefined) throw new BrokerError('UNKNOWN_TOPIC_OR_PARTITION');
    return found;
  }

  group(name: string): Group {
    const known = this.groups.get(name) ?? new Group(this, name);
    this.groups.set(name, known);
    return known;
  }

  /** Restores all topics and groups to one moment (virtual ms). Returns the records that are lost, by partition. */
  restore(at: number, positions: 'copied' | 'lost'): Lost[] {
    for (const group of this.groups.values()) group.restore(positions === 'copied' ? at : undefined);
    return [...this.topics].flatMap(([topic, partitions]) =>
      partitions.map((each, partition) => ({ topic, partition, records: each.loseAfter(at) })),
    );
  }

  onAppend(listener: () => void): () => void {
    this.appendListeners.add(listener);
    return () => this.appendListeners.delete(listener);
  }

  appended(): void {
    for (const listener of [...this.appendListeners]) listener();
  }
}

export interface MemberOptions {
  sessionMs: number;
  rebalanceMs: number;
  topics: readonly string[];
}

interface Member extends MemberOptions {
  id: string;
  heardAt: number;
  /** Set while the member waits for the next generation. */
  waiting: PromiseWithResolvers<Joined> | undefined;
}

export interface Joined {
  memberId: string;
  generation: number;
  assignment: Record<string, number[]>;
}

const LOOK_INTERVAL_MS = 500;

/** The coordinator of one consumer group: eager protocol, sessions by heartbeat, generations. */
export class Group {
  /** Committed positions by place. */
  readonly committed = new Map<string, number>();
  private commits: { at: number; positions: readonly [place: string, next: number][] }[] = [];
  private readonly cluster: Cluster;
  private readonly name: string;
  private readonly members = new Map<string, Member>();
  private generation = 0;
  private isPreparing = false;
  private preparedSince = 0;
  private minted = 0;
  private isLooking = false;

  constructor(cluster: Cluster, name: string) {
    this.cluster = cluster;
    this.name = name;
  }

  /** Resolves when the next generation begins: once every member of the last one has joined again or is gone. */
  join(memberId: string | undefined, options: MemberOptions): Promise<Joined> {
    const known = memberId === undefined ? undefined : this.members.get(memberId);
    if (memberId !== undefined && known === undefined) throw new BrokerError('UNKNOWN_MEMBER_ID');
    const id = memberId ?? `${this.name}-${++this.minted}`;
    const waiting = known?.waiting ?? Promise.withResolvers<Joined>();
    this.members.set(id, { ...options, id, heardAt: this.cluster.world.now, waiting });
    this.prepare();
    this.complete();
    this.look();
    return waiting.promise;
  }

  heartbeat(memberId: string, generation: number): void {
    const member = this.member(memberId);
    member.heardAt = this.cluster.world.now;
    if (this.isPreparing || generation !== this.generation) throw new BrokerError('REBALANCE_IN_PROGRESS');
  }

  commit(memberId: string, generation: number, positions: readonly [place: string, next: number][]): void {
    this.member(memberId);
    if (generation !== this.generation) throw new BrokerError('ILLEGAL_GENERATION');
    for (const [place, next] of positions) this.committed.set(place, next);
    this.commits.push({ at: this.cluster.world.now, positions });
  }

  /** Restores the positions committed until `at`, or none if it is undefined. The members are forgotten. */
  restore(at: number | undefined): void {
    this.committed.clear();
    this.members.clear();
    // Later commits belong to a log that is gone. Forget them, so that an older copy restored afterwards does not bring
    // them back.
    this.commits = this.commits.filter(commit => at !== undefined && commit.at <= at);
    for (const { positions } of this.commits)
      for (const [place, next] of positions) this.committed.set(place, next);
  }

  leave(memberId: string): void {
    if (!this.members.delete(memberId)) return;
    this.prepare();
    this.complete();
  }

  private member(memberId: string): Member {
    const member = this.members.get(memberId);
    if (member === undefined) throw new BrokerError('UNKNOWN_MEMBER_ID');
    return member;
  }

  private prepare(): void {
    if (this.isPreparing) return;
    this.isPreparing = true;
    this.preparedSince = this.cluster.world.now;
  }

  private complete(): void {
    const members = [...this.members.values()];
    if (!this.isPreparing || members.length === 0 || members.some(({ waiting }) => waiting === undefined))
      return;
    this.isPreparing = false;
    this.generation++;
    const assignments = this.assign(members);
    for (const member of members) {
      const assignment = assignments.get(member.id) ?? {};
      member.heardAt = this.cluster.world.now;
      member.waiting?.resolve({ memberId: member.id, generation: this.generation, assignment });
      member.waiting = undefined;
    }
  }

  private assign(members: Member[]): Map<string, Record<string, number[]>> {
    const assignments = new Map<string, Record<string, number[]>>(members.map(({ id }) => [id, {}]));
    let turn = 0;
    for (const topic of new Set(members.flatMap(({ topics }) => topics)))
      for (const partition of (this.cluster.topics.get(topic) ?? []).keys()) {
        const assignment = assignments.get(members[turn++ % members.length]!.id)!;
        assignment[topic] = [...(assignment[topic] ?? []), partition];
      }
    return assignments;
  }

  /** Removes members whose session has expired, and those that do not join a rebalance in time. */
  private look(): void {
    if (this.isLooking) return;
    this.isLooking = true;
    const { world } = this.cluster;
    const again = () => {
      for (const member of [...this.members.values()]) {
        const isLate =
          this.isPreparing &&
          member.waiting === undefined &&
          world.now - this.preparedSince > member.rebalanceMs;
        const isSilent = member.waiting === undefined && world.now - member.heardAt > member.sessionMs;
        if (isLate || isSilent) this.leave(member.id);
      }
      this.isLooking = this.members.size > 0;
      if (this.isLooking) world.after(LOOK_INTERVAL_MS, again);
    };
    world.after(LOOK_INTERVAL_MS, again);
  }
}
