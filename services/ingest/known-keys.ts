/**
 * The API keys, folded here from their topic: it is read to its end before anybody is served, and followed from then on. So
 * a revocation counts whatever becomes of the projector and the read model, and where the log cannot be asked for longer
 * than `AUTH_CACHE_SECONDS`, nobody is told anything.
 */
import { evolveKey, isKeyEvent, type KeyState } from '../../core/keys/key.ts';
import { partitionName } from '../../platform/event-log/dispatcher.ts';
import type { Consumer, EventLog, Position, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { newId } from '../../platform/ids.ts';
import { FoldAge } from './fold-age.ts';

const TOPICS = ['keys'] as const;

/** Keys, and the positions up to which they are folded. */
export interface FoldedKeys {
  keys: readonly KeyState[];
  positions: readonly Position[];
}

export interface KnownKeysOptions {
  log: Pick<EventLog, 'ends' | 'project'>;
  /** How old what is known may be: the longest that a revoked key is accepted. */
  cacheSeconds: number;
  /** Where to begin; the first record of the topic by default. */
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
      // Every instance folds all of them: a name of its own shares them with nobody.
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
   * The key as it was `cacheSeconds` ago or later; undefined only if it was not in the log when this was called. Rejects
   * with an outage where that cannot be known.
   */
  async key(keyId: string): Promise<KeyState | undefined> {
    const known = this.keys.get(keyId);
    // A revocation is for ever.
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

  /** With the last event, by which a log that was cut and has grown again is told from the one that was folded. */
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
