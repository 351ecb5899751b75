/** Words of which the engine left out the first or last letters, as it does at the edges of narrow columns. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';

/** In letter heights: the gap of a space, as boxes of words may end before their ink does. */
const WIDEST_LETTER_GAP_HEIGHTS = 0.6;
/** Share of the lower of two heights that must overlap. */
const LEVEL_SHARE = 0.6;

export interface TornWord {
  line: RecognizedLine;
  word: RecognizedWord;
  /** What was lost. */
  boxes: Box[];
  /** Around the word and its lost letters. */
  whole: Box;
}

/** The words that some of the boxes belong to, and the boxes that belong to none. */
export function tornWords(
  boxes: readonly Box[],
  lines: readonly RecognizedLine[],
  letterHeight: number,
): { torn: TornWord[]; loose: Box[] } {
  const torn = new Map<RecognizedWord, TornWord>();
  const loose: Box[] = [];
  for (const box of boxes) {
    const found = neighbourOf(box, lines, WIDEST_LETTER_GAP_HEIGHTS * letterHeight);
    if (found === null) {
      loose.push(box);
      continue;
    }
    const { boxes: before, whole } = torn.get(found.word) ?? { boxes: [], whole: found.word };
    torn.set(found.word, { ...found, boxes: [...before, box], whole: around(whole, box) });
  }
  return { torn: [...torn.values()], loose };
}

function neighbourOf(
  box: Box,
  lines: readonly RecognizedLine[],
  widestGap: number,
): { line: RecognizedLine; word: RecognizedWord } | null {
  for (const line of lines) {
    const word = line.words.find(candidate => isBeside(candidate, box, widestGap));
    if (word) return { line, word };
  }
  return null;
}

function isBeside(word: Box, box: Box, widestGap: number): boolean {
  const overlap = Math.min(word.bottom, box.bottom) - Math.max(word.top, box.top);
  const lower = Math.min(word.bottom - word.top, box.bottom - box.top);
  const gap = Math.max(box.left - word.right, word.left - box.right);
  return overlap >= LEVEL_SHARE * lower && gap <= widestGap && gap > -lower;
}

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Whether a reading of the whole says what the torn word said, and perhaps more. */
export function isSameWord({ word }: TornWord, whole: readonly RecognizedWord[]): boolean {
  return whole
    .map(({ text }) => text)
    .join('')
    .includes(word.text);
}

/** The line with the word as it reads as a whole, if that says more than the torn one. */
export function mended({ line, word }: TornWord, whole: readonly RecognizedWord[]): RecognizedLine {
  const length = whole.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= word.text.length) return line;
  const words = line.words.flatMap(other => (other === word ? whole : [other]));
  return { ...words.reduce<Box>(around, line), words };
}
