/** The number of a displayed equation stands at the end of its column, far from what it numbers: they are one line. */
import { SAME_BASELINE_EM } from '../../page/line.ts';
import { hasRelation, isEquationNumber } from '../../text/equations.ts';
import { endOf, first, joinNeighbours, last, type Piece } from './neighbours.ts';

/** Share of the letters that stand in words, from which what stands beside a number is a sentence. */
const WORDS_SHARE = 0.5;

/** The pieces of a page's lines, such numbers joined to what stands left of them on their row. */
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

/** Whether a sign on the row says so; fractions and brackets part it into pieces. */
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
