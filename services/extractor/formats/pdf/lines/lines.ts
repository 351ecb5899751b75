/** Joins words into lines: by the content stream first, by mere nearness only where words almost touch. */
import type { TextItem } from '../page.ts';
import { LINES } from '../thresholds.ts';
import { withDropCaps } from './drop-caps.ts';
import { withFieldsJoined } from './fields.ts';
import { withoutLetterSpacing } from './letter-spacing.ts';
import { type Line, lineOf } from './line.ts';
import { isMarker } from './markers.ts';
import { joinStretched } from './stretched.ts';

/** Lines of the upright words, in stream order of their first words. */
export function linesOf(items: readonly TextItem[]): Line[] {
  const pieces = joinStretched(joinInStream(withDropCaps(items.filter(item => item.angle === 0))));
  const touching = joinAcrossStream(pieces);
  return withFieldsJoined(joinMarkers(touching))
    .map(piece => lineOf(withoutLetterSpacing(piece)))
    .sort((one, other) => one.index - other.index);
}

type Piece = TextItem[];

const endOf = (item: TextItem): number => item.left + item.width;
const first = (piece: Piece): TextItem => piece[0] as TextItem;
const last = (piece: Piece): TextItem => piece.at(-1) as TextItem;

function joinInStream(items: readonly TextItem[]): Piece[] {
  const pieces: Piece[] = [];
  let current: Piece | null = null;
  for (const item of items) {
    if (current !== null && follows(current, item)) {
      current.push(item);
    } else {
      current = [item];
      pieces.push(current);
    }
  }
  return pieces;
}

/** Whether a word goes on where the one before it in the stream ended; after a script the line comes back. */
function follows(piece: Piece, item: TextItem): boolean {
  const before = last(piece);
  const size = Math.max(before.size, item.size);
  const gap = item.left - endOf(before);
  if (gap <= -LINES.overlapMaxEm * size || gap >= LINES.streamGapEm * size) return false;
  return onOneLine(before, item) || onOneLine(hostOf(piece), item);
}

/** The last word of the piece that is no script. */
function hostOf(piece: Piece): TextItem {
  const size = Math.max(...piece.slice(-LINES.scriptWordsMax).map(item => item.size));
  return piece.findLast(item => item.size >= LINES.scriptSizeMax * size) ?? last(piece);
}

/** Same baseline, or the smaller one raised or lowered beside the larger. */
function onOneLine(one: TextItem, other: TextItem): boolean {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  const shift = Math.abs(one.baseline - other.baseline);
  if (small.size > LINES.scriptSizeMax * large.size) return shift < LINES.baselineEm * small.size;
  return shift < LINES.scriptShiftEm * large.size;
}

/** Pieces of one line that the producer drew at different times; only what nearly touches is joined. */
function joinAcrossStream(pieces: readonly Piece[]): Piece[] {
  return joinNeighbours(pieces, (left, right) => {
    const size = Math.max(last(left).size, first(right).size);
    const gap = first(right).left - endOf(last(left));
    return (
      onOneLine(last(left), first(right)) &&
      gap > -LINES.touchOverlapEm * size &&
      gap < LINES.touchGapEm * size
    );
  });
}

/** Bullets and numbers set apart from what they number. */
function joinMarkers(pieces: readonly Piece[]): Piece[] {
  return joinNeighbours(pieces, (left, right) => {
    const size = Math.max(last(left).size, first(right).size);
    const gap = first(right).left - endOf(last(left));
    const marker = left.map(item => item.text).join('');
    // Lone numbers also stand beside numbers, in tables; before words they count.
    const counts = /^\d+$/.test(marker) ? /^\p{L}/u.test(first(right).text) : isMarker(marker);
    return (
      counts &&
      Math.abs(first(left).baseline - first(right).baseline) < LINES.baselineEm * size &&
      gap > 0 &&
      gap < LINES.markerGapEm * size
    );
  });
}

/** Joins each piece with the nearest one to its right where `fits` says so; chains join as a whole. */
function joinNeighbours(pieces: readonly Piece[], fits: (left: Piece, right: Piece) => boolean): Piece[] {
  const rows = [...pieces].sort((one, other) => first(one).baseline - first(other).baseline);
  const next = new Map<Piece, Piece>();
  const taken = new Set<Piece>();
  rows.forEach((left, at) => {
    const right = nearestRight(rows, at);
    if (right === null || taken.has(right) || !fits(left, right)) return;
    next.set(left, right);
    taken.add(right);
  });
  return pieces.filter(piece => !taken.has(piece)).map(piece => chain(piece, next));
}

/** The nearest piece that starts right of this one's end, among those a line's height away. */
function nearestRight(rows: readonly Piece[], at: number): Piece | null {
  const left = rows[at] as Piece;
  const reach = LINES.scriptShiftEm * Math.max(...left.map(item => item.size)) * 1.5;
  const { baseline } = last(left);
  let best: Piece | null = null;
  const consider = (piece: Piece) => {
    if (piece === left || first(piece).left < endOf(last(left)) - last(left).size * LINES.touchOverlapEm)
      return;
    if (!onOneLine(last(left), first(piece))) return;
    if (best === null || first(piece).left < first(best).left) best = piece;
  };
  for (let up = at - 1; up >= 0 && baseline - first(rows[up] as Piece).baseline < reach; up--)
    consider(rows[up] as Piece);
  for (
    let down = at + 1;
    down < rows.length && first(rows[down] as Piece).baseline - baseline < reach;
    down++
  )
    consider(rows[down] as Piece);
  return best;
}

function chain(piece: Piece, next: ReadonlyMap<Piece, Piece>): Piece {
  const whole = [...piece];
  for (let at = next.get(piece); at !== undefined; at = next.get(at)) whole.push(...at);
  return whole;
}
