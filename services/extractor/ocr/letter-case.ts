/**
 * Letters that look the same in upper and lower case, alone in a cell: only their height compared with the row's other
 * words tells.
 */
import { nearestOnLevel } from './boxes.ts';
import type { RecognizedLine } from './engine.ts';
import { emOf } from './print-size.ts';

const SMALL: Record<string, string> = {
  0: 'o',
  O: 'o',
  C: 'c',
  S: 's',
  U: 'u',
  V: 'v',
  W: 'w',
  X: 'x',
  Z: 'z',
};
/** In ems: small letters reach .46, capitals and figures .69. */
const MOST_HEIGHT_EM = 0.57;
/** Figures and capitals of one row have the same height to within a tenth; small letters reach two thirds of it. */
const MOST_TIMES_HIGHER = 1.2;
/** Shorter lines do not tell the font size of a row. */
const LEAST_LETTERS = 3;

export function withSmallLetters(lines: readonly RecognizedLine[]): RecognizedLine[] {
  return lines.map(line => {
    const [word, ...others] = line.words;
    const small = word && others.length === 0 ? SMALL[word.text] : undefined;
    if (word === undefined || small === undefined || isAsHighAsOthers(line, lines)) return line;
    const em = emBeside(line, lines);
    const isSmall = em > 0 && word.bottom - word.top <= MOST_HEIGHT_EM * em;
    return isSmall ? { ...line, words: [{ ...word, text: small }] } : line;
  });
}

const isAlone = ({ words }: RecognizedLine): boolean => words.length === 1 && words[0]?.text.length === 1;

/** Whether an unmistakable figure or capital stands alone in the row and is no higher: in forms, each box may hold one letter. */
function isAsHighAsOthers(line: RecognizedLine, lines: readonly RecognizedLine[]): boolean {
  const told = lines.filter(
    other => isAlone(other) && /[\p{Lu}\p{N}]/u.test(other.words[0]?.text ?? '') && !isDoubtful(other),
  );
  const beside = nearestOnLevel((line.top + line.bottom) / 2, line, told);
  return beside !== null && heightOf(beside) <= MOST_TIMES_HIGHER * heightOf(line);
}

const isDoubtful = ({ words }: RecognizedLine): boolean => SMALL[words[0]?.text ?? ''] !== undefined;

const heightOf = ({ words: [word] }: RecognizedLine): number => (word ? word.bottom - word.top : 0);

/** The font size of the nearest line on the same level; 0 without one. */
function emBeside(line: RecognizedLine, lines: readonly RecognizedLine[]): number {
  const long = lines.filter(
    ({ words }) => words.reduce((sum, { text }) => sum + text.length, 0) >= LEAST_LETTERS,
  );
  const beside = nearestOnLevel((line.top + line.bottom) / 2, line, long);
  return beside === null ? 0 : emOf(beside.words);
}
