/** The projector: folds every event into the read model, and wakes whoever waits for a job. */
import { setTimeout as wait } from 'node:timers/promises';
import type { BlobStore } from '../../platform/blob-store/blob-store.ts';
import type {
  Consumer,
  EventLog,
  Position,
  RecordedEvent,
  Step,
} from '../../platform/event-log/event-log.ts';
import { isOutage } from '../../platform/outage.ts';
import type { Settings } from '../../platform/settings.ts';
import { endStage } from '../../platform/stages.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { FreedBlobs } from './freed-blobs.ts';

export interface ProjectorPorts {
  log: EventLog;
  views: ViewStore;
  blobs: Pick<BlobStore, 'delete' | 'list'>;
  settings: Pick<Settings, 'JOB_TIMEOUT_MS' | 'JOB_RETENTION_SECONDS'>;
  telemetry: Telemetry;
}

/** How often a read model that is behind the log is checked until it has caught up. */
const CATCH_UP_POLL_MS = 100;
/** How soon a lost read model is noticed. */
const LOSS_POLL_MS = 1_000;
/** An older outcome comes from replaying the log, so its age says nothing about how fast outcomes become visible. */
const REPLAYED_AFTER_MS = 600_000;

export class Projector {
  private readonly ports: ProjectorPorts;
  private readonly freed: FreedBlobs;

  constructor(ports: ProjectorPorts) {
    this.ports = ports;
    this.freed = new FreedBlobs(ports);
  }

  start(): Consumer {
    const { log, views } = this.ports;
    return log.project({
      name: 'views',
      topics: HISTORY_TOPICS,
      positions: () => views.positions(),
      apply: (records, next) => this.apply(records, next),
      onLost: () => views.markBehind(),
    });
  }

  /**
   * Resolves once the read model contains everything that was in the log when this was called. Replaying a long log
   * takes minutes; if the log or the store is away meanwhile, waits for it.
   */
  async caughtUp(signal: AbortSignal): Promise<void> {
    let ends: Position[] | undefined;
    while (!signal.aborted) {
      try {
        ends ??= await this.ports.log.ends(HISTORY_TOPICS);
        if (await this.ports.views.markCaughtUp(ends)) return;
      } catch (error) {
        if (!isOutage(error)) throw error;
      }
      await wait(CATCH_UP_POLL_MS);
    }
  }

  /**
   * A read model on another machine can be lost at any time. It is then behind until this projector, or another, has
   * replayed the log. Each look tells `onChange` whether it has caught up.
   */
  async watch(signal: AbortSignal, onChange: (caughtUp: boolean) => void): Promise<void> {
    while (!signal.aborted) {
      await wait(LOSS_POLL_MS, undefined, { ref: false });
      // If the store does not answer, its own check reports it; this one asks again.
      const isWhole = await this.ports.views.caughtUp().catch(() => undefined);
      if (isWhole === undefined) continue;
      onChange(isWhole);
      if (isWhole) continue;
      await this.caughtUp(signal).then(
        () => onChange(true),
        () => undefined,
      );
    }
  }

  private async apply(records: RecordedEvent[], next: Step): Promise<void> {
    const erased = records.map(({ event }) => event).filter(event => event.type === 'JobErased');
    await this.ports.views.apply(records, next, blobs => this.freed.delete(blobs, erased));
    for (const { event, traceparent } of records) {
      this.ports.telemetry.projectedEvents.inc({ type: event.type });
      const isOutcome = event.type === 'ExtractCompleted' || event.type === 'ExtractFailed';
      if (isOutcome && Date.now() - event.at < REPLAYED_AFTER_MS)
        endStage(this.ports.telemetry, 'project', { startedAt: event.at, parent: traceparent });
    }
  }
}
