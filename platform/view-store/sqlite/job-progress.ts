/** Progress of running jobs. It ends with the process, and the jobs begin again. */
import { PROGRESS_LIFE_MS, type Progress } from '../view-store.ts';

export class JobProgress {
  /** By job id, the oldest note first. */
  private readonly byJob = new Map<string, { progress: Progress; until: number }>();

  /** `at`: epoch ms. */
  note(jobId: string, progress: Progress, at: number): void {
    this.byJob.delete(jobId);
    this.byJob.set(jobId, { progress, until: at + PROGRESS_LIFE_MS });
    for (const [id, { until }] of this.byJob) {
      if (until > at) break;
      this.byJob.delete(id);
    }
  }

  of(jobId: string, at: number): Progress | undefined {
    const noted = this.byJob.get(jobId);
    return noted !== undefined && noted.until > at ? noted.progress : undefined;
  }
}
