/**
 * Finds jobs and webhooks that will never be done: the group responsible has passed their records, and no event says
 * that they are over. Somebody has moved the group's position, or records were deleted before they were read. Nothing
 * waits for such a job or webhook, so no age of what waits shows it. A lost job's caller polls for ever, and the job
 * holds a place in its key's quota; a lost webhook's receiver hears nothing.
 *
 * A position is committed only when everything below it is over according to the log. So if no group is behind a
 * moment, every record from before it has been dealt with; and once everything that was in the log then is folded, what
 * is still owed stays owed.
 */
import { isInFlight, type JobState, webhookOwedSince } from '../../core/job/job.ts';
import { CLOCK_MARGIN_MS, type EventLog, type Position } from '../../platform/event-log/event-log.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import { REQUEST_READERS } from '../../platform/sweeper.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';
import type { Topic } from '../../schemas/events.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';

const LOOK_INTERVAL_MS = 60_000;
/** Most jobs looked at. Losses affect whole topics, so this is as good as all. */
const MOST = 10_000;
const NAMED = 10;

/** One kind of work that may be lost, and the groups responsible for it. */
interface Kind {
  readers: readonly { group: string; topics: readonly Topic[] }[];
  list: 'unfinished' | 'undelivered';
  isOwed: (job: JobState | undefined) => boolean;
  gauge: 'lostJobs' | 'lostWebhooks';
  message: string;
}

export const JOBS: Kind = {
  readers: REQUEST_READERS,
  list: 'unfinished',
  isOwed: isInFlight,
  gauge: 'lostJobs',
  message:
    'the extractors have passed requests of jobs that have no end and will have none (docs/operations.md, TextrailJobsLost)',
};

export const WEBHOOKS: Kind = {
  readers: [{ group: 'webhooker', topics: ['outcomes'] }],
  list: 'undelivered',
  isOwed: job => job !== undefined && webhookOwedSince(job) !== null,
  gauge: 'lostWebhooks',
  message:
    'the webhookers have passed ends of jobs whose webhooks were not sent and will not be (docs/operations.md, TextrailWebhooksLost)',
};

export interface LostJobsPorts {
  log: Pick<EventLog, 'isBehind' | 'ends'>;
  views: Pick<ViewStore, Kind['list'] | 'job' | 'positions' | 'caughtUp'>;
  telemetry: Pick<Telemetry, 'logger' | Kind['gauge']>;
}

export class LostJobs {
  private readonly ports: LostJobsPorts;
  private readonly kind: Kind;
  private readonly timer: NodeJS.Timeout;
  /** From the last round: jobs whose records were dealt with, and where the log ended then. */
  private noted: { jobIds: readonly string[]; ends: readonly Position[] } | undefined;
  private said = 0;

  constructor(ports: LostJobsPorts, kind: Kind) {
    this.ports = ports;
    this.kind = kind;
    this.timer = setInterval(() => void this.round(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** `at`: epoch ms. */
  async look(at: number): Promise<void> {
    if (this.noted !== undefined && (await this.isFolded(this.noted.ends))) {
      this.say(await this.owedAmong(this.noted.jobIds));
      this.noted = undefined;
    }
    this.noted ??= await this.note(at);
  }

  /** If a server is away, its own check reports it. */
  private round(): Promise<void> {
    return this.look(Date.now()).catch(() => undefined);
  }

  /** The order matters: a request that moves between lanes is written to the second before it is done in the first. */
  private async note(at: number): Promise<typeof this.noted> {
    const { log, views } = this.ports;
    const passed = at - CLOCK_MARGIN_MS;
    for (const { group, topics } of this.kind.readers)
      if (await log.isBehind(group, topics, passed)) return undefined;
    // A record's time is later than its event's: by the time it took to append, and by the difference of the clocks.
    const jobIds = await views[this.kind.list](passed - CLOCK_MARGIN_MS, MOST);
    return { jobIds, ends: await log.ends(HISTORY_TOPICS) };
  }

  private async isFolded(ends: readonly Position[]): Promise<boolean> {
    const { views } = this.ports;
    return (await views.caughtUp()) && haveReached(await views.positions(), ends);
  }

  private async owedAmong(jobIds: readonly string[]): Promise<string[]> {
    const states = await Promise.all(jobIds.map(jobId => this.ports.views.job(jobId)));
    return jobIds.filter((_, at) => this.kind.isOwed(states[at]));
  }

  private say(lost: readonly string[]): void {
    const { telemetry } = this.ports;
    telemetry[this.kind.gauge].set(lost.length);
    if (lost.length > this.said)
      telemetry.logger.error({ jobs: lost.length, first: lost.slice(0, NAMED) }, this.kind.message);
    this.said = lost.length;
  }
}
