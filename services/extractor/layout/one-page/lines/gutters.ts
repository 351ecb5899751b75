/**
 * Separates marginal notes and second columns that were drawn directly after the line beside them, no farther off than
 * words of one line may be. They are recognised by the many lines that end where the gap begins.
 */
import type { TextItem } from '../../page/content.ts';
import { median } from '../../page/geometry.ts';
import { endsInLeader } from '../../text/leaders.ts';
import { endOf, first, gapsOf, last, type Piece } from './neighbours.ts';

/**
 * A gap inside a line may separate columns when it is this wide, is this many times as wide as the line's other gaps,
 * and comes after this many words. …
 */
const GUTTER_GAP_EM = 0.7;
export const GUTTER_GAP_FACTOR = 1.8;
const GUTTER_WORDS_MIN = 3;
/** … It does where at least this many lines end before it, within this many points, … */
const GUTTER_ENDS_MIN = 4;
const GUTTER_STEP = 0.5;
/** … and what follows is smaller by this share, or this many lines begin there. */
const GUTTER_NOTE_SIZE = 0.95;
const GUTTER_STARTS_MIN = 3;
/**
 * Where at least this many lines end, and this share of all, the page is one justified column: anything after it is a
 * note, even at this small distance.
 */
const JUSTIFIED_ENDS_MIN = 12;
const JUSTIFIED_SHARE = 0.5;
const JUSTIFIED_GAP_EM = 0.6;

/** Returns the pieces, cut where their lines cross into another column. */
export function cutAtGutters(pieces: readonly Piece[]): Piece[] {
  const cuts = new Map<Piece, number>();
  for (const piece of pieces) {
    const at = widestGap(piece);
    if (at > 0) cuts.set(piece, at);
  }
  if (cuts.size === 0) return [...pieces];
  const parts = pieces.flatMap(piece => {
    const at = cuts.get(piece) ?? 0;
    return at === 0 ? [piece] : [piece.slice(0, at), piece.slice(at)];
  });
  const ends = tally(parts.map(piece => endOf(last(piece))));
  const starts = tally(parts.map(piece => first(piece).left));
  return pieces.flatMap(piece => {
    const at = cuts.get(piece) ?? 0;
    if (at === 0) return [piece];
    const [left, right] = [piece.slice(0, at), piece.slice(at)];
    const end = count(ends, endOf(last(left)));
    const isNote = isSmaller(right, left) || count(starts, first(right).left) >= GUTTER_STARTS_MIN;
    const isFar = first(right).left - endOf(last(left)) > GUTTER_GAP_EM * first(right).size;
    // A dot leader leads to what stands after it.
    const isColumn =
      end >= Math.max(JUSTIFIED_ENDS_MIN, JUSTIFIED_SHARE * pieces.length) &&
      !endsInLeader(left.map(item => item.text).join(' '));
    return (end >= GUTTER_ENDS_MIN && isNote && isFar) || isColumn ? [left, right] : [piece];
  });
}

/**
 * Returns the index of the word after a gap that is wider than the others and comes after enough words for a line; 0
 * where there is none.
 */
function widestGap(piece: Piece): number {
  if (piece.length <= GUTTER_WORDS_MIN) return 0;
  let [at, widest] = [0, -Infinity];
  for (let behind = 1; behind < piece.length; behind++) {
    const gap = (piece[behind] as TextItem).left - endOf(piece[behind - 1] as TextItem);
    if (gap > widest) [at, widest] = [behind, gap];
  }
  const isWide = at >= GUTTER_WORDS_MIN && widest > JUSTIFIED_GAP_EM * (piece[at]?.size ?? 0);
  return isWide && widest > GUTTER_GAP_FACTOR * median(gapsOf(piece)) ? at : 0;
}

function isSmaller(right: Piece, left: Piece): boolean {
  const size = (piece: Piece) => median(piece.map(item => item.size));
  return size(right) < GUTTER_NOTE_SIZE * size(left);
}

/** Returns how many values lie in each step. */
function tally(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) {
    const step = Math.round(value / GUTTER_STEP);
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  return counts;
}

function count(counts: ReadonlyMap<number, number>, value: number): number {
  const step = Math.round(value / GUTTER_STEP);
  return [step - 1, step, step + 1].reduce((sum, near) => sum + (counts.get(near) ?? 0), 0);
}
