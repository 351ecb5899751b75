/** Keeps symbols of formulas on the line whose baseline they leave: tall ones hang from it, others are stacked. */

import type { TextItem } from '../../page/content.ts';
import { SAME_BASELINE_EM, TOUCH_GAP_EM } from '../../page/line.ts';
import { endOf, last, onOneLine, type Piece } from './neighbours.ts';

/** Tall symbols hang from at most this far above their line. */
const HANGING_RISE_EM = 1.6;

/** TeX draws tall brackets and roots from their upper edge downwards: their origin lies above the line. */
const HANGING = /^[√()[\]{}⟨⟩|∣∥‖]$/u;
/** Accents, arrows and halves of symbols that are drawn over or under what follows them. */
const SIGN = /^[^\p{L}\p{N}\p{P}]$|^[~^/]$/u;

export const mayHang = ({ text }: TextItem): boolean => HANGING.test(text);

/** Whether a symbol hangs beside a text that stands on the line `gap` points from it. */
export function hangs(sign: TextItem, text: TextItem, gap: number): boolean {
  const rise = (text.baseline - sign.baseline) / text.size;
  const touches = Math.abs(gap) < TOUCH_GAP_EM * text.size;
  return touches && mayHang(sign) && rise > SAME_BASELINE_EM && rise < HANGING_RISE_EM;
}

/** Whether a word on the line is moved back under or over a single symbol before it: halves of `≅`, a letter below its tilde. */
export function isStacked(piece: Piece, item: TextItem, hostOf: (piece: Piece) => TextItem): boolean {
  const sign = last(piece);
  if (piece.length < 2 || !SIGN.test(sign.text)) return false;
  const shared = Math.min(endOf(sign), endOf(item)) - Math.max(sign.left, item.left);
  return shared > Math.min(sign.width, item.width) / 2 && onOneLine(hostOf(piece.slice(0, -1)), item);
}
