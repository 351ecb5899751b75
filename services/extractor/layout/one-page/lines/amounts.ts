/**
 * Joins amounts of money, right-aligned as at the foot of an invoice, to what they are for: a row is read as one line,
 * since an amount without its label says nothing. Years, marks and page numbers drawn directly after their line are
 * joined, too.
 */
import type { TextItem } from '../../page/content.ts';
import { median } from '../../page/geometry.ts';
import { isBlock } from '../../page/hints.ts';
import { type Line, textOf } from '../../page/line.ts';
import { startsSmall } from '../../text/scripts.ts';
import { endOf, first, gapsOf, joinNeighbours, last, type Piece } from './neighbours.ts';

/** Most characters of an amount: a currency, a sign, spaces and more digits than anybody owes. */
const AMOUNT_LENGTH_MAX = 24;
/** Most words of a right-aligned end that is drawn after its line. */
const END_WORDS_MAX = 5;
/** Such an end has another like it at most this far above or below: the head and foot of a page are no rows of one column. */
const NEIGHBOUR_EM = 20;
/** In points: amounts whose ends differ by at most this are right-aligned. A single one may be anything. */
const FLUSH_PT = 2;
/** The label of an amount has at most this many words, … */
const LABEL_WORDS_MAX = 8;
/** … and is at most this far from it, in ems of the amount. */
const REACH_EM = 48;
/** Their baselines differ by less than this. */
const ROW_EM = 0.25;
/** The label of a column in which amounts are centred has fewer words than this. */
const CENTRED_WORDS_MIN = 3;
/** Largest distance from one line of a text to the next. */
const NEXT_LINE_EM = 1.7;
/** A space before an amount in its own column is wider than this, and than this many times the space between words. */
const APART_EM = 1;
const APART_FACTOR = 2;

