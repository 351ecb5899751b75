/** A generation that is built beside the live one, and replaces it in one step. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HISTORY_TOPICS } from '../../../schemas/history.ts';
import type { EventLog, Position, RecordedEvent, Step } from '../../event-log/event-log.ts';
import { type Rebuild, type ViewPolicy, ViewStoreUnavailable } from '../view-store.ts';
import type { Keyspace } from './keyspace.ts';
import { Projection } from './projection.ts';
import { fieldOf } from './recent-states.ts';
import { SCRIPTS } from './scripts.ts';

/** A builder that has written nothing for this long is gone, and its generation can be dropped. */
const BUILDER_LEASE_MS = 60_000;
const LEASE_RENEWAL_MS = BUILDER_LEASE_MS / 4;
/** Both read the same log, so the new generation catches up with the live one within moments. */
const DRAW_LEVEL_LIMIT_MS = 60_000;
const POLL_MS = 20;

export class RedisRebuild implements Rebuild {
  readonly store: Rebuild['store'];
  private readonly keyspace: Keyspace;
  private readonly log: Pick<EventLog, 'project' | 'ends'>;
  private readonly generation: string;
  private readonly projection: Projection;
  private lease: NodeJS.Timeout | undefined;
  private readonly live: Projection;
  /** Where the live generation stood when the rebuild began. */
  private replaced: readonly Position[] = [];
  /** Whether the log has other events than those the live generation was folded from. */
  private isOtherLog = false;

  static async begin(
    keyspace: Keyspace,
    policy: ViewPolicy,
    log: Pick<EventLog, 'project' | 'ends'>,
  ): Promise<RedisRebuild> {
    await dropOrphans(keyspace);
    const { redis, prefix } = keyspace;
    // Generation 1 is the one that existed before any rebuild.
    const generation = await keyspace.reach(async () =>
      String(1 + (await redis.incr(`${prefix}generations`))),
    );
    const rebuild = new RedisRebuild(keyspace, policy, log, generation);
    rebuild.replaced = await rebuild.live.positions();
    await rebuild.renewLease();
    await keyspace.reach(() => redis.sadd(`${prefix}built`, generation));
    rebuild.keepLease();
    return rebuild;
  }

  private constructor(
    keyspace: Keyspace,
    policy: ViewPolicy,
    log: Pick<EventLog, 'project' | 'ends'>,
    generation: string,
  ) {
    this.keyspace = keyspace;
    this.log = log;
    this.generation = generation;
    this.projection = new Projection(keyspace, policy, generation);
    this.live = new Projection(keyspace, policy, '');
    this.store = {
      positions: () => this.projection.positions(),
      apply: (records, next) => this.apply(records, next),
      snapshot: () => this.projection.snapshot(),
      entries: view => this.projection.entries.entries(view),
      values: (view, names) => this.projection.entries.values(view, names),
    };
  }

  /** Switches to this generation. The live one continues meanwhile: what it folds before the switch is folded here as well. */
  async promote(): Promise<void> {
    await this.compareWithLog();
    if (!(await this.switch())) {
      const rest = this.log.project({
        name: `rebuild-${randomUUID()}`,
        topics: HISTORY_TOPICS,
        positions: () => this.projection.positions(),
        apply: (records, next) => this.apply(records, next),
      });
      const over = new AbortController();
      const level = this.drawLevel(over.signal);
      try {
        await Promise.race([level, rest.closed]);
      } finally {
        // If the log cannot be read any further this rebuild is abandoned, and must not become the live read model
        // later.
        over.abort();
        await level.catch(() => undefined);
        await rest.stop(0);
      }
    }
    await this.end();
  }

  async abandon(): Promise<void> {
    await this.end();
  }

  /** Ends the rebuild, so that nobody has to wait for its lease, and drops whichever generation is not live. */
  private async end(): Promise<void> {
    clearInterval(this.lease);
    await this.keyspace.reach(() => this.keyspace.redis.del(this.leaseName));
    await dropOrphans(this.keyspace);
  }

  private async apply(records: RecordedEvent[], next: Step): Promise<void> {
    const last = this.replaced.find(each => fieldOf(each) === fieldOf(next))?.last;
    const found = records.find(({ offset }) => offset === last?.offset);
    if (found !== undefined && found.event.event_id !== last?.eventId) this.isOtherLog = true;
    await this.projection.apply(records, next);
  }

  /**
   * Notices a log that was cut (it never reaches the live generation's position) or has grown again (it has other
   * events there).
   */
  private async compareWithLog(): Promise<void> {
    const ends = await this.log.ends(HISTORY_TOPICS);
    const isBeyond = ({ next }: Position, end: Position | undefined) => end !== undefined && next > end.next;
    for (const position of this.replaced)
      if (
        isBeyond(
          position,
          ends.find(end => fieldOf(end) === fieldOf(position)),
        )
      )
        this.isOtherLog = true;
  }

  private async drawLevel(over: AbortSignal): Promise<void> {
    const end = performance.now() + DRAW_LEVEL_LIMIT_MS;
    while (!over.aborted && !(await this.switch())) {
      if (performance.now() > end)
        throw new ViewStoreUnavailable('the new read model did not draw level with the live one');
      await sleep(POLL_MS);
    }
  }

  private async switch(): Promise<boolean> {
    return (await this.keyspace.run(SCRIPTS.promote, this.generation, this.isOtherLog ? '1' : '')) === 1;
  }

  private async renewLease(): Promise<void> {
    await this.keyspace.reach(() => this.keyspace.redis.set(this.leaseName, '1', 'PX', BUILDER_LEASE_MS));
  }

  /** Renews the lease. Called only once the rebuild has begun; otherwise nothing would end it. */
  private keepLease(): void {
    this.lease = setInterval(() => void this.renewLease().catch(() => undefined), LEASE_RENEWAL_MS);
    this.lease.unref();
  }

  private get leaseName(): string {
    return `${this.keyspace.prefix}${this.generation}:builder`;
  }
}

async function dropOrphans(keyspace: Keyspace): Promise<void> {
  const { redis, prefix } = keyspace;
  for (const generation of await keyspace.reach(() => redis.smembers(`${prefix}built`))) {
    const isBuilt = await keyspace.reach(() => redis.exists(`${prefix}${generation}:builder`));
    const isLive = (await keyspace.reach(() => redis.get(`${prefix}live`))) === generation;
    if (isBuilt === 1) continue;
    if (!isLive) await keyspace.dropGeneration(generation);
    await keyspace.reach(() => redis.srem(`${prefix}built`, generation));
  }
}
