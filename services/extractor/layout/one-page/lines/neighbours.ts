/** Joins pieces of lines with what stands right of them. */

import type { TextItem } from '../../page/content.ts';
import { SAME_BASELINE_EM, SCRIPT_SIZE_MAX } from '../../page/line.ts';

/** Text may step back by this much and still continue (accents, fractions, negative kerning). */
export const OVERLAP_MAX_EM = 0.5;
/** Words drawn at different times that nearly touch may overlap by this much. */
export const TOUCH_OVERLAP_EM = 0.3;
/** A superscript is raised by less than this, in ems of its host. */
const SCRIPT_SHIFT_EM = 0.75;

/** Words that are known to follow each other; never empty. */
export type Piece = TextItem[];

export const endOf = (item: TextItem): number => item.left + item.width;
export const first = (piece: Piece): TextItem => piece[0] as TextItem;
export const last = (piece: Piece): TextItem => piece.at(-1) as TextItem;

/** Returns the size of the largest type of a piece, in points. */
export const largestOf = (piece: Piece): number => piece.reduce((most, { size }) => Math.max(most, size), 0);

/** Returns the white space between each word and the next. */
export function gapsOf(words: readonly TextItem[]): number[] {
  const gaps: number[] = [];
  for (let at = 1; at < words.length; at++)
    gaps.push((words[at] as TextItem).left - endOf(words[at - 1] as TextItem));
  return gaps;
}

/**
 * Words of one line and type differ by less than this in size and baseline; a word that fills a gap overlaps its
 * neighbours by at most this.
 */
export const FILLING_EM = 0.1;

export const isLevel = (one: TextItem, other: TextItem): boolean =>
  Math.abs(one.size - other.size) < FILLING_EM * one.size &&
  Math.abs(one.baseline - other.baseline) < FILLING_EM * one.size;

/** Whether two words have the same baseline, or the smaller one is raised or lowered beside the larger. */
export function onOneLine(one: TextItem, other: TextItem): boolean {
  const small = Math.min(one.size, other.size);
  const large = Math.max(one.size, other.size);
  const shift = Math.abs(one.baseline - other.baseline);
  return shift < (small > SCRIPT_SIZE_MAX * large ? SAME_BASELINE_EM * small : SCRIPT_SHIFT_EM * large);
}

/**
 * Joins each piece with the nearest one at its right where `fits` allows it; chains join as a whole. Pieces that
 * `mayJoin` refuses are not considered further.
 */
export function joinNeighbours(
  pieces: readonly Piece[],
  fits: (left: Piece, right: Piece) => boolean,
  mayJoin?: (left: Piece) => boolean,
): Piece[] {
  const lefts = mayJoin && new Set(pieces.filter(mayJoin));
  // Most pages have no such pieces, and need not be sorted into rows.
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

/** Pieces by baseline. Their left edges are in an array of their own because every piece of a line asks for them. */
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

  /** Returns the nearest piece that starts right of this one's end, among those within a line's height. */
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
