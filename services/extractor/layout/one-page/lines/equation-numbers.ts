/** Joins the number of a displayed equation, which stands at the end of its column, to the equation. */
import { SAME_BASELINE_EM } from '../../page/line.ts';
import { hasRelation, isEquationNumber } from '../../text/equations.ts';
import { endOf, first, joinNeighbours, last, type Piece } from './neighbours.ts';

/** From this share of letters in words on, the text beside a number is a sentence. */
const WORDS_SHARE = 0.5;

/** Returns the pieces of a page's lines, with such numbers joined to what stands left of them on their row. */
export function withEquationNumbersJoined(pieces: readonly Piece[]): Piece[] {
  const numbers = new Set(pieces.filter(isNumber));
  if (numbers.size === 0) return [...pieces];
  return joinNeighbours(
    pieces,
    (left, right) => numbers.has(right) && isFormula(left) && isEquation(left, first(right).baseline, pieces),
    left => !numbers.has(left),
  );
}

const isNumber = (piece: Piece): boolean => piece.length === 1 && isEquationNumber(first(piece).text);

function isFormula(piece: Piece): boolean {
  const text = piece.map(item => item.text).join(' ');
  const inWords = (text.match(/\p{L}{3,}/gu) ?? []).join('').length;
  return inWords <= WORDS_SHARE * text.replaceAll(' ', '').length;
}

/** Whether a relation sign on the row shows an equation, which fractions and brackets divide into pieces. */
function isEquation(end: Piece, baseline: number, pieces: readonly Piece[]): boolean {
  const isRelated = (piece: Piece) => piece.some(item => hasRelation(item.text));
  if (isRelated(end)) return true;
  const { size } = last(end);
  return pieces.some(
    piece =>
      Math.abs(first(piece).baseline - baseline) < SAME_BASELINE_EM * size &&
      endOf(last(piece)) <= first(end).left &&
      isFormula(piece) &&
      isRelated(piece),
  );
}
