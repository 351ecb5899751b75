/**
 * Hears what is told in channels for as long as its connection is open. ioredis subscribes again on a new connection only where the
 * server had agreed before, and a refusal then ends the process, since nobody waits for it.
 */
import type { RedisClient } from './keyspace.ts';

/**
 * Subscribing again where it is done costs nothing. It brings back what was refused, or ended unseen, and a connection that nothing
 * comes through any more is given up for the lack of an answer.
 */
const RENEWAL_MS = 5_000;

export interface SubscriptionOptions {
  client: RedisClient;
  channels: readonly string[];
  /** What was told before may have been missed. */
  onRenewed?: () => void;
  onRefused?: (error: unknown) => void;
  /** For tests. */
  renewalMs?: number;
}

export class Subscription {
  private readonly options: SubscriptionOptions;
  private readonly timer: NodeJS.Timeout;

  constructor(options: SubscriptionOptions) {
    this.options = options;
    options.client.on('ready', () => void this.renew());
    this.timer = setInterval(() => void this.renew(), options.renewalMs ?? RENEWAL_MS);
    this.timer.unref();
    void this.renew();
  }

  close(): void {
    clearInterval(this.timer);
    this.options.client.disconnect();
  }

  private async renew(): Promise<void> {
    const { client, channels, onRenewed, onRefused } = this.options;
    if (client.status !== 'ready') return;
    try {
      await Promise.all(channels.map(channel => client.subscribe(channel)));
      onRenewed?.();
    } catch (error) {
      onRefused?.(error);
    }
  }
}
