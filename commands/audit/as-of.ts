/** What was known at a moment: the events until then, folded by the same rules as in the read model. */
import { evolveJob, isInFlight, isKnown, isMetered, type JobState } from '../../core/job/job.ts';
import { evolveKey, isKeyEvent, type KeyState } from '../../core/keys/key.ts';
import { monthOf } from '../../core/quota/quota.ts';
import type { RecordedEvent } from '../../platform/event-log/event-log.ts';
import { inLogOrder, type Told } from './story.ts';

/** Folds the records of one job. The first of two ends in the log wins, whatever their times are. */
export function foldedJob(told: readonly Told[]): JobState | undefined {
  let state: JobState | undefined;
  for (const { event } of inLogOrder(told.map(({ record }) => record))) state = evolveJob(state, event);
  return isKnown(state) ? state : undefined;
}

export interface KeyAsOf {
  key: Omit<KeyState, 'secretSha256' | 'firstSecretSha256' | 'previousSecret'> | null;
  /** The month (UTC) of the moment. */
  month: string;
  /** Documents of that month metered by then. */
  used: number;
  jobs: Record<'processing' | 'completed' | 'failed', number>;
}

/** Folds the events of one key one at a time; those of each topic must come in their order. Each job is held once. */
export class KeyFold {
  private readonly jobs = new Map<string, JobState>();
  private readonly month: string;
  private key: KeyState | undefined;
  private used = 0;

  constructor(at: number) {
    this.month = monthOf(at);
  }

  add({ event }: RecordedEvent): void {
    if (isKeyEvent(event)) {
      this.key = evolveKey(this.key, event);
      return;
    }
    if (!('job_id' in event)) return;
    const before = this.jobs.get(event.job_id);
    if (isMetered(before, event) && monthOf(event.at) === this.month) this.used++;
    const after = evolveJob(before, event);
    if (after !== undefined) this.jobs.set(event.job_id, after);
  }

  state(): KeyAsOf {
    const jobs = { processing: 0, completed: 0, failed: 0 };
    for (const job of this.jobs.values()) {
      if (isInFlight(job)) jobs.processing++;
      else if (job.status === 'completed' || job.status === 'failed') jobs[job.status]++;
    }
    return { key: withoutSecret(this.key), month: this.month, used: this.used, jobs };
  }
}

function withoutSecret(key: KeyState | undefined): KeyAsOf['key'] {
  if (key === undefined) return null;
  const { secretSha256: _, firstSecretSha256: __, previousSecret: ___, ...shown } = key;
  return shown;
}
