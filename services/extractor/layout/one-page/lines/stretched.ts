/**
 * Joins lines of justified text whose spaces are stretched wider than gaps between columns, as in narrow columns
 * without hyphenation. Their words are equally far apart, and the line ends where the one above or below does.
 */

import type { TextItem } from '../../page/content.ts';
import { BASELINE_SHIFT_EM } from '../../page/line.ts';
import { endOf, type Piece } from './neighbours.ts';

/** Justified lines may stretch their spaces up to this width if all are stretched about equally, … */
const STRETCHED_GAP_EM = 12;
const STRETCHED_EVENNESS = 0.6;
/** … those after a comma or a sentence at most this many times as much, … */
const STRETCHED_PAUSE = 4;
/**
 * … and if directly above or below there is a line of at least so many words in the same type that ends at the same
 * edge within this tolerance …
 */
const STRETCHED_WORDS_MIN = 3;
const STRETCHED_EDGE_EM = 0.15;
const STRETCHED_LEADING_EM = 2.2;
/** … and begins at the same edge but for the indent of a first line. */
const STRETCHED_INDENT_EM = 3;

/** Pieces of one row that the stream drew one after the other. */
interface Row {
  pieces: Piece[];
  words: TextItem[];
  /** Whether the row is a line of text: a single piece, or recognised as a stretched line. */
  isLine: boolean;
}

const PAUSE = /[,.:;!?]["”’)]?$/u;

/** Returns the pieces of a page in stream order, with those of stretched lines joined. */
export function joinStretched(pieces: readonly Piece[]): Piece[] {
  if (!pieces.some((piece, at) => goesOn(pieces[at - 1]?.at(-1), piece[0]))) return [...pieces];
  const rows = rowsOf(pieces);
  // Stretched lines follow each other: what is undecided in one direction may be decided in the other.
  for (const at of rows.keys()) judge(rows, at);
  for (const at of [...rows.keys()].reverse()) judge(rows, at);
  return rows.flatMap(row => (row.isLine ? [row.words] : row.pieces));
}

function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    if (row !== undefined && goesOn(row.words.at(-1), piece[0])) {
      row.pieces.push(piece);
      row.words.push(...piece);
      row.isLine = false;
    } else rows.push({ pieces: [piece], words: [...piece], isLine: piece.length >= STRETCHED_WORDS_MIN });
  }
  return rows;
}

function goesOn(before: TextItem | undefined, item: TextItem | undefined): boolean {
  if (before === undefined || item === undefined) return false;
  const gap = item.left - endOf(before);
  return (
    Math.abs(before.baseline - item.baseline) < BASELINE_SHIFT_EM * item.size &&
    Math.abs(before.size - item.size) < BASELINE_SHIFT_EM * item.size &&
    gap > 0 &&
    gap < STRETCHED_GAP_EM * item.size
  );
}

function judge(rows: readonly Row[], at: number): void {
  const row = rows[at];
  if (row === undefined || row.isLine) return;
  const isLike = (other: Row | undefined) => other?.isLine === true && isBeside(row.words, other.words);
  row.isLine = (isLike(rows[at - 1]) || isLike(rows[at + 1])) && isEven(row.words);
}

/** Whether all gaps between the words are about equally wide; some typesetters stretch those after a comma or a sentence more. */
function isEven(words: readonly TextItem[]): boolean {
  const plain = new Widths();
  const all = new Widths();
  for (let at = 1; at < words.length; at++) {
    const [before, word] = [words[at - 1] as TextItem, words[at] as TextItem];
    if (!word.spaceBefore || isBesideSign(before, word)) continue;
    const width = word.left - endOf(before);
    all.add(width);
    if (!PAUSE.test(before.text)) plain.add(width);
  }
  const { least, most } = plain.most === -Infinity ? all : plain;
  return least > STRETCHED_EVENNESS * most && all.most < STRETCHED_PAUSE * least;
}

/** Whether a gap is beside a French quote or punctuation mark, which has a space that neither breaks nor stretches. */
const isBesideSign = (before: TextItem, word: TextItem): boolean =>
  /[«‹]$/u.test(before.text) || /^[»›:;!?]/u.test(word.text);

class Widths {
  least = Infinity;
  most = -Infinity;

  add(width: number): void {
    this.least = Math.min(this.least, width);
    this.most = Math.max(this.most, width);
  }
}

/** Whether two rows are one line apart, in the same type, end at the same edge, and begin there but for an indent. */
function isBeside(words: readonly TextItem[], others: readonly TextItem[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  const [otherFirst, otherLast] = [others[0], others.at(-1)];
  if (!first || !last || !otherFirst || !otherLast) return false;
  const { size } = first;
  return (
    Math.abs(size - otherFirst.size) < BASELINE_SHIFT_EM * size &&
    Math.abs(first.baseline - otherFirst.baseline) < STRETCHED_LEADING_EM * size &&
    Math.abs(endOf(last) - endOf(otherLast)) < STRETCHED_EDGE_EM * size &&
    Math.abs(first.left - otherFirst.left) < STRETCHED_INDENT_EM * size
  );
}
