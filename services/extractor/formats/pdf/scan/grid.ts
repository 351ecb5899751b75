/** Pictures of tables, told from charts by their rules. */
import type { Box, RecognizedPage } from '../../../ocr/engine.ts';

/** Rules of each direction that make a table: axes and a frame have two. */
const LEAST_RULES = 3;
/** Share of the picture that the grid takes; with much beside it it is a chart or a form. */
const LEAST_SHARE = 0.5;
/** Rules end this near to the rule they meet (pixels at OCR's resolution). */
const MEETING_PX = 8;
/** Share of the rules that meet others at both ends; the bars and grid lines of charts end in the open. */
const MEETING_SHARE = 0.75;

/** Whether a picture of the given size shows a ruled table and little else. */
export function isTable(
  { horizontal, vertical }: RecognizedPage['rules'],
  width: number,
  height: number,
): boolean {
  if (horizontal.length < LEAST_RULES || vertical.length < LEAST_RULES) return false;
  const across = extent(vertical, 'left', 'right');
  const down = extent(horizontal, 'top', 'bottom');
  if (across * down < LEAST_SHARE * width * height) return false;
  const [flat, upright] = [horizontal.map(turned), vertical.map(turned)];
  const meeting =
    horizontal.filter(rule => meetsBothEnds(rule, vertical)).length +
    upright.filter(rule => meetsBothEnds(rule, flat)).length;
  return meeting >= MEETING_SHARE * (horizontal.length + vertical.length);
}

function extent(rules: readonly Box[], from: 'left' | 'top', to: 'right' | 'bottom'): number {
  return Math.max(...rules.map(rule => rule[to])) - Math.min(...rules.map(rule => rule[from]));
}

/** On the diagonal: across becomes down. */
const turned = ({ left, top, right, bottom }: Box): Box => ({
  left: top,
  top: left,
  right: bottom,
  bottom: right,
});

function meetsBothEnds(rule: Box, crossing: readonly Box[]): boolean {
  const meets = (x: number) =>
    crossing.some(
      other =>
        Math.abs((other.left + other.right) / 2 - x) <= MEETING_PX &&
        other.top <= rule.bottom + MEETING_PX &&
        other.bottom >= rule.top - MEETING_PX,
    );
  return meets(rule.left) && meets(rule.right);
}
