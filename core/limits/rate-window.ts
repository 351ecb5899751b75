/** The per-minute rate limit: a fixed window of 60 s that begins with the key's first request in it. */
export const RATE_WINDOW_MS = 60_000;
/**
 * A window that ends later than this was begun before the clock was set back, and would last until the clock has caught
 * up. More than one window, because instances' clocks differ, and one that is behind must not void what the others
 * count.
 */
const FARTHEST_END_MS = 2 * RATE_WINDOW_MS;

export interface RateWindow {
  /** Requests admitted in the window; never more than the limit. */
  count: number;
  /** Epoch ms at which the window ends. */
  endsAt: number;
}

/** The window that is live at `at`; undefined if there is none. */
export function liveWindow(window: RateWindow | undefined, at: number): RateWindow | undefined {
  if (window === undefined || at >= window.endsAt || window.endsAt - at > FARTHEST_END_MS) return undefined;
  return window;
}

/** Counts one request at `at`; a refused request is not counted. `window` is undefined if the key has none. */
export function countRequest(
  window: RateWindow | undefined,
  limit: number,
  at: number,
): RateWindow & { admitted: boolean } {
  const live = liveWindow(window, at) ?? { count: 0, endsAt: at + RATE_WINDOW_MS };
  if (live.count >= limit) return { ...live, admitted: false };
  return { count: live.count + 1, endsAt: live.endsAt, admitted: true };
}
