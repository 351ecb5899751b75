/**
 * How long records have waited that were not read yet. What their own times are only those know who have read them, but not that they were
 * in the log when its end was looked at. Else a reader that is given nothing (a quota of the brokers', a right that it lacks, a client that
 * hangs) would wait for nothing, as far as anybody is told.
 */
export class UnreadSince {
  /** By partition: an end that was seen when everything before had been read, or nothing was known yet. */
  private readonly seen = new Map<string, { end: number; at: number }>();

  /** At the least, of a partition of which everything below `next` was read, and that ends at `end` at the moment `now` (monotonic ms). */
  waitedMs(partition: string, next: number, end: number, now = performance.now()): number {
    const seen = this.seen.get(partition);
    if (seen !== undefined && next < Math.min(seen.end, end)) return Math.floor(now - seen.at);
    this.seen.set(partition, { end, at: now });
    return 0;
  }
}
