/** Restores zeros that were read as the letter, alone in a cell: the rest of the table's row and column are figures. */
import type { Box, RecognizedLine } from './engine.ts';

const ROUND_LETTER = /^[Oo]$/;
const FIGURES = /^[-+−–]?\p{N}[\p{N}.,:%]*$/u;
const LETTER = /^\p{L}$/u;
/** How far above or below another cell of the column may be, in line heights. */
const COLUMN_REACH = 8;
/** There must be at least one figure in its row, one in its column, and this many in both. */
const LEAST_FIGURES = 3;

export function withZeros(lines: readonly RecognizedLine[]): RecognizedLine[] {
  const cells = lines.filter(line => line.words.length === 1);
  return lines.map(line => {
    const [word, ...others] = line.words;
    const isRound = word !== undefined && others.length === 0 && ROUND_LETTER.test(word.text);
    return isRound && isAmongFigures(line, cells) ? { ...line, words: [{ ...word, text: '0' }] } : line;
  });
}

function isAmongFigures(line: RecognizedLine, cells: readonly RecognizedLine[]): boolean {
  const middle = (line.top + line.bottom) / 2;
  const reach = COLUMN_REACH * (line.bottom - line.top);
  const row = cells.filter(cell => cell !== line && cell.top < middle && cell.bottom > middle);
  const column = cells.filter(
    cell => overlaps(cell, line) && !row.includes(cell) && cell !== line && distance(cell, middle) <= reach,
  );
  // A letter among them means a blood group or a grade, even beside figures.
  if ([...row, ...column].some(cell => LETTER.test(textOf(cell)) && !ROUND_LETTER.test(textOf(cell))))
    return false;
  const [beside, above] = [row, column].map(found => found.filter(cell => FIGURES.test(textOf(cell))).length);
  if (beside === undefined || above === undefined) return false;
  return beside > 0 && above > 0 && beside + above >= LEAST_FIGURES;
}

const textOf = ({ words }: RecognizedLine): string => words[0]?.text ?? '';

const overlaps = (one: Box, other: Box): boolean => one.left < other.right && one.right > other.left;

const distance = ({ top, bottom }: Box, y: number): number =>
  Math.min(Math.abs(top - y), Math.abs(bottom - y));
