/** How fast one direction of a connection moves, measured in windows: an average forgives whoever was quick once. */

/** In each window so much has to move on, or all that is left: 6.5 KB/s at the default of STALL_MS. */
export const LEAST_BYTES = 64 * 1024;

export class Pace {
  private since: number | undefined;
  private mark = 0;

  /**
   * To be asked several times a window, with the bytes moved so far (`now`, `windowMs`: ms). True once a window has
   * gone by in which the peer was waited for all the time and less than `LEAST_BYTES` moved.
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
