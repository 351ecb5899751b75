/**
 * Receives messages on channels as long as its connection is open. ioredis subscribes again on a new connection only if
 * the server had accepted before, and a refusal then ends the process, since nothing handles it.
 */
import type { RedisClient } from './keyspace.ts';

/**
 * How often to subscribe again, which costs nothing if it is done already. It restores a subscription that was refused
 * or ended unnoticed, and detects a dead connection by the missing answer.
 */
const RENEWAL_MS = 5_000;

export interface SubscriptionOptions {
  client: RedisClient;
  channels: readonly string[];
  /** Called after (re)subscribing: earlier messages may have been missed. */
  onRenewed?: () => void;
  onRefused?: (error: unknown) => void;
  /** Set by tests. */
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
