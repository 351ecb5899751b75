/** Joins pieces of lines with what stands right of them. */

import type { TextItem } from '../../page/content.ts';
import { SAME_BASELINE_EM, SCRIPT_SIZE_MAX } from '../../page/line.ts';

/** Text may step back this far and still go on (accents, fractions, negative kerning). */
export const OVERLAP_MAX_EM = 0.5;
/** Words drawn at different times that nearly touch may overlap by this. */
export const TOUCH_OVERLAP_EM = 0.3;
/** A superscript is set off by less than this of its host's em. */
const SCRIPT_SHIFT_EM = 0.75;

/** Words that are known to follow each other; never empty. */
export type Piece = TextItem[];

export const endOf = (item: TextItem): number => item.left + item.width;
export const first = (piece: Piece): TextItem => piece[0] as TextItem;
export const last = (piece: Piece): TextItem => piece.at(-1) as TextItem;

/** Points; the largest type of a piece. */
export const largestOf = (piece: Piece): number => piece.reduce((most, { size }) => Math.max(most, size), 0);

/** White between each word and the next one. */
export function gapsOf(words: readonly TextItem[]): number[] {
  const gaps: number[] = [];
  for (let at = 1; at < words.length; at++)
    gaps.push((words[at] as TextItem).left - endOf(words[at - 1] as TextItem));
  return gaps;
}

/** Words of one line and type differ by less than this in size and base line (em); what fills a gap overlaps by no more. */
export const FILLING_EM = 0.1;

export const isLevel = (one: TextItem, other: TextItem): boolean =>
  Math.abs(one.size - other.size) < FILLING_EM * one.size &&
  Math.abs(one.baseline - other.baseline) < FILLING_EM * one.size;

/** Same baseline, or the smaller one raised or lowered beside the larger. */
export function onOneLine(one: TextItem, other: TextItem): boolean {
  const small = Math.min(one.size, other.size);
  const large = Math.max(one.size, other.size);
  const shift = Math.abs(one.baseline - other.baseline);
  return shift < (small > SCRIPT_SIZE_MAX * large ? SAME_BASELINE_EM * small : SCRIPT_SHIFT_EM * large);
}

/**
 * Joins each piece with the nearest one to its right where `fits` says so; chains join as a whole. Pieces that
 * `mayJoin` refuses are not looked at further.
 */
export function joinNeighbours(
  pieces: readonly Piece[],
  fits: (left: Piece, right: Piece) => boolean,
  mayJoin?: (left: Piece) => boolean,
): Piece[] {
  const lefts = mayJoin && new Set(pieces.filter(mayJoin));
  // Most pages have none of a kind, and their pieces need not be put in rows.
  if (lefts?.size === 0) return [...pieces];
  const rows = new Rows(pieces);
  const next = new Map<Piece, Piece>();
  const taken = new Set<Piece>();
  rows.pieces.forEach((left, at) => {
    if (lefts && !lefts.has(left)) return;
    const right = rows.nearestRight(at);
    if (right === null || taken.has(right) || !fits(left, right)) return;
    next.set(left, right);
    taken.add(right);
  });
  if (taken.size === 0) return [...pieces];
  return pieces.filter(piece => !taken.has(piece)).map(piece => chain(piece, next));
}

/** Pieces by base line; where they begin in arrays of their own, since each is asked for by all on its line. */
class Rows {
  readonly pieces: readonly Piece[];
  private readonly lefts: Float64Array;
  private readonly baselines: Float64Array;

  constructor(pieces: readonly Piece[]) {
    this.pieces = [...pieces].sort((one, other) => first(one).baseline - first(other).baseline);
    this.lefts = new Float64Array(pieces.length);
    this.baselines = new Float64Array(pieces.length);
    this.pieces.forEach((piece, at) => {
      this.lefts[at] = first(piece).left;
      this.baselines[at] = first(piece).baseline;
    });
  }

  /** The nearest piece that starts right of this one's end, among those a line's height away. */
  nearestRight(at: number): Piece | null {
    const left = this.pieces[at] as Piece;
    const end = last(left);
    const reach = SCRIPT_SHIFT_EM * largestOf(left) * 1.5;
    const from = endOf(end) - end.size * TOUCH_OVERLAP_EM;
    const { lefts, baselines } = this;
    let best = -1;
    let nearest = Infinity;
    const consider = (index: number, start: number) => {
      if (!onOneLine(end, first(this.pieces[index] as Piece))) return;
      best = index;
      nearest = start;
    };
    for (let up = at - 1; up >= 0 && end.baseline - (baselines[up] ?? 0) < reach; up--) {
      const start = lefts[up] ?? 0;
      if (start >= from && start < nearest) consider(up, start);
    }
    for (let down = at + 1; down < lefts.length && (baselines[down] ?? 0) - end.baseline < reach; down++) {
      const start = lefts[down] ?? 0;
      if (start >= from && start < nearest) consider(down, start);
    }
    return this.pieces[best] ?? null;
  }
}

function chain(piece: Piece, next: ReadonlyMap<Piece, Piece>): Piece {
  if (!next.has(piece)) return piece;
  const whole = [...piece];
  for (let at = next.get(piece); at !== undefined; at = next.get(at)) whole.push(...at);
  return whole;
}
