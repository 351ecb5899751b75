/** Which markers really count: a letter or number opens an item only where its neighbour in the count stands near. */

import { isCode } from '../../one-page/blocks/code.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { BARE_FORM, BOX_FORM, follows, type Item, itemOf, type Marker } from './marker.ts';

/** A marker's neighbour in the count stands within so many pieces of the page. */
const REACH_PIECES = 12;
/** … and a box to tick within so many: its words may go on in a piece of their own. */
const BOX_REACH_PIECES = 2;
/** What belongs to an item begins where its text does, give or take this. */
export const HANGING_EM = 0.6;

/** Signs that also open lines of other texts. */
const DOUBTFUL = /[–—−‐*∗·o-]/;
/** … and those that program text has. */
const DASHES = /[–—−‐*∗-]/;
/** Lines of one listing stand closer. */
const LISTING_GAP_EM = 1;

/** Capitals with a point … */
const INITIAL_FORM = 'A.';
/** … before names are a count from so many of them on, wherever it begins. */
const COUNTED_MIN = 3;

export interface ListItemStart {
  marker: Marker;
  item: Item;
  /** Depth from 1 by the structure tree, where it is believed. */
  depth?: number;
}

interface Candidate {
  piece: FlowText;
  at: number;
  item: Item;
}

/**
 * The pieces that open list items, each with the reading of its marker that fits its neighbours. `typed`: all is set in type of one
 * width, which then says nothing.
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
 * Dashes, numbers and check marks of a listing are its own: `- name: x` of a configuration, the steps that a program reports. Bullets and
 * numbers before code may count it as well, in whatever font they are drawn: of these what stands right above and below tells.
 */
function isListed(piece: FlowText, above: Flow | null, below: Flow | undefined): boolean {
  if (!isCode(piece.block)) return false;
  return isPlainCode(piece) || isNext(above, piece) || (isPlainCode(below) && isNext(piece, below));
}

/** Code without a marker, or with a dash of its own font. */
function isPlainCode(piece: Flow | undefined): boolean {
  if (piece?.kind !== 'text' || !isCode(piece.block)) return false;
  const marker = itemOf(piece.block)?.markers[0];
  const isDash = marker === undefined || DASHES.test(marker.text);
  return isDash && piece.block.lines[0]?.items[0]?.font.monospace === true;
}

/** Whether one piece stands right below the other. */
function isNext(upper: Flow | null, lower: Flow | undefined): boolean {
  if (upper?.kind !== 'text' || lower?.kind !== 'text' || upper.page !== lower.page) return false;
  return Math.abs(lower.block.top - upper.block.bottom) < LISTING_GAP_EM * lower.block.size;
}

/** Unmistakable bullets need no company; dashes, stars, the dots of formulas and numbers do. */
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

/** Whether a capital is perhaps the first name's of somebody: `R. Whitfield`, over whose name stands `S. Amadi`. */
const isInitial = ({ form }: Marker, { rest }: Item): boolean =>
  form === INITIAL_FORM && /^\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(rest);

/** Counts begin with A, or have more items than two people have names. */
function isOneOfMany({ form, series }: Marker, candidates: readonly Candidate[]): boolean {
  const markers = candidates.flatMap(({ item }) => item.markers);
  const values = new Set(
    markers.filter(other => other.form === form && other.series === series).map(({ value }) => value),
  );
  return values.has(1) || values.size >= COUNTED_MIN;
}

/** Whether another box stands above or below this one: those of a form may stand anywhere. */
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

/** Whether bare numbers at the same place count from 1 to this one, and on to 2 at least. */
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
