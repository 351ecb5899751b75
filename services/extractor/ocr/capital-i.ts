/** The capital I of faces without serifs: the engine reads it as a bar where it stands alone. */
import type { RecognizedLine, RecognizedWord } from './engine.ts';
import { baselineOf, emOf } from './print-size.ts';

const BAR = '|';
/** A bar that is a word, but for brackets and quotes, or begins one as in `|.D.`, `|'m` and `|V`. */
const BAR_AS_LETTER = /^([("'“‘[]?)\|(?=$|[.,;:'’)\]"”]|[VX]+$)/u;
/** Lines with fewer words that have letters do not say how high their print is. */
const LEAST_WORDS = 2;
/** Capitals end on the base line, a bar or a rule mostly .2 em and more under it; boxes are some pixels off. */
const MOST_UNDER_EM = 0.06;
const MOST_OVER_EM = 0.2;
/** Heights of capitals in ems; a bar's is 1 and more, in light faces .77. */
const LEAST_HEIGHT_EM = 0.55;
const MOST_HEIGHT_EM = 0.75;

/** The lines with bars that are as high as capitals and stand where capitals do read as I. */
export function withCapitalI(lines: readonly RecognizedLine[]): RecognizedLine[] {
  return lines.map(line => {
    if (!line.words.some(word => word.text.includes(BAR))) return line;
    const print = line.words.filter(word => /\p{L}/u.test(word.text));
    if (print.length < LEAST_WORDS) return line;
    const [em, baseline] = [emOf(print), baselineOf(print)];
    const words = line.words.map(word => (isCapital(word, em, baseline) ? lettered(word) : word));
    return { ...line, words };
  });
}

function isCapital({ text, top, bottom }: RecognizedWord, em: number, baseline: number): boolean {
  const [, bracket] = BAR_AS_LETTER.exec(text) ?? [];
  if (bracket === undefined) return false;
  // The box is the bracket's, in which no bar would stand alone.
  if (bracket !== '') return true;
  const height = bottom - top;
  const stands = bottom <= baseline + MOST_UNDER_EM * em && bottom >= baseline - MOST_OVER_EM * em;
  return stands && height >= LEAST_HEIGHT_EM * em && height <= MOST_HEIGHT_EM * em;
}

const lettered = (word: RecognizedWord): RecognizedWord => ({
  ...word,
  text: word.text.replace(BAR_AS_LETTER, '$1I'),
});
