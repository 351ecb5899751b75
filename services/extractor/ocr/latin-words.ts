/** Names, terms and numbers in lines of another script. */
import type { Box, GreyImage, RecognizedLine, RecognizedWord } from './engine.ts';
import { isLegible, type NetworkReader } from './networks/reader.ts';

/** Words that PP-OCRv6 may know better than the models of other scripts … */
const FOREIGN = /[\p{Script=Latin}\p{N}]/u;
/** … unless they were read as surely as this (0…100) … */
const CERTAIN = 90;
/** … and hardly any ink beside them, in heights of the line, is left unread: long numbers lose their first parts. */
const WIDEST_GAP = 0.8;
/** What takes their place reads so surely (0…1). */
const LEAST_PROBABILITY = 0.9;
/** Greek and Cyrillic words may be drawn like Latin ones: those letters do not tell. */
const LIKE_OTHERS = /^[ABCEHIKMNOPTXYZaceikopuvxy\p{P}]+$/u;

/** The line as the recogniser of its script read it, such words read again by PP-OCRv6 alone. */
export async function withLatinWords(
  networks: Pick<NetworkReader, 'read'>,
  image: GreyImage,
  line: RecognizedLine,
): Promise<RecognizedLine> {
  const placed = [...line.words].sort((a, b) => a.left - b.left);
  const words: RecognizedWord[] = [];
  for (const word of line.words) {
    const at = placed.indexOf(word);
    const room = roomOf(word, placed[at - 1], placed[at + 1], line);
    const isWhole = room.right - room.left <= word.right - word.left + WIDEST_GAP * (line.bottom - line.top);
    const isSure =
      !FOREIGN.test(word.text) || LIKE_OTHERS.test(word.text) || (word.confidence >= CERTAIN && isWhole);
    const again = isSure ? null : await networks.read(image, room);
    const found =
      again !== null && isLegible(again) && again.probability >= LEAST_PROBABILITY ? again.line : null;
    if (found?.words.some(({ text }) => FOREIGN.test(text))) words.push(...found.words);
    else words.push(word);
  }
  return { ...line, words };
}

/** From the word before it to the word after it, as they stand on the page. */
function roomOf(
  word: Box,
  before: Box | undefined,
  after: Box | undefined,
  { left, top, right, bottom }: Box,
): Box {
  return {
    left: Math.min(word.left, before?.right ?? left),
    top,
    right: Math.max(word.right, after?.left ?? right),
    bottom,
  };
}
