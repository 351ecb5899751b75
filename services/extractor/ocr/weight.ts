/** Bold print, by the width of its strokes beside the page's own. */
import type { RecognizedLine } from './engine.ts';
import type { Mask } from './pixels/ink.ts';
import { emOf, weightedMedian } from './print-size.ts';

/** Lines of regular print come to .88 to 1.08 of the page’s median, bold ones of the same faces to 1.27 and more. */
const LEAST_BOLD_SHARE = 1.2;

/** The lines with `bold` where their strokes say so. */
export function withWeight(lines: readonly RecognizedLine[], mask: Mask): RecognizedLine[] {
  const strokes = lines.map(line => strokeOf(line, mask) / Math.max(1, emOf(line.words)));
  const usual = weightedMedian(
    strokes.map((value, at) => ({ value, weight: value > 0 ? lengthOf(lines[at]) : 0 })),
  );
  return lines.map((line, at) => ({
    ...line,
    bold: (strokes[at] ?? 0) >= LEAST_BOLD_SHARE * usual && usual > 0,
  }));
}

const lengthOf = (line: RecognizedLine | undefined): number =>
  line?.words.reduce((sum, word) => sum + word.text.length, 0) ?? 0;

/** Mean length in pixels of the runs of ink that its words are made of; 0 where there is none. */
function strokeOf({ words }: RecognizedLine, { ink, width, height }: Mask): number {
  let [area, runs] = [0, 0];
  for (const word of words) {
    const [left, right] = [Math.max(0, Math.floor(word.left)), Math.min(width, Math.ceil(word.right))];
    const last = Math.min(height, Math.ceil(word.bottom));
    for (let y = Math.max(0, Math.floor(word.top)); y < last; y++) {
      let before = 0;
      for (let at = y * width + left; at < y * width + right; at++) {
        const here = ink[at] ?? 0;
        area += here;
        runs += here & ~before;
        before = here;
      }
    }
  }
  return runs === 0 ? 0 : area / runs;
}
