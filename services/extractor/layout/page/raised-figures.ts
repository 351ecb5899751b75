/** Raised figures behind a number, which would be read as a part of it: `10⁶` is not 106 (`story/raised.ts`). */

import { raised } from '../../story/raised.ts';

/** Of one em of the text before: raised figures are smaller, and stand so far above its base line. */
const SIZE_MAX = 0.85;
const RISE_MIN = 0.2;
const RISE_MAX = 0.75;

interface Sized {
  text: string;
  baseline: number;
  /** Points. */
  size: number;
}

/** The text of a piece that no space parts from the one `written` before it; `host` is the last one there that is not raised. */
export function textBehind(written: string, host: Sized, piece: Sized): string {
  return isRaised(host, piece) ? raised(written, piece.text) : piece.text;
}

export function isRaised(host: Sized, { size, baseline }: Sized): boolean {
  if (size >= SIZE_MAX * host.size) return false;
  const rise = (host.baseline - baseline) / host.size;
  return rise > RISE_MIN && rise < RISE_MAX;
}
