/**
 * Recognises requests that need no work, because their job has ended or is in other hands. A group that has lost its
 * positions (its retention, a mirrored cluster, a cut log) reads every request of the log again, including those of
 * long forgotten jobs: an end written for one of these would bring the job back with another answer.
 */
import { isTakenCareOf } from '../../core/job/job.ts';
import type { RecordedEvent } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Clock } from '../../platform/shared-clock.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { type ViewStore, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { Lane } from '../../schemas/events.ts';
import type { Request } from './source-loader.ts';

interface SettledPorts {
  views: Pick<ViewStore, 'job' | 'positions' | 'caughtUp'>;
  settings: Settings;
  clock: Clock;
  telemetry: Telemetry;
}

export class SettledRequests {
  private readonly ports: SettledPorts;

  constructor(ports: SettledPorts) {
    this.ports = ports;
  }

  /** Rejects with `ViewStoreUnavailable` if only the read model could tell, and cannot. */
  async isSettled(record: RecordedEvent, event: Request, lane: Lane): Promise<boolean> {
    const { telemetry, views } = this.ports;
    try {
      const job = await views.job(event.job_id);
      // A repeated delivery: extracting again would only cost CPU, and if the time limit of a waiting caller had passed
      // meanwhile, it would end a job that was handed on in time.
      const isTaken = isTakenCareOf(job, event);
      if (isTaken) telemetry.skippedRequests.inc({ reason: 'ended' });
      if (isTaken || job !== undefined || !this.hasOutlivedItsJob(event)) return isTaken;
    } catch (error) {
      // Somebody may be waiting for it, and a second outcome of a known job does no harm.
      if (lane === 'interactive' && !this.hasOutlivedItsJob(event)) return false;
      throw error;
    }
    return this.isForgotten(record, event);
  }

  private hasOutlivedItsJob(event: Request): boolean {
    const requestedAt = event.type === 'ExtractRequested' ? event.at : event.requested_at;
    return this.ports.clock.now() - requestedAt > this.ports.settings.JOB_RETENTION_SECONDS * 1000;
  }

  /**
   * Whether the job was forgotten. No job is forgotten before it has ended, so a job that a read model does not know,
   * although it has folded its request, had ended. The order matters: what was folded before the last look is included
   * in it.
   */
  private async isForgotten({ topic, partition, offset }: RecordedEvent, event: Request): Promise<boolean> {
    const { views, telemetry } = this.ports;
    const isFolded = haveReached(await views.positions(), [{ topic, partition, next: offset + 1 }]);
    if (!isFolded || !(await views.caughtUp()))
      throw new ViewStoreUnavailable('whether an old request was worked on is not known yet');
    const job = await views.job(event.job_id);
    if (job !== undefined) return isTakenCareOf(job, event);
    telemetry.skippedRequests.inc({ reason: 'forgotten' });
    return true;
  }
}
