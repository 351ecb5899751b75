import type { TextItem } from '../../../layout/page/content.ts';
import type { QuarterTurns } from '../../../ocr/pixels/transform.ts';

/** In degrees. */
export const QUARTER = 90;

/**
 * Returns the word at its place after its page is turned clockwise by so many quarters; its angle is above -180 and at
 * most 180 degrees.
 */
export function turnedWord(
  word: TextItem,
  quarterTurns: QuarterTurns,
  { width, height }: { width: number; height: number },
): TextItem {
  const { left, baseline } = word;
  const place = [
    { left, baseline },
    { left: height - baseline, baseline: left },
    { left: width - left, baseline: height - baseline },
    { left: baseline, baseline: width - left },
  ][quarterTurns];
  const angle = word.angle - quarterTurns * QUARTER;
  return { ...word, ...place, angle: angle > -2 * QUARTER ? angle : angle + 4 * QUARTER };
}
