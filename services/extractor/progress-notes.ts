/**
 * Notes the progress of jobs' documents in the read model. Nothing depends on it, and no document waits for it: a note
 * that cannot be written now is written with a later page.
 */
import { isOutage } from '../../platform/outage.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import { CEILINGS } from './format.ts';
import type { ProgressListener } from './worker/worker.ts';

export interface ProgressPorts {
  views: Pick<ViewStore, 'noteProgress'>;
  settings: Pick<Settings, 'PROGRESS_INTERVAL_MS'>;
  telemetry: Pick<Telemetry, 'logger'>;
}

export class ProgressNotes {
  private readonly ports: ProgressPorts;
  private isRefused = false;

  constructor(ports: ProgressPorts) {
    this.ports = ports;
  }

  /** Writes one note at a time, and no faster than configured, however often a (possibly hostile) worker reports progress. */
  of(jobId: string): ProgressListener {
    const everyMs = this.ports.settings.PROGRESS_INTERVAL_MS;
    let isWriting = false;
    // Messages arrive slightly early or late.
    const leastPauseMs = everyMs / 2;
    let writtenAt = Number.NEGATIVE_INFINITY;
    const told = async (pagesDone: number, pages: number) => {
      const now = performance.now();
      if (isWriting || now - writtenAt < leastPauseMs || !isPossible(pagesDone, pages)) return;
      isWriting = true;
      writtenAt = now;
      await this.note(jobId, pagesDone, pages);
      isWriting = false;
    };
    return { everyMs, told };
  }

  private async note(jobId: string, pagesDone: number, pages: number): Promise<void> {
    try {
      await this.ports.views.noteProgress(jobId, { pagesDone, pages });
    } catch (error) {
      if (isOutage(error) || this.isRefused) return;
      this.isRefused = true;
      this.ports.telemetry.logger.warn({ err: error }, 'how far jobs are cannot be noted');
    }
  }
}

function isPossible(pagesDone: number, pages: number): boolean {
  return (
    [pagesDone, pages].every(Number.isInteger) &&
    pagesDone >= 0 &&
    pagesDone <= pages &&
    pages <= CEILINGS.pages
  );
}
