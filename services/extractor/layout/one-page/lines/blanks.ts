/** Blanks to be filled in, drawn as lines: the sentence goes on behind them, however wide they are. */

import type { Rule, TextItem } from '../../page/content.ts';
import { BASELINE_SHIFT_EM } from '../../page/line.ts';
import { endOf, first, joinNeighbours, last, type Piece } from './neighbours.ts';

/** A blank is at least so long: shorter lines are bars of fractions and hyphens. */
const LENGTH_MIN_EM = 1.5;
/** It is drawn this little above the base line of its words at most, and this far below it. */
const ABOVE_EM = 0.15;
const BELOW_EM = 0.45;
/** It begins a space behind one word and ends a space before the next one; wide spaces, or under the ends of both. */
const BESIDE_EM = 0.65;

/** The pieces of a page's lines, those joined that a drawn blank leads from and to. */
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

/** Labels of charts and parts of formulas, between which lines are drawn as well, are numbers and signs. */
const hasLetter = ({ text }: TextItem): boolean => /\p{L}/u.test(text);
/** What ends a sentence or a part of one behind a blank. */
const isSign = ({ text }: TextItem): boolean => /^[\p{Po}\p{Pe}\p{Pf}]+$/u.test(text);

function isOneType(one: TextItem, other: TextItem): boolean {
  const slack = BASELINE_SHIFT_EM * one.size;
  return Math.abs(one.size - other.size) < slack && Math.abs(one.baseline - other.baseline) < slack;
}