const CURRENCY = /\p{Sc}|\b(?:EUR|USD|GBP|CHF|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF|INR|JPY|CNY)\b|\bRs\.?/gu;
const DECIMAL = /^[-+−(]?\d{1,3}(?:[.,’' ]?\d{3})*[.,]\d{2}[-)]?$/u;
const WHOLE = /^[-+−(]?\d{1,3}(?:[.,’' ]?\d{3})*[-)]?$/u;

/** Returns the pieces of a page's lines, with amounts joined to what stands left of them on their row. */
export function withAmountsJoined(pieces: readonly Piece[]): Piece[] {
  const ends = flushRight(pieces.filter(isEnd), NEIGHBOUR_EM);
  const amounts = flushRight(pieces.filter(isAmount));
  const isTagged = pieces.some(piece => isBlock(first(piece).element));
  if (ends.size + amounts.size === 0 && !isTagged) return [...pieces];
  // Computed on demand: most pages have no amount beside a text.
  let begun: ReadonlyMap<string, readonly Piece[]> | undefined;
  const goesOnBelow = (piece: Piece) => {
    begun ??= Map.groupBy(pieces, other => placeOf(first(other).left, bandOf(first(other).baseline)));
    return goesOn(piece, begun);
  };
  return joinNeighbours(pieces, (left, right) => {
    const { size, left: start, baseline } = first(right);
    const isNext =
      first(right).index === last(left).index + 1 && (ends.has(right) || isOfOneElement(left, right));
    const isLevel = Math.abs(last(left).baseline - baseline) < ROW_EM * size;
    if (!isLevel || start - endOf(last(left)) >= REACH_EM * size) return false;
    if (isNext) return hasLetters(left);
    return amounts.has(right) && isLabel(left) && !goesOnBelow(left) && !isCentredBelow(right, pieces);
  });
}

/** Whether a line is a label with its amount, after which a new line begins. */
export function isAmountRow({ items }: Pick<Line, 'items'>): boolean {
  let [at, widest] = [0, -Infinity];
  for (let behind = 1; behind < items.length; behind++) {
    const gap = (items[behind] as TextItem).left - endOf(items[behind - 1] as TextItem);
    if (gap >= widest) [at, widest] = [behind, gap];
  }
  if (!(widest > APART_EM * (items[at]?.size ?? 0))) return false;
  // Justified lines may have wide spaces everywhere.
  const isApart = items.length === 2 || widest > APART_FACTOR * median(gapsOf(items));
  return isApart && isAmount(items.slice(at));
}

/** Returns the pieces that end where another one does that is at most `within` ems above or below. */
function flushRight(pieces: readonly Piece[], within = Infinity): Set<Piece> {
  const edges: Piece[][] = [];
  let edge = -Infinity;
  for (const piece of pieces.toSorted((one, other) => endOf(last(one)) - endOf(last(other)))) {
    const end = endOf(last(piece));
    if (end - edge < FLUSH_PT) edges.at(-1)?.push(piece);
    else edges.push([piece]);
    edge = end;
  }
  const isNear = (one: Piece, other: Piece | undefined) =>
    other !== undefined && Math.abs(last(one).baseline - last(other).baseline) <= within * last(one).size;
  return new Set(
    edges.flatMap(rows => {
      rows.sort((one, other) => last(one).baseline - last(other).baseline);
      return rows.filter((row, at) => isNear(row, rows[at - 1]) || isNear(row, rows[at + 1]));
    }),
  );
}

/** Whether the words are an amount: digits with two decimals, or with a currency. */
function isAmount(words: Piece): boolean {
  const letters = words.reduce((sum, word) => sum + word.text.length, 0);
  if (letters > AMOUNT_LENGTH_MAX) return false;
  const text = textOf(words);
  if (text.length > AMOUNT_LENGTH_MAX || !/\d/.test(text)) return false;
  const digits = text.replace(CURRENCY, '').trim();
  return DECIMAL.test(digits) || (digits !== text.trim() && WHOLE.test(digits));
}

/** Whether the words may end a row: a few words with a digit in them, such as years, dates, marks of a question, amounts. */
function isEnd(words: Piece): boolean {
  // Most lines have more words; their text need not be built.
  if (words.length > END_WORDS_MAX) return false;
  const text = textOf(words);
  return text.length <= AMOUNT_LENGTH_MAX && /\p{Nd}/u.test(text);
}

/**
 * Whether one element draws a few words at the right of its own line. Lines of columns are longer, in case one element
 * contains a whole page.
 */
const isOfOneElement = (left: Piece, right: Piece): boolean =>
  right.length <= END_WORDS_MAX &&
  isBlock(first(right).element) &&
  first(right).element === last(left).element;

/** Lines are looked up by where they begin, in bands of this height, because a page may have thousands. */
const BAND_PT = 12;
/** In points: the largest size of a description. */
const DESCRIPTION_SIZE_MAX = 100;
const bandOf = (baseline: number): number => Math.floor(baseline / BAND_PT);
const placeOf = (left: number, band: number): string => `${Math.round(left / FLUSH_PT)} ${band}`;

/**
 * Whether the text of a line continues on the line directly below with a small letter, so that the amount beside it
 * belongs to all its lines.
 */
function goesOn(piece: Piece, begun: ReadonlyMap<string, readonly Piece[]>): boolean {
  const { left, baseline, size } = first(piece);
  if (size > DESCRIPTION_SIZE_MAX) return false;
  const isNext = (other: Piece) => {
    const below = first(other);
    const step = (below.baseline - baseline) / size;
    return step > ROW_EM && step < NEXT_LINE_EM && below.size === size && startsSmall(below.text);
  };
  for (let band = bandOf(baseline); band <= bandOf(baseline + NEXT_LINE_EM * size); band++)
    for (const beside of [-FLUSH_PT, 0, FLUSH_PT])
      if (begun.get(placeOf(left + beside, band))?.some(isNext)) return true;
  return false;
}

/** Whether an amount is centred below a line of text: on menus it is the price of what is listed there. */
function isCentredBelow(amount: Piece, pieces: readonly Piece[]): boolean {
  const { baseline, size } = first(amount);
  const twice = first(amount).left + endOf(last(amount));
  return pieces.some(piece => {
    const step = (baseline - last(piece).baseline) / size;
    return (
      step > ROW_EM &&
      step < NEXT_LINE_EM &&
      piece.length >= CENTRED_WORDS_MIN &&
      hasLetters(piece) &&
      Math.abs(first(piece).left + endOf(last(piece)) - twice) < 2 * FLUSH_PT
    );
  });
}

const hasLetters = (piece: Piece): boolean => piece.some(item => /\p{L}/u.test(item.text));

const isLabel = (piece: Piece): boolean => piece.length <= LABEL_WORDS_MAX && hasLetters(piece);
