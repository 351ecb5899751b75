/**
 * Steps of the projection into one generation. A step is read, folded here by the rules of core, and written by one
 * script together with its position, provided that nothing it read has changed: another projector may have another
 * topic of the same job.
 */
import { agesFrom, type JobState, webhookOwedSince } from '../../../core/job/job.ts';
import type { KeyState } from '../../../core/keys/key.ts';
import type { Event } from '../../../schemas/events.ts';
import type { Position, RecordedEvent, Step } from '../../event-log/event-log.ts';
import { SHOWN_VIEWS } from '../entries.ts';
import { type Free, PositionLost, type ViewPolicy, ViewStoreUnavailable } from '../view-store.ts';
import { HashEntries, pairsOf } from './hash-entries.ts';
import { orderMember } from './job-order.ts';
import type { Keyspace } from './keyspace.ts';
import { fieldOf, RecentStates } from './recent-states.ts';
import { SCRIPTS } from './scripts.ts';
import { parseVersioned, type StepBase, StepChanges, type Versioned } from './step.ts';

/** Most retries when two projectors meet at the same jobs; each loses at most as often as the other writes. */
const MAX_CONFLICTS = 50;

/** Done before a step is written, and again if it is repeated. */
interface BeforeWriting {
  /** Gets the records that are new to the store, once: what must be done before waiters are woken. */
  announce?: (fresh: RecordedEvent[]) => Promise<void>;
  free?: Free | undefined;
}

/** What a fold needs to know beside the log. */
type FoldPolicy = Pick<ViewPolicy, 'idempotencyMs' | 'foldVersion'>;

export class Projection {
  readonly entries: HashEntries;
  private readonly keyspace: Keyspace;
  private readonly policy: FoldPolicy;
  private readonly generation: string;
  private readonly recent = new RecentStates();
  /** Lines by partition. All topics of a job have the same partition, so its steps never meet in this process. */
  private readonly lines = new Map<number, Promise<unknown>>();

  /** `generation` is empty for the live one. */
  constructor(keyspace: Keyspace, policy: FoldPolicy, generation: string) {
    this.keyspace = keyspace;
    this.policy = policy;
    this.generation = generation;
    this.entries = new HashEntries(keyspace, generation);
  }

  async positions(): Promise<Position[]> {
    const reply = await this.keyspace.run(SCRIPTS.readView, this.generation, 'positions', '');
    return positionsOf(new Map(pairsOf(reply)));
  }

  apply(records: readonly RecordedEvent[], step: Step, before: BeforeWriting = {}): Promise<void> {
    const previous = this.lines.get(step.partition) ?? Promise.resolve();
    const applied = previous.then(() => this.applyInTurn(records, step, before));
    const turn = applied.catch(() => undefined);
    this.lines.set(step.partition, turn);
    return applied;
  }

  /** Everything projected that is shown to anybody, in a fixed order, without what depends on how it was projected. */
  async snapshot(): Promise<string> {
    const lines: string[] = [];
    for (const view of SHOWN_VIEWS) {
      const entries = new Map<string, string>();
      for await (const slice of this.entries.entries(view))
        for (const { name, value } of slice) entries.set(name, value);
      const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
      lines.push(...sorted.map(([name, value]) => JSON.stringify([view, name, value])));
    }
    return lines.join('\n');
  }

