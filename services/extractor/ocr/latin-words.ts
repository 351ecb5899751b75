/** Names, terms and numbers in lines of another script. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import { isLegible, type LineReading } from './networks/reader.ts';

/** Words that PP-OCRv6 may know better than the models of other scripts. */
const FOREIGN = /[\p{Script=Latin}\p{N}]/u;
/** A model that knows no Latin letters writes its own for them, hardly ever as surely as this (0…100). */
const LEAST_CONFIDENCE = 70;
/** What takes their place reads so surely (0…1). */
const LEAST_PROBABILITY = 0.9;
/** Models that read these alone know no Latin letters, and guess at figures … */
const READ_ALONE = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}]/u;
/** … while Greek and Cyrillic words may be drawn like Latin ones: those letters do not tell. */
const LIKE_OTHERS = /^[ABCEHIKMNOPTXYZaceikopuvxy\p{P}]+$/u;

/** The line as the recogniser of its script read it, doubtful words read again by `read`: PP-OCRv6, at a place of the page. */
export async function withLatinWords(
  read: (place: Box) => Promise<LineReading>,
  line: RecognizedLine,
): Promise<RecognizedLine> {
  const isAlone = line.words.some(({ text }) => READ_ALONE.test(text));
  const placed = [...line.words].sort((a, b) => a.left - b.left);
  const latinWords = async (words: readonly RecognizedWord[]): Promise<readonly RecognizedWord[]> => {
    const found = await read(roomOf(words, placed, line));
    if (isLatin(found, isAlone)) return found.line?.words ?? [];
    if (words.length < 2) return words;
    const parts: RecognizedWord[] = [];
    for (const word of words) parts.push(...(await latinWords([word])));
    return parts;
  };
  const words: RecognizedWord[] = [];
  let doubtful: RecognizedWord[] = [];
  for (const word of line.words) {
    if (isGuess(word) && (isAlone || !LIKE_OTHERS.test(word.text))) {
      doubtful.push(word);
      continue;
    }
    if (doubtful.length > 0) words.push(...(await latinWords(doubtful)));
    words.push(word);
    doubtful = [];
  }
  if (doubtful.length > 0) words.push(...(await latinWords(doubtful)));
  return { ...line, words };
}

const isGuess = ({ text, confidence }: RecognizedWord): boolean =>
  FOREIGN.test(text) || (confidence < LEAST_CONFIDENCE && /\p{L}/u.test(text));

function isLatin(reading: LineReading, isAlone: boolean): boolean {
  if (!isLegible(reading) || reading.probability < LEAST_PROBABILITY) return false;
  return (
    reading.line?.words.some(({ text }) => FOREIGN.test(text) && (isAlone || !LIKE_OTHERS.test(text))) ??
    false
  );
}

/** The boxes of neighbours may be so much too narrow, in heights of the line: their edges are not in the room. */
const NEIGHBOUR_EDGE = 0.06;

/** From the word before them to the word after them, as they stand on the page. */
function roomOf(
  words: readonly RecognizedWord[],
  placed: readonly RecognizedWord[],
  { left, top, right, bottom }: Box,
): Box {
  const at = words.map(word => placed.indexOf(word));
  const [first, last] = [Math.min(...at), Math.max(...at)];
  const [own, before, after] = [placed.slice(first, last + 1), placed[first - 1], placed[last + 1]];
  const edge = NEIGHBOUR_EDGE * (bottom - top);
  return {
    left: Math.min(...own.map(word => word.left), before ? before.right + edge : left),
    top,
    right: Math.max(...own.map(word => word.right), after ? after.left - edge : right),
    bottom,
  };
}
