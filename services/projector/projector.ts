/** The projector: folds every event into the read model, and wakes whoever waits for a job. */
import type { Consumer, EventLog, Position, RecordedEvent } from '../../platform/event-log/event-log.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import { TOPICS } from '../../schemas/events.ts';

export interface ProjectorPorts {
  log: EventLog;
  views: ViewStore;
  telemetry: Telemetry;
}

/** How often a read model that was behind the log is looked at until it has caught up. */
const CATCH_UP_POLL_MS = 100;

export class Projector {
  private readonly ports: ProjectorPorts;

  constructor(ports: ProjectorPorts) {
    this.ports = ports;
  }

  start(): Consumer {
    const { log, views } = this.ports;
    return log.project({
      name: 'views',
      topics: TOPICS,
      positions: () => views.positions(),
      apply: (records, next) => this.apply(records, next),
    });
  }

  /** Resolves once the read model holds everything that was in the log when this was called. */
  async caughtUp(signal: AbortSignal): Promise<void> {
    const { log, views } = this.ports;
    const ends = await log.ends(TOPICS);
    while (!signal.aborted) {
      if (isPast(await views.positions(), ends)) return views.markCaughtUp();
      await new Promise(resolve => setTimeout(resolve, CATCH_UP_POLL_MS));
    }
  }

  private async apply(records: RecordedEvent[], next: Position): Promise<void> {
    await this.ports.views.apply(records, next);
    for (const { event } of records) this.ports.telemetry.projectedEvents.inc({ type: event.type });
  }
}

/** Whether every partition that holds records has been read to its end; 0 is the end of an empty one. */
export function isPast(positions: readonly Position[], ends: readonly Position[]): boolean {
  const read = new Map(positions.map(({ topic, partition, next }) => [`${topic}/${partition}`, next]));
  return ends.every(
    ({ topic, partition, next }) => next === 0 || (read.get(`${topic}/${partition}`) ?? 0) >= next,
  );
}
