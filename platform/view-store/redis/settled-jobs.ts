/**
 * Wakes those who wait for a job, in whichever process it was projected. Told by PUBLISH from the script that
 * projects it, so an answer never precedes the read model; and since a message can be lost with a connection, who still
 * waits is looked up again after each reconnect and every second.
 */
import type { JobState } from '../../../core/job/job.ts';
import type { OnAway } from '../../awaited-servers.ts';
import type { JobWatch } from '../view-store.ts';
import { Watchers } from '../watchers.ts';
import type { Keyspace, RedisClient } from './keyspace.ts';
import { Subscription } from './subscription.ts';

const LOOK_INTERVAL_MS = 1_000;

export class SettledJobs {
  private readonly watchers = new Watchers();
  private readonly subscriber: RedisClient;
  private readonly read: (jobIds: string[]) => Promise<(JobState | undefined)[]>;
  private readonly timer: NodeJS.Timeout;
  private readonly channel: string;
  private subscription: Subscription | undefined;

  constructor(keyspace: Keyspace, read: (jobIds: string[]) => Promise<(JobState | undefined)[]>) {
    this.read = read;
    this.subscriber = keyspace.subscriber();
    this.subscriber.on('message', (_channel: string, message: string) => this.told(message));
    this.channel = `${keyspace.prefix}settled`;
    this.timer = setInterval(() => void this.look(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  /** Waits until the server answers, and tells why it does not; rejects with its words if it refuses. */
  async connected(onAway: OnAway): Promise<void> {
    this.subscriber.on('error', onAway);
    try {
      await this.subscriber.ping();
    } finally {
      this.subscriber.off('error', onAway);
    }
  }

  watch(jobId: string, isNew: boolean): JobWatch {
    const watch = this.watchers.watch(jobId);
    // Roles in which nobody ever waits are spared every job's message.
    this.subscription ??= new Subscription({
      client: this.subscriber,
      channels: [this.channel],
      onRenewed: () => void this.look(),
    });
    if (!isNew) void this.look([jobId]);
    return watch;
  }

  close(): void {
    clearInterval(this.timer);
    this.subscription?.close();
    this.subscriber.disconnect();
  }

  /** Whoever may write into the channel may write anything: what is no job, as after a switch of generations, asks for a look. */
  private told(message: string): void {
    try {
      this.watchers.changed(JSON.parse(message) as JobState);
    } catch {
      void this.look();
    }
  }

  private async look(jobIds: string[] = this.watchers.jobIds()): Promise<void> {
    if (jobIds.length === 0) return;
    // A store that cannot be read now is read at the next look.
    const states = await this.read(jobIds).catch(() => []);
    for (const state of states) if (state !== undefined) this.watchers.changed(state);
  }
}
