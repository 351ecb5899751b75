/**
 * Steps of the projection into one generation. A step is read, folded here by the rules of core, and written in one
 * script together with its position, if nothing it read has changed: another projector may hold another topic of the
 * same job.
 */
import type { JobState } from '../../../core/job/job.ts';
import type { KeyState } from '../../../core/keys/key.ts';
import type { Event } from '../../../schemas/events.ts';
import type { Position, RecordedEvent, Step } from '../../event-log/event-log.ts';
import { PositionLost, ViewStoreUnavailable } from '../view-store.ts';
import type { Keyspace } from './keyspace.ts';
import { type Reply, SCRIPTS } from './scripts.ts';
import { StepChanges, type Versioned } from './step.ts';

/** Two projectors that meet at the same jobs; each loses at most as often as the other one writes. */
const MAX_CONFLICTS = 50;

export class Projection {
  private readonly keyspace: Keyspace;
  private readonly idempotencyMs: number;
  private readonly generation: string;
  /** By partition: the topics of one job have the same one, so its steps do not meet in this process. */
  private readonly lines = new Map<number, Promise<unknown>>();

  /** `generation` is empty for the live one. */
  constructor(keyspace: Keyspace, idempotencyMs: number, generation: string) {
    this.keyspace = keyspace;
    this.idempotencyMs = idempotencyMs;
    this.generation = generation;
  }

  async positions(): Promise<Position[]> {
    const reply = await this.keyspace.run(SCRIPTS.readView, this.generation, 'positions', '');
    return pairsOf(reply).map(([name, next]) => {
      const [topic = '', partition] = name.split('/');
      return { topic: topic as Position['topic'], partition: Number(partition), next: Number(next) };
    });
  }

  /**
   * `before` gets the records that are new to the store, once, before they are written: what waiters must find done
   * when they are woken.
   */
  apply(
    records: readonly RecordedEvent[],
    step: Step,
    before: (fresh: RecordedEvent[]) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const previous = this.lines.get(step.partition) ?? Promise.resolve();
    const applied = previous.then(() => this.applyInTurn(records, step, before));
    const turn = applied.catch(() => undefined);
    this.lines.set(step.partition, turn);
    return applied;
  }

  /** Everything projected, in one order, without what differs by the way it was projected. */
  async snapshot(): Promise<string> {
    const lines: string[] = [];
    for (const view of ['jobs', 'keys', 'quota', 'idempotency']) {
      const pairs = pairsOf(await this.keyspace.run(SCRIPTS.readView, this.generation, view, ''));
      const sorted = pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const [field, value] of sorted)
        lines.push(JSON.stringify([view, field, value.replace(/^\d+\|/, '')]));
    }
    return lines.join('\n');
  }

  private async applyInTurn(
    records: readonly RecordedEvent[],
    step: Step,
    announce: (fresh: RecordedEvent[]) => Promise<void>,
  ): Promise<void> {
    const field = `${step.topic}/${step.partition}`;
    const jobIds = unique(records, event => ('job_id' in event ? event.job_id : undefined));
    const keyIds = unique(records, event => ('job_id' in event ? undefined : event.key_id));
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const read = await this.keyspace.run(
        SCRIPTS.readStates,
        this.generation,
        field,
        jobIds.length,
        ...jobIds,
        ...keyIds,
      );
      const [generation, position, ...states] = read as (string | null)[];
      const stored = Number(position ?? 0);
      if (step.from !== undefined && stored < step.from)
        throw new PositionLost(`the view store stands at ${stored} of ${field}, not at ${step.from}`);
      if (step.next <= stored) return;
      const before = {
        jobs: versionedStates<JobState>(jobIds, states),
        keys: versionedStates<KeyState>(keyIds, states.slice(jobIds.length)),
      };
      const fresh = records.filter(({ offset }) => offset >= stored);
      if (conflicts === 0) await announce(fresh);
      const changes = new StepChanges(before, this.idempotencyMs);
      for (const { event } of fresh) changes.fold(event);
      const lists = [...jobsOf(changes, before.jobs), ...restOf(changes, before.keys)];
      const head = [field, position ?? '', step.next, this.generation === '' ? '1' : ''];
      const written = await this.keyspace.run(SCRIPTS.writeStep, generation ?? '', ...head, ...lists);
      if (written === 1) return;
    }
    throw new ViewStoreUnavailable(`a step of ${field} met too many others`);
  }
}

function jobsOf(changes: StepChanges, before: Map<string, Versioned<JobState>>): (string | number)[] {
  const list: (string | number)[] = [changes.jobs.size];
  for (const [id, job] of changes.jobs) {
    const version = before.get(id)?.version ?? '0';
    list.push(id, version, JSON.stringify(job), job.finishedAt ?? '', changes.hasSettled(job) ? '1' : '');
  }
  return list;
}

function restOf(changes: StepChanges, before: Map<string, Versioned<KeyState>>): (string | number)[] {
  const list: (string | number)[] = [changes.keys.size];
  for (const [id, key] of changes.keys) list.push(id, before.get(id)?.version ?? '0', JSON.stringify(key));
  list.push(changes.quota.size);
  for (const [field, documents] of changes.quota) list.push(field, documents);
  list.push(changes.idempotency.length);
  for (const { field, value, liveUntil, requestedAt } of changes.idempotency)
    list.push(field, value, liveUntil, requestedAt);
  return list;
}

function versionedStates<T>(ids: string[], stored: (string | null)[]): Map<string, Versioned<T>> {
  return new Map(ids.map((id, index) => [id, parseVersioned<T>(stored[index] ?? null)]));
}

/** `<version>|<JSON>` */
export function parseVersioned<T>(stored: Reply): Versioned<T> {
  if (typeof stored !== 'string') return { version: '0', state: undefined };
  const bar = stored.indexOf('|');
  return { version: stored.slice(0, bar), state: JSON.parse(stored.slice(bar + 1)) as T };
}

/** A hash as Redis answers it: field, value, field, value. */
export function pairsOf(reply: Reply): [string, string][] {
  const flat = reply as string[];
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? '']);
}

function unique(records: readonly RecordedEvent[], idOf: (event: Event) => string | undefined): string[] {
  return [...new Set(records.flatMap(({ event }) => idOf(event) ?? []))];
}
