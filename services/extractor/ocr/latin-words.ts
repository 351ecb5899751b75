/** Reads names, terms and numbers inside lines of another script. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import { isLegible, type LineReading } from './networks/reader.ts';

/** Words that PP-OCRv6 may read better than the models of other scripts. */
const FOREIGN = /[\p{Script=Latin}\p{N}]/u;
/** A model that knows no Latin letters writes its own instead, and hardly ever with this much confidence (0…100). */
const LEAST_CONFIDENCE = 70;
/** A replacement must be read with at least this probability (0…1). */
const LEAST_PROBABILITY = 0.9;
/** The models of these scripts know no Latin letters and guess at figures … */
const READ_ALONE = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Hangul}]/u;
/** … while Greek and Cyrillic words may look like Latin ones; words of only these letters do not tell. */
const LIKE_OTHERS = /^[ABCEHIKMNOPTXYZaceikopuvxy\p{P}]+$/u;

/** The line as the model of its script read it, with doubtful words read again by `read` (PP-OCRv6, at a place on the page). */
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

/** The boxes of neighbouring words may be too narrow by this much, in line heights; the margin keeps their edges out. */
const NEIGHBOUR_EDGE = 0.06;

/** The space from the word before to the word after, as they stand on the page. */
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
