/**
 * Whether one direction of a connection moves fast enough, measured in windows: an average would forgive a caller who
 * was fast once.
 */

/** Fewest bytes that must move in each window, unless less is left: 6.5 KB/s with the default of STALL_MS. */
export const LEAST_BYTES = 64 * 1024;

export class Pace {
  private since: number | undefined;
  private mark = 0;

  /**
   * Call it several times a window with the number of bytes moved so far (`now`, `windowMs`: ms). True once a whole
   * window has passed in which the peer was waited for throughout and fewer than `LEAST_BYTES` moved.
   */
  stalled(now: number, windowMs: number, moved: number, waitedFor: boolean): boolean {
    if (!waitedFor) {
      this.since = undefined;
      return false;
    }
    if (this.since === undefined || moved - this.mark >= LEAST_BYTES) {
      this.since = now;
      this.mark = moved;
      return false;
    }
    return now - this.since >= windowMs;
  }
}
