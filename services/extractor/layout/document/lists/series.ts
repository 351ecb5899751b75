/** Decides which markers count: a letter or number opens an item only if its neighbour in the count is near. */

import { isCode } from '../../one-page/blocks/code.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { BARE_FORM, BOX_FORM, follows, type Item, itemOf, type Marker } from './marker.ts';

/** A marker's neighbour in the count is among this many pieces of the page. */
const REACH_PIECES = 12;
/** The neighbour of a check box is among this many: its text may continue in a piece of its own. */
const BOX_REACH_PIECES = 2;
/** What belongs to an item begins where its text does, within this tolerance. */
export const HANGING_EM = 0.6;

/** Characters that also open lines of other texts. */
const DOUBTFUL = /[–—−‐*∗·o-]/;
/** Those of them that program text has. */
const DASHES = /[–—−‐*∗-]/;
/** Lines of one listing are closer than this. */
const LISTING_GAP_EM = 1;

/** A capital with a full stop … */
const INITIAL_FORM = 'A.';
/** … before names counts only if there are at least this many, wherever the count begins. */
const COUNTED_MIN = 3;

export interface ListItemStart {
  marker: Marker;
  item: Item;
  /** Depth from 1 according to the structure tree, where that is trusted. */
  depth?: number;
}

interface Candidate {
  piece: FlowText;
  at: number;
  item: Item;
}

/**
 * Returns the pieces that open list items, each with the reading of its marker that fits its neighbours. `typed` says
 * that everything is set in fixed-pitch type, which then shows nothing.
 */
export function listItemsOf(
  flow: readonly Flow[],
  headings: ReadonlySet<Flow>,
  typed = false,
): Map<Flow, ListItemStart> {
  const candidates: Candidate[] = [];
  let listed: FlowText | null = null;
  flow.forEach((piece, at) => {
    const listing = listed;
    listed = null;
    if (piece.kind !== 'text' || piece.zone !== 'body' || piece.role !== 'text' || headings.has(piece))
      return;
    if (!typed && isListed(piece, listing, flow[at + 1])) {
      listed = piece;
      return;
    }
    const item = itemOf(piece.block);
    if (item !== null) candidates.push({ piece, at, item });
  });
  const starts = new Map<Flow, ListItemStart>();
  candidates.forEach((candidate, index) => {
    const marker = candidate.item.markers.find(reading => isInSeries(reading, candidates, index));
    if (marker !== undefined) starts.set(candidate.piece, { marker, item: candidate.item });
  });
  return starts;
}

/**
 * Whether a marker belongs to a listing: dashes, numbers and check marks may be its own, as in `- name: x` of a
 * configuration or the steps that a program reports. Bullets and numbers before code may also count it, in whatever
 * font they are drawn; then the pieces directly above and below decide.
 */
function isListed(piece: FlowText, above: Flow | null, below: Flow | undefined): boolean {
  if (!isCode(piece.block)) return false;
  return isPlainCode(piece) || isNext(above, piece) || (isPlainCode(below) && isNext(piece, below));
}

/** Whether a piece is code without a marker, or with a dash in its own font. */
function isPlainCode(piece: Flow | undefined): boolean {
  if (piece?.kind !== 'text' || !isCode(piece.block)) return false;
  const marker = itemOf(piece.block)?.markers[0];
  const isDash = marker === undefined || DASHES.test(marker.text);
  return isDash && piece.block.lines[0]?.items[0]?.font.monospace === true;
}

/** Whether one piece stands directly below the other. */
function isNext(upper: Flow | null, lower: Flow | undefined): boolean {
  if (upper?.kind !== 'text' || lower?.kind !== 'text' || upper.page !== lower.page) return false;
  return Math.abs(lower.block.top - upper.block.bottom) < LISTING_GAP_EM * lower.block.size;
}

/**
 * Whether a marker opens an item. Unmistakable bullets need no company; dashes, asterisks, the dots of formulas and
 * numbers do.
 */
function isInSeries(marker: Marker, candidates: readonly Candidate[], index: number): boolean {
  const self = candidates[index] as Candidate;
  if (marker.form === BOX_FORM) return hasBoxBeside(self, candidates);
  if (marker.series === 'bullet' && !DOUBTFUL.test(marker.text)) return true;
  if (marker.form === BARE_FORM) return countsFromOne(self, candidates);
  const near = (other: Candidate | undefined): other is Candidate =>
    other !== undefined && Math.abs(other.at - self.at) <= REACH_PIECES;
  if (isInitial(marker, self.item) && !isOneOfMany(marker, candidates.filter(near))) return false;
  for (const step of [-1, 1]) {
    for (let at = index + step; near(candidates[at]); at += step) {
      if (
        candidates[at]?.item.markers.some(other =>
          step < 0 ? follows(marker, other) : follows(other, marker),
        )
      )
        return true;
    }
  }
  return false;
}

/** Whether a capital may be the initial of a first name: `R. Whitfield`, with `S. Amadi` above it. */
const isInitial = ({ form }: Marker, { rest }: Item): boolean =>
  form === INITIAL_FORM && /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(rest);

/** Whether a count begins with A, or has more items than two people have names. */
function isOneOfMany({ form, series }: Marker, candidates: readonly Candidate[]): boolean {
  const markers = candidates.flatMap(({ item }) => item.markers);
  const values = new Set(
    markers.filter(other => other.form === form && other.series === series).map(({ value }) => value),
  );
  return values.has(1) || values.size >= COUNTED_MIN;
}

/** Whether another box stands directly above or below this one; the boxes of a form may stand anywhere. */
function hasBoxBeside(self: Candidate, candidates: readonly Candidate[]): boolean {
  return candidates.some(
    ({ piece, at, item }) =>
      item.markers[0]?.form === BOX_FORM &&
      at !== self.at &&
      Math.abs(at - self.at) <= BOX_REACH_PIECES &&
      piece.page === self.piece.page &&
      Math.abs(item.left - self.item.left) < HANGING_EM * piece.block.size,
  );
}

/** Whether numbers without punctuation at the same place count from 1 to this one, and at least to 2. */
function countsFromOne(self: Candidate, candidates: readonly Candidate[]): boolean {
  const bareValue = ({ item }: Candidate) => item.markers.find(({ form }) => form === BARE_FORM)?.value;
  const slack = HANGING_EM * self.piece.block.size;
  const alike = candidates.filter(
    other =>
      other.piece.page === self.piece.page &&
      bareValue(other) !== undefined &&
      Math.abs(other.item.left - self.item.left) < slack &&
      Math.abs(other.item.textLeft - self.item.textLeft) < slack,
  );
  let start = alike.indexOf(self);
  while (start > 0 && bareValue(alike[start] as Candidate) !== 1) start--;
  const counted = alike.slice(start).findIndex((other, at) => bareValue(other) !== at + 1);
  const length = counted < 0 ? alike.length - start : counted;
  return length > 1 && alike.indexOf(self) < start + length;
}
