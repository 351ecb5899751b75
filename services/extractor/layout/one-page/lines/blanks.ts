/**
 * Joins the words around blanks to be filled in that are drawn as lines: the sentence continues after them, however
 * wide they are.
 */

import type { Rule, TextItem } from '../../page/content.ts';
import { BASELINE_SHIFT_EM } from '../../page/line.ts';
import { endOf, first, joinNeighbours, last, type Piece } from './neighbours.ts';

/** A blank is at least this long; shorter lines are fraction bars and hyphens. */
const LENGTH_MIN_EM = 1.5;
/** A blank is drawn at most this far above the baseline of its words, or this far below. */
const ABOVE_EM = 0.15;
const BELOW_EM = 0.45;
/** A blank begins and ends about a space from the words around it: a wide space, or under the ends of both words. */
const BESIDE_EM = 0.65;

/** Returns the pieces of a page's lines, with those joined that have a drawn blank between them. */
export function withBlanksJoined(pieces: readonly Piece[], rules: readonly Rule[]): Piece[] {
  const flat = rules.filter(rule => rule.orientation === 'horizontal');
  if (flat.length === 0) return [...pieces];
  return joinNeighbours(pieces, (left, right) => {
    const [end, start] = [last(left), first(right)];
    if (!isOneType(end, start) || !left.some(hasLetter)) return false;
    if (!right.some(hasLetter) && !right.every(isSign)) return false;
    return flat.some(rule => isBlank(rule, end, start));
  });
}

function isBlank({ position, start, end }: Rule, before: TextItem, after: TextItem): boolean {
  const { size, baseline } = before;
  return (
    end - start > LENGTH_MIN_EM * size &&
    position > baseline - ABOVE_EM * size &&
    position < baseline + BELOW_EM * size &&
    Math.abs(start - endOf(before)) < BESIDE_EM * size &&
    Math.abs(after.left - end) < BESIDE_EM * size
  );
}

/**
 * Whether a word has a letter: labels of charts and parts of formulas, which also have lines drawn between them, are
 * numbers and symbols.
 */
const hasLetter = ({ text }: TextItem): boolean => /\p{L}/u.test(text);
/** Whether a word is punctuation that ends a sentence or clause after a blank. */
const isSign = ({ text }: TextItem): boolean => /^[\p{Po}\p{Pe}\p{Pf}]+$/u.test(text);

function isOneType(one: TextItem, other: TextItem): boolean {
  const slack = BASELINE_SHIFT_EM * one.size;
  return Math.abs(one.size - other.size) < slack && Math.abs(one.baseline - other.baseline) < slack;
}
