/**
 * The API keys, folded by ingest itself from their topic: it is read to its end before anybody is served, and followed
 * from then on. So a revocation takes effect whatever happens to the projector and the read model. If the log cannot be
 * reached for longer than `AUTH_CACHE_SECONDS`, nobody is served.
 */
import { evolveKey, isKeyEvent, type KeyState } from '../../core/keys/key.ts';
import { partitionName } from '../../platform/event-log/dispatcher.ts';
import type { Consumer, EventLog, Position, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { newId } from '../../platform/ids.ts';
import { FoldAge } from './fold-age.ts';

const TOPICS = ['keys'] as const;

/** Keys, and the positions up to which they were folded. */
export interface FoldedKeys {
  keys: readonly KeyState[];
  positions: readonly Position[];
}

export interface KnownKeysOptions {
  log: Pick<EventLog, 'ends' | 'project'>;
  /** Maximum age of what is known, in seconds: the longest time that a revoked key may still be accepted. */
  cacheSeconds: number;
  /** Returns where to begin; by default the first record of the topic. */
  begin?: (() => Promise<FoldedKeys>) | undefined;
  /** Monotonic ms, for tests. */
  clock?: () => number;
}

export class KnownKeys {
  /** Resolves when the topic has been read to its end. */
  readonly ready: Promise<void>;
  readonly consumer: Consumer;
  private readonly maxAgeMs: number;
  private readonly keys = new Map<string, KeyState>();
  private readonly positions = new Map<string, Position>();
  private readonly age: FoldAge;
  private readonly stopping = new AbortController();

  constructor({ log, cacheSeconds, begin, clock }: KnownKeysOptions) {
    this.maxAgeMs = cacheSeconds * 1000;
    this.age = new FoldAge({
      name: 'the keys',
      ends: () => log.ends(TOPICS),
      positions: async () => [...this.positions.values()],
      ...(clock === undefined ? {} : { clock }),
    });
    this.consumer = log.project({
      // Every instance folds all partitions, so each has a consumer name of its own.
      name: `keys-${newId()}`,
      topics: TOPICS,
      positions: () => this.begun(begin),
      apply: async (records, next) => {
        for (const { event } of records) this.fold(event);
        this.moveTo(next, records.at(-1));
      },
    });
    this.ready = this.consumer.ready.then(() => this.age.begin(this.stopping.signal));
    this.ready.catch(() => undefined);
  }

  /**
   * The key as it was at most `cacheSeconds` ago; undefined only if it was not in the log when this was called. Rejects
   * with an outage if that cannot be known.
   */
  async key(keyId: string): Promise<KeyState | undefined> {
    const known = this.keys.get(keyId);
    // A revocation is final, so its age does not matter.
    if (known !== undefined && (known.revokedAt !== null || this.age.ageMs() <= this.maxAgeMs)) return known;
    await this.age.upToNow();
    return this.keys.get(keyId);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.consumer.stop(0);
  }

  private async begun(begin: KnownKeysOptions['begin']): Promise<Position[]> {
    if (begin !== undefined && this.positions.size === 0) {
      const { keys, positions } = await begin();
      for (const key of keys) this.keys.set(key.keyId, key);
      for (const position of positions)
        if (position.topic === 'keys') this.positions.set(partitionName(position), position);
    }
    return [...this.positions.values()];
  }

  /** Also stores the last event, by which a log that was cut and has grown again is recognised. */
  private moveTo({ topic, partition, next }: Position, record: RecordedEvent | undefined): void {
    const name = partitionName({ topic, partition });
    const last = record && { offset: record.offset, eventId: record.event.event_id };
    const known = last ?? this.positions.get(name)?.last;
    this.positions.set(name, { topic, partition, next, ...(known && { last: known }) });
  }

  private fold(event: Parameters<typeof evolveKey>[1]): void {
    if (!isKeyEvent(event)) return;
    const state = evolveKey(this.keys.get(event.key_id), event);
    if (state !== undefined) this.keys.set(event.key_id, state);
  }
}