  private async applyInTurn(
    records: readonly RecordedEvent[],
    step: Step,
    { announce, free }: BeforeWriting,
  ): Promise<void> {
    if (await this.applyGuessed(records, step, free)) return;
    const jobIds = unique(records, event => ('job_id' in event ? event.job_id : undefined));
    const keyIds = unique(records, event => ('job_id' in event ? undefined : event.key_id));
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const base = await this.read(step, jobIds, keyIds);
      const stored = Number(base.position ?? 0);
      if (step.from !== undefined && stored < step.from)
        throw new PositionLost(`the view store stands at ${stored} of ${fieldOf(step)}, not at ${step.from}`);
      if (step.next <= stored) return;
      if (conflicts === 0) await announce?.(records.filter(({ offset }) => offset >= stored));
      const changes = this.folded(records, base);
      if (changes.freed.length > 0) await free?.(changes.freed);
      if (await this.write(step, base, changes)) return;
    }
    throw new ViewStoreUnavailable(`a step of ${fieldOf(step)} met too many others`);
  }

  private async read(step: Step, jobIds: string[], keyIds: string[]): Promise<StepBase> {
    const args = [fieldOf(step), jobIds.length, ...jobIds, ...keyIds];
    const reply = await this.keyspace.run(SCRIPTS.readStates, this.generation, ...args);
    const [generation, position, foldedAt, ...states] = reply as (string | null)[];
    return {
      generation: generation ?? '',
      position: position ?? null,
      foldedAt: foldedAt ?? '',
      jobs: versionedStates<JobState>(jobIds, states),
      keys: versionedStates<KeyState>(keyIds, states.slice(jobIds.length)),
    };
  }

  /** Applies a step in one round trip, if what is remembered matches what is stored. */
  private async applyGuessed(
    records: readonly RecordedEvent[],
    step: Step,
    free: Free | undefined,
  ): Promise<boolean> {
    const guess = this.recent.guess(records, step);
    if (guess === undefined) return false;
    const changes = this.folded(records, guess);
    // The script compares only what it writes, so a job that is left unchanged must not depend on a guess.
    if (changes.jobs.size !== guess.jobs.size) return false;
    if (changes.freed.length > 0) await free?.(changes.freed);
    return this.write(step, guess, changes);
  }

  private folded(records: readonly RecordedEvent[], base: StepBase): StepChanges {
    const stored = Number(base.position ?? 0);
    const changes = new StepChanges(base, this.policy.idempotencyMs);
    for (const { event, offset } of records) if (offset >= stored) changes.fold(event, offset);
    return changes;
  }

  /** False if the store no longer stands where the step was folded from. */
  private async write(step: Step, base: StepBase, changes: StepChanges): Promise<boolean> {
    const lists = [...jobsOf(changes, base.jobs), ...restOf(changes, base.keys)];
    const live = this.generation === '' ? '1' : '';
    const { last } = changes;
    const head = [fieldOf(step), base.position ?? '', step.next, live, last, this.policy.foldVersion];
    const args = [...head, base.foldedAt, ...lists];
    const written = await this.keyspace.run(SCRIPTS.writeStep, base.generation, ...args);
    if (written !== 1) return false;
    this.recent.written(step, base, changes.jobs);
    return true;
  }
}

const LAST = 'last:';

/** The positions. Beside each, under `last:` and its name, are stored the offset and id of the last event below it. */
function positionsOf(fields: ReadonlyMap<string, string>): Position[] {
  return [...fields].flatMap(([name, next]) => {
    if (name.startsWith(LAST)) return [];
    const [topic = '', partition] = name.split('/');
    const position = { topic: topic as Position['topic'], partition: Number(partition), next: Number(next) };
    const [offset, eventId] = fields.get(LAST + name)?.split('|') ?? [];
    return eventId === undefined ? [position] : [{ ...position, last: { offset: Number(offset), eventId } }];
  });
}

function jobsOf(changes: StepChanges, before: StepBase['jobs']): (string | number)[] {
  const list: (string | number)[] = [changes.jobs.size];
  for (const [id, job] of changes.jobs) {
    const { version, state } = before.get(id) ?? { version: '0', state: undefined };
    const [member, earlier] = [orderMember(job), orderMember(state)];
    list.push(
      id,
      version,
      JSON.stringify(job),
      agesFrom(job) ?? '',
      changes.hasSettled(job) ? '1' : '',
      job.keyId,
      member,
      earlier === member ? '' : earlier,
      webhookOwedSince(job) ?? '',
    );
  }
  return list;
}

function restOf(changes: StepChanges, before: StepBase['keys']): (string | number)[] {
  const list: (string | number)[] = [changes.keys.size];
  for (const [id, key] of changes.keys) list.push(id, before.get(id)?.version ?? '0', JSON.stringify(key));
  list.push(changes.quota.size);
  for (const [field, documents] of changes.quota) list.push(field, documents);
  const moved = [...changes.inFlight].filter(([, jobs]) => jobs !== 0);
  list.push(moved.length, ...moved.flat());
  list.push(changes.idempotency.length);
  for (const { field, value, liveUntil, requestedAt } of changes.idempotency)
    list.push(field, value, liveUntil, requestedAt);
  return list;
}

function versionedStates<T>(ids: string[], stored: (string | null)[]): Map<string, Versioned<T>> {
  return new Map(ids.map((id, index) => [id, parseVersioned<T>(stored[index] ?? null)]));
}

function unique(records: readonly RecordedEvent[], idOf: (event: Event) => string | undefined): string[] {
  return [...new Set(records.flatMap(({ event }) => idOf(event) ?? []))];
}
