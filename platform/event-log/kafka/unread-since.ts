/**
 * How long records have waited unread. Their own times are unknown until somebody reads them, but it is known when the
 * log's end was seen beyond them. Without this, a reader that is given nothing (a broker's quota, a missing right, a
 * client that hangs) would seem to have nothing waiting.
 */
export class UnreadSince {
  /** By partition: an end that was seen when everything before it had been read, or when nothing was known yet. */
  private readonly seen = new Map<string, { end: number; at: number }>();

  /**
   * Minimum waiting time, in ms, of a partition that has been read up to `next` and ends at `end` at the moment `now`
   * (monotonic ms).
   */
  waitedMs(partition: string, next: number, end: number, now = performance.now()): number {
    const seen = this.seen.get(partition);
    if (seen !== undefined && next < Math.min(seen.end, end)) return Math.floor(now - seen.at);
    this.seen.set(partition, { end, at: now });
    return 0;
  }
}
