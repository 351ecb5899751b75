/**
 * Looks for jobs that will never end: the extractors have passed their requests, and no end of them is in the log. Somebody has set a
 * group's position, or a topic's records were deleted before they were read. Nothing waits for such a job, so that no age of what waits tells
 * of it; its caller polls for ever, and it holds a place of its key's quota.
 *
 * A position is committed when everything below it has its end in the log. So where no extractor is behind a moment, every request from before
 * it has been dealt with, and once all is folded that stood in the log then, who is unfinished still stays so.
 */
import { isInFlight } from '../../core/job/job.ts';
import { CLOCK_MARGIN_MS, type EventLog, type Position } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { REQUEST_READERS } from '../../platform/sweeper.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';

const LOOK_INTERVAL_MS = 60_000;
/** What is lost is lost by whole topics: as good as all. */
const MOST = 10_000;
const NAMED = 10;

export interface LostJobsPorts {
  log: Pick<EventLog, 'isBehind' | 'ends'>;
  views: Pick<ViewStore, 'unfinished' | 'job' | 'positions' | 'caughtUp'>;
  telemetry: Pick<Telemetry, 'logger' | 'lostJobs'>;
}

export class LostJobs {
  private readonly ports: LostJobsPorts;
  private readonly timer: NodeJS.Timeout;
  /** Of the round before: whose requests were dealt with, and where the log ended then. */
  private noted: { jobIds: readonly string[]; ends: readonly Position[] } | undefined;
  private said = 0;

  constructor(ports: LostJobsPorts) {
    this.ports = ports;
    this.timer = setInterval(() => void this.round(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** `at`: epoch ms. */
  async look(at: number): Promise<void> {
    if (this.noted !== undefined && (await this.isFolded(this.noted.ends))) {
      this.say(await this.unfinishedAmong(this.noted.jobIds));
      this.noted = undefined;
    }
    this.noted ??= await this.note(at);
  }

  /** A server that is away says so itself. */
  private round(): Promise<void> {
    return this.look(Date.now()).catch(() => undefined);
  }

  /** In this order: a request that goes from one lane to the other is in the second before it is done in the first. */
  private async note(at: number): Promise<typeof this.noted> {
    const { log, views } = this.ports;
    const passed = at - CLOCK_MARGIN_MS;
    for (const { group, topics } of REQUEST_READERS)
      if (await log.isBehind(group, topics, passed)) return undefined;
    // A record's time is later than its request's by the time it waited for the log and by what clocks differ.
    const jobIds = await views.unfinished(passed - CLOCK_MARGIN_MS, MOST);
    return { jobIds, ends: await log.ends(HISTORY_TOPICS) };
  }

  private async isFolded(ends: readonly Position[]): Promise<boolean> {
    const { views } = this.ports;
    return (await views.caughtUp()) && haveReached(await views.positions(), ends);
  }

  private async unfinishedAmong(jobIds: readonly string[]): Promise<string[]> {
    const states = await Promise.all(jobIds.map(jobId => this.ports.views.job(jobId)));
    return jobIds.filter((_, at) => isInFlight(states[at]));
  }

  private say(lost: readonly string[]): void {
    const { telemetry } = this.ports;
    telemetry.lostJobs.set(lost.length);
    if (lost.length > this.said)
      telemetry.logger.error(
        { jobs: lost.length, first: lost.slice(0, NAMED) },
        'the extractors have passed requests of jobs that have no end and will have none (docs/operations.md, TextrailJobsLost)',
      );
    this.said = lost.length;
  }
}
