import type { TextItem } from '../../../layout/page/content.ts';
import type { QuarterTurns } from '../../../ocr/pixels/transform.ts';

/** Degrees. */
export const QUARTER = 90;

/** The word where it stands once its page has been turned clockwise by so many quarters; its angle from above -180 to 180 degrees. */
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
