/** Those in this process who wait for jobs to settle. */
import { isFinished, type JobState } from '../../core/job/job.ts';
import { TransientMap } from '../transient.ts';
import type { JobWatch } from './view-store.ts';

export class Watchers {
  private readonly waiting = new TransientMap<string, Set<(state: JobState) => void>>();

  watch(jobId: string): JobWatch {
    const { promise, resolve } = Promise.withResolvers<JobState>();
    const set = this.waiting.get(jobId) ?? new Set();
    this.waiting.set(jobId, set.add(resolve));
    const cancel = () => {
      set.delete(resolve);
      if (set.size === 0 && this.waiting.get(jobId) === set) this.waiting.delete(jobId);
    };
    return { settled: promise, cancel };
  }

  jobIds(): string[] {
    return [...this.waiting.keys()];
  }

  has(jobId: string): boolean {
    return this.waiting.has(jobId);
  }

  /** Wakes the waiters of a job that is finished or was moved to the job path. */
  changed(state: JobState): void {
    if (!isFinished(state) && !state.asynchronous) return;
    const set = this.waiting.get(state.jobId);
    if (set === undefined) return;
    this.waiting.delete(state.jobId);
    for (const resolve of set) resolve(state);
  }
}
