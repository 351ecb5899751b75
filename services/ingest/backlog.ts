/**
 * Whether jobs wait for so long that one more could not be promised its turn: it would end as `timeout` unread, after
 * `JOB_RETENTION_SECONDS`. Only the log knows what waits in it, so it is asked from time to time.
 */
import type { EventLog } from '../../platform/event-log/event-log.ts';
import { isOutage } from '../../platform/outage.ts';
import { backlogLimitMs } from '../../platform/retention.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { NoRoomNow } from './come-again.ts';

/** A backlog of days does not build up within seconds. */
const ASK_AGAIN_MS = 10_000;

/** What callers are told: a backlog of days does not shrink within seconds. */
const RETRY_AFTER_SECONDS = 300;

export interface BacklogPorts {
  log: Pick<EventLog, 'isBehind'>;
  settings: Settings;
  telemetry: Pick<Telemetry, 'logger'>;
}

export class Backlog {
  private readonly ports: BacklogPorts;
  private readonly limitMs: number;
  private isTooOld = false;
  private asking: Promise<void> | undefined;
  /** Monotonic ms. */
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(ports: BacklogPorts) {
    this.ports = ports;
    this.limitMs = backlogLimitMs(ports.settings);
  }

  /** Throws `NoRoomNow`. `at`: epoch ms. */
  async checkRoom(at: number): Promise<void> {
    if (performance.now() - this.askedAt > ASK_AGAIN_MS) {
      this.asking ??= this.ask(at).finally(() => {
        this.asking = undefined;
      });
      await this.asking;
    }
    if (this.isTooOld)
      throw new NoRoomNow('The service takes no more jobs until older ones are done.', RETRY_AFTER_SECONDS);
  }

  private async ask(at: number): Promise<void> {
    const { log, telemetry } = this.ports;
    try {
      const isTooOld = await log.isBehind('extractor-bulk', ['requests-bulk'], at - this.limitMs);
      if (isTooOld !== this.isTooOld)
        telemetry.logger.warn(
          { limitSeconds: this.limitMs / 1000 },
          isTooOld ? 'no jobs are accepted: the oldest has waited for too long' : 'jobs are accepted again',
        );
      this.isTooOld = isTooOld;
    } catch (error) {
      // Keep the last answer; if the log is away, appending the job fails by itself.
      if (!isOutage(error)) throw error;
    }
    this.askedAt = performance.now();
  }
}
