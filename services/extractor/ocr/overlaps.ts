/** Words of which one box lies on another: ink that was read twice, and boxes that reach over their neighbours. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';

/** Two readings of one place share this part of the higher one's height and of the narrower one's width. */
const SHARED_HEIGHT = 0.5;
const SHARED_WIDTH = 0.5;

/** The lines with each word once, the surer reading of it, and with boxes that end where the next word begins. */
export function withoutOverlaps(lines: readonly RecognizedLine[]): RecognizedLine[] {
  const kept = lines.map(({ words, ...line }) => ({ ...line, words: apart(words) }));
  kept.forEach((line, at) => {
    for (let next = at + 1; next < kept.length; next++) {
      const other = kept[next];
      if (other && meet(line, other)) [line.words, other.words] = onceOnly(line.words, other.words);
    }
  });
  return kept.filter(line => line.words.length > 0);
}

/** The words of two lines without those that the other one says better. */
function onceOnly(
  words: readonly RecognizedWord[],
  others: readonly RecognizedWord[],
): [RecognizedWord[], RecognizedWord[]] {
  const worse = new Set<RecognizedWord>();
  for (const word of words)
    for (const other of others)
      if (areOnePlace(word, other, Math.min(widthOf(word), widthOf(other))))
        worse.add(weightOf(word) < weightOf(other) ? word : other);
  if (worse.size === 0) return [[...words], [...others]];
  return [words.filter(word => !worse.has(word)), others.filter(word => !worse.has(word))];
}

/** What was read surely, and much of it: a letter in a word is often surer than the word. */
const weightOf = ({ text, confidence }: RecognizedWord): number => confidence * Math.sqrt(text.length);

/** The words of one line: of two that overlap the one with more room for each character gives way. */
function apart(words: readonly RecognizedWord[]): RecognizedWord[] {
  const placed: RecognizedWord[] = [];
  for (const word of words) {
    const before = placed.at(-1);
    if (!before || before.right <= word.left || before.left >= word.left) placed.push(word);
    else if (areOnePlace(before, word, Math.max(widthOf(before), widthOf(word))))
      placed[placed.length - 1] = weightOf(before) < weightOf(word) ? word : before;
    else if (roomOf(before) > roomOf(word) || before.right >= word.right)
      placed.splice(-1, 1, { ...before, right: word.left }, word);
    else placed.push({ ...word, left: before.right });
  }
  return placed;
}

const roomOf = (word: RecognizedWord): number => widthOf(word) / Math.max(1, word.text.length);

const widthOf = ({ left, right }: Box): number => right - left;

function areOnePlace(a: Box, b: Box, width: number): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > SHARED_WIDTH * width && down > SHARED_HEIGHT * Math.max(a.bottom - a.top, b.bottom - b.top);
}

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
