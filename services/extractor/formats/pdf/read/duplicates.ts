/** Text painted twice for weight or shadow is one text. */
import type { TextItem } from '../../../layout/page/content.ts';
import { isSameSize } from '../../../layout/page/sizes.ts';

/** Share of an em by which the second painting is set off. */
const OFFSET_EM = 0.12;
/** Points; what rounding sets off, and no shadow under large type by more. */
const OFFSET_MIN = 0.5;
const OFFSET_MAX = 3;

/** Points; words are looked up by squares of this side, so that a page of single letters costs no more a word. */
const SQUARE = 2 * OFFSET_MAX;
/** More squares than any page is wide. */
const SQUARES_ACROSS = 1 << 20;

/** Drops every word that repeats an earlier one in nearly the same place; indexes are given anew. */
export function withoutDuplicates(items: readonly TextItem[]): TextItem[] {
  const seen = new Map<number, TextItem[]>();
  const kept: TextItem[] = [];
  for (const item of items) {
    if (isSeen(item, seen)) continue;
    const square = squareAt(item.left, item.baseline);
    const there = seen.get(square);
    if (there) there.push(item);
    else seen.set(square, [item]);
    kept.push(kept.length === item.index ? item : { ...item, index: kept.length });
  }
  return kept;
}

/** A small integer, which is looked up fastest. Far off the page two squares may share it, but no places. */
const squareAt = (x: number, y: number): number =>
  (Math.floor(y / SQUARE) * SQUARES_ACROSS + Math.floor(x / SQUARE)) | 0;

/** What coincides with an item lies in one of the four squares that its surroundings, as large as one, touch. */
function isSeen(item: TextItem, seen: ReadonlyMap<number, readonly TextItem[]>): boolean {
  const first = squareAt(item.left - OFFSET_MAX, item.baseline - OFFSET_MAX);
  const isIn = (square: number) => seen.get(square)?.some(other => coincide(item, other)) === true;
  return isIn(first) || isIn(first + 1) || isIn(first + SQUARES_ACROSS) || isIn(first + SQUARES_ACROSS + 1);
}

function coincide(one: TextItem, other: TextItem): boolean {
  const offset = Math.min(OFFSET_MAX, Math.max(one.size * OFFSET_EM, OFFSET_MIN));
  return (
    one.text === other.text &&
    Math.abs(one.left - other.left) <= offset &&
    Math.abs(one.baseline - other.baseline) <= offset &&
    isSameSize(other, one) &&
    one.angle === other.angle
  );
}
