/** Finds bold print by the width of its strokes compared with the rest of the page. */
import type { RecognizedLine } from './engine.ts';
import type { Mask } from './pixels/ink.ts';
import { emOf, weightedMedian } from './print-size.ts';

/** Lines of regular print have .88 to 1.08 of the page’s median, bold ones in the same typefaces 1.27 and more. */
const LEAST_BOLD_SHARE = 1.2;

/** A line that continues a bold one in the same size needs only this, since it may be a single word. */
const CONTINUED_BOLD_SHARE = 1.1;
/**
 * Sizes count as the same if the ratio of the smaller to the larger is at least this; and the widest gap between such
 * lines, in ems.
 */
const SAME_SIZE_SHARE = 0.88;
const WIDEST_GAP_EM = 1.2;

/** The lines, with `bold` set according to their strokes. */
export function withWeight(lines: readonly RecognizedLine[], mask: Mask): RecognizedLine[] {
  const ems = lines.map(line => Math.max(1, emOf(line.words)));
  const strokes = lines.map((line, at) => strokeOf(line, mask) / (ems[at] ?? 1));
  const usual = weightedMedian(
    strokes.map((value, at) => ({ value, weight: value > 0 ? lengthOf(lines[at]) : 0 })),
  );
  const isWide = (at: number, share: number) => usual > 0 && (strokes[at] ?? 0) >= share * usual;
  const goesOn = (at: number, from: number) => {
    const [line, other] = [lines[at], lines[from]];
    return line && other && isWide(from, LEAST_BOLD_SHARE) && areOneText(line, other, ems[at], ems[from]);
  };
  return lines.map((line, at) => {
    const isPart = isWide(at, CONTINUED_BOLD_SHARE) && (goesOn(at, at - 1) || goesOn(at, at + 1));
    return { ...line, bold: isWide(at, LEAST_BOLD_SHARE) || isPart === true };
  });
}

function areOneText(one: RecognizedLine, other: RecognizedLine, em = 0, otherEm = 0): boolean {
  const gap = Math.max(one.top - other.bottom, other.top - one.bottom);
  const larger = Math.max(em, otherEm);
  return Math.min(em, otherEm) >= SAME_SIZE_SHARE * larger && gap <= WIDEST_GAP_EM * larger;
}

const lengthOf = (line: RecognizedLine | undefined): number =>
  line?.words.reduce((sum, word) => sum + word.text.length, 0) ?? 0;

/**
 * The mean length in pixels of the runs of ink in its words; 0 without any. Runs longer than the line is high are bars
 * over print, or rules, and do not count.
 */
function strokeOf({ words }: RecognizedLine, { ink, width, height }: Mask): number {
  let [area, runs] = [0, 0];
  for (const word of words) {
    const [left, right] = [Math.max(0, Math.floor(word.left)), Math.min(width, Math.ceil(word.right))];
    const last = Math.min(height, Math.ceil(word.bottom));
    const longest = word.bottom - word.top;
    for (let y = Math.max(0, Math.floor(word.top)); y < last; y++) {
      const end = y * width + right;
      let run = 0;
      for (let at = y * width + left; at <= end; at++) {
        if (at < end && ink[at] === 1) {
          run++;
          continue;
        }
        if (run > 0 && run <= longest) {
          area += run;
          runs++;
        }
        run = 0;
      }
    }
  }
  return runs === 0 ? 0 : area / runs;
}
