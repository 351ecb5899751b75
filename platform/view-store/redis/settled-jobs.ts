/**
 * Wakes those who wait for a job, in whichever process it was projected. The script that projects it also publishes it,
 * so that no answer precedes the read model. A message can be lost with a connection, so jobs that are still waited for
 * are looked up after each reconnect and every second.
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

  /** Waits until the server answers, and reports why it does not; rejects with the server's words if it refuses. */
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
    // Subscribe only now: roles in which nobody ever waits need not receive a message for every job.
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

  /**
   * Handles a message. Anyone who may write to the channel may write anything, and a switch of generations is announced
   * there too: whatever is not a job causes a look-up.
   */
  private told(message: string): void {
    try {
      this.watchers.changed(JSON.parse(message) as JobState);
    } catch {
      void this.look();
    }
  }

  private async look(jobIds: string[] = this.watchers.jobIds()): Promise<void> {
    if (jobIds.length === 0) return;
    // If the store cannot be read now, the next look reads it.
    const states = await this.read(jobIds).catch(() => []);
    for (const state of states) if (state !== undefined) this.watchers.changed(state);
  }
}
