/** Letters that are alike large and small, alone in a cell: only their height beside the row's other words tells. */
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
/** Of an em: small letters come to .46, capitals and figures to .69. */
const MOST_HEIGHT_EM = 0.57;
/** Figures and capitals of one row are alike to a tenth; small letters are two thirds of them. */
const MOST_TIMES_HIGHER = 1.2;
/** Shorter lines do not tell how large the row's print is. */
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

/** Whether a figure or a capital that is nothing else stands alone beside it, no higher: boxes of a form hold a letter each. */
function isAsHighAsOthers(line: RecognizedLine, lines: readonly RecognizedLine[]): boolean {
  const told = lines.filter(
    other => isAlone(other) && /[\p{Lu}\p{N}]/u.test(other.words[0]?.text ?? '') && !isDoubtful(other),
  );
  const beside = nearestOnLevel((line.top + line.bottom) / 2, line, told);
  return beside !== null && heightOf(beside) <= MOST_TIMES_HIGHER * heightOf(line);
}

const isDoubtful = ({ words }: RecognizedLine): boolean => SMALL[words[0]?.text ?? ''] !== undefined;

const heightOf = ({ words: [word] }: RecognizedLine): number => (word ? word.bottom - word.top : 0);

/** The size of the nearest line on the same level; 0 where there is none. */
function emBeside(line: RecognizedLine, lines: readonly RecognizedLine[]): number {
  const long = lines.filter(
    ({ words }) => words.reduce((sum, { text }) => sum + text.length, 0) >= LEAST_LETTERS,
  );
  const beside = nearestOnLevel((line.top + line.bottom) / 2, line, long);
  return beside === null ? 0 : emOf(beside.words);
}
