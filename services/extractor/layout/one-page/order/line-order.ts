/**
 * Orders the words of pages that are drawn in no order or from the foot upwards: boxes of a layout in the order of
 * their making, texts by font, reversed pages. Elsewhere the stream shows what belongs together; here it misleads, and
 * the positions of words decide.
 */
import type { TextItem } from '../../page/content.ts';
import { onOneLine } from '../lines/neighbours.ts';

/** From this share of steps up the page on, among all that leave a line, there is no order; columns and tables take a few. */
const STEPS_UP_SHARE = 0.4;
/** Fewer such steps are chance. */
const STEPS_UP_MIN = 8;
/** From this share on, the page was drawn from its foot, one text before the other. */
const REVERSED_SHARE = 0.9;
/** The next word of a text is at most this far ahead, or this far back. */
const STEP_EM = 1;
const BACK_EM = 0.5;
/** Vertical distance of a step to another line. */
const LINE_EM = 0.5;
/** Letters within this distance are one word; spaces are wider. */
const TOUCH_EM = 0.1;

/** Right-to-left words are put in order elsewhere (direction/as-read.ts). */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Words drawn in one go; never empty. */
type Run = TextItem[];

/** Returns the same items line by line if they are not drawn so that one text follows another. Their indexes are given anew. */
export function inLineOrder(items: readonly TextItem[]): TextItem[] {
  const upright = items.filter(item => item.angle === 0);
  const { up, down } = stepsOf(upright);
  const isWithoutOrder = up >= STEPS_UP_MIN && up > STEPS_UP_SHARE * (up + down);
  if (!isWithoutOrder || items.some(item => RIGHT_TO_LEFT.test(item.text))) return [...items];
  const runs = runsOf(upright);
  const isReversed = up > REVERSED_SHARE * (up + down);
  const ordered = [
    ...(isReversed ? runs.toReversed().flat() : lineByLine(runs)),
    ...items.filter(item => item.angle !== 0),
  ];
  return joined(ordered).map((item, index) => ({ ...item, index }));
}

function runsOf(items: readonly TextItem[]): Run[] {
  const runs: Run[] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && goesOn(before, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

function goesOn(before: TextItem, item: TextItem): boolean {
  const size = Math.max(before.size, item.size);
  const gap = item.left - before.left - before.width;
  return gap > -BACK_EM * size && gap < STEP_EM * size && onOneLine(before, item);
}

/** Counts the steps up and down from the end of one run to the beginning of the next. */
function stepsOf(items: readonly TextItem[]): { up: number; down: number } {
  let [up, down] = [0, 0];
  for (let at = 1; at < items.length; at += 1) {
    const [from, to] = [items[at - 1] as TextItem, items[at] as TextItem];
    if (goesOn(from, to)) continue;
    const step = (to.baseline - from.baseline) / Math.max(from.size, to.size);
    if (step < -LINE_EM) up += 1;
    else if (step > LINE_EM) down += 1;
  }
  return { up, down };
}

function lineByLine(runs: readonly Run[]): TextItem[] {
  const baseline = (run: Run) => run[0]?.baseline ?? 0;
  const lines: Run[][] = [];
  for (const run of runs.toSorted((one, other) => baseline(one) - baseline(other))) {
    const line = lines.at(-1);
    const first = line?.[0]?.[0];
    if (line && first && onOneLine(first, run[0] ?? first)) line.push(run);
    else lines.push([run]);
  }
  return lines.flatMap(line => line.sort((one, other) => (one[0]?.left ?? 0) - (other[0]?.left ?? 0)).flat());
}

/** Joins pieces of one word that were drawn separately. */
function joined(items: readonly TextItem[]): TextItem[] {
  const words: TextItem[] = [];
  for (const item of items) {
    const before = words.at(-1);
    if (before && touches(before, item))
      words[words.length - 1] = {
        ...before,
        text: before.text + item.text,
        width: item.left + item.width - before.left,
      };
    else words.push(before && !goesOn(before, item) ? { ...item, spaceBefore: true } : item);
  }
  return words;
}

function touches(before: TextItem, item: TextItem): boolean {
  const gap = (item.left - before.left - before.width) / item.size;
  return (
    Math.abs(gap) < TOUCH_EM &&
    before.font.name === item.font.name &&
    before.color === item.color &&
    before.size === item.size &&
    Math.abs(before.baseline - item.baseline) < TOUCH_EM * item.size &&
    (item.index !== before.index + 1 || !item.spaceBefore)
  );
}
