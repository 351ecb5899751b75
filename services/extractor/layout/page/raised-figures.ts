/** Marks raised digits after a number, which would otherwise be read as part of it: `10⁶` is not 106 (`story/raised.ts`). */

import { raised } from '../../story/raised.ts';

/** As shares of an em of the text before: raised digits are at most this large, and this far above its baseline. */
const SIZE_MAX = 0.85;
const RISE_MIN = 0.2;
const RISE_MAX = 0.75;

interface Sized {
  text: string;
  baseline: number;
  /** In points. */
  size: number;
}

/**
 * Returns the text of a piece that no space separates from the one `written` before it; `host` is the last piece there
 * that is not raised.
 */
export function textBehind(written: string, host: Sized, piece: Sized): string {
  return isRaised(host, piece) ? raised(written, piece.text) : piece.text;
}

export function isRaised(host: Sized, { size, baseline }: Sized): boolean {
  if (size >= SIZE_MAX * host.size) return false;
  const rise = (host.baseline - baseline) / host.size;
  return rise > RISE_MIN && rise < RISE_MAX;
}
