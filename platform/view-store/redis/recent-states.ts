/**
 * Remembers what the last steps have written, so that a small step need not read it back: a request and its outcome
 * come within milliseconds, and a caller waits for both. It is only a guess: the script that writes a step compares the
 * position and every version with what is stored, and a wrong guess costs one round trip.
 */
import type { JobState } from '../../../core/job/job.ts';
import type { RecordedEvent, Step } from '../../event-log/event-log.ts';
import { TransientMap } from '../../transient.ts';
import { parseVersioned, type StepBase, type Versioned } from './step.ts';

/** In larger steps nobody waits for a single event, and one wrong guess spoils all. */
const MAX_GUESSED_RECORDS = 16;
/** About 1 kB each. */
const MAX_JOBS = 5_000;
const NEW_JOB: Versioned<JobState> = parseVersioned(null);

export class RecentStates {
  private generation: string | undefined;
  private foldedAt = '';
  private readonly positions = new Map<string, number>();
  private readonly jobs = new TransientMap<string, Versioned<JobState>>();

  /** What the step probably starts from; undefined if that has to be read. */
  guess(records: readonly RecordedEvent[], step: Step): StepBase | undefined {
    const position = this.positions.get(fieldOf(step));
    if (position === undefined || this.generation === undefined || records.length > MAX_GUESSED_RECORDS)
      return undefined;
    if (step.next <= position || position < (step.from ?? position)) return undefined;
    const jobs = new Map<string, Versioned<JobState>>();
    for (const { event } of records) {
      // Events of API keys are rare, and failures are reported to others before they are written: both are read.
      if (!('job_id' in event) || event.type === 'ExtractFailed') return undefined;
      if (jobs.has(event.job_id)) continue;
      const known = this.jobs.get(event.job_id);
      if (known === undefined && event.type !== 'ExtractRequested') return undefined;
      jobs.set(event.job_id, known ?? NEW_JOB);
    }
    const { generation, foldedAt } = this;
    return { generation, position: String(position), foldedAt, jobs, keys: new Map() };
  }

  /** Remembers a step that was written from `base`. */
  written(step: Step, base: StepBase, jobs: ReadonlyMap<string, JobState>): void {
    if (this.generation !== base.generation) this.forget();
    this.generation = base.generation;
    this.foldedAt = base.foldedAt;
    this.positions.set(fieldOf(step), step.next);
    for (const [id, state] of jobs) {
      const version = String(Number(base.jobs.get(id)?.version ?? 0) + 1);
      this.jobs.delete(id);
      this.jobs.set(id, { version, state });
    }
    for (const id of this.jobs.keys()) {
      if (this.jobs.size <= MAX_JOBS) break;
      this.jobs.delete(id);
    }
  }

  private forget(): void {
    this.positions.clear();
    this.jobs.clear();
  }
}

export const fieldOf = ({ topic, partition }: Step): string => `${topic}/${partition}`;
