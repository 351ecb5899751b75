/**
 * East Asian text set from top to bottom by a producer without vertical fonts: each character is drawn upright, below
 * the one before it. In the view where vertical fonts lie on their side the characters become lines like any other.
 */
import type { TextItem } from '../../../layout/page/content.ts';
import { VERTICAL } from './thresholds.ts';

const EAST_ASIAN =
  /[\u2e80-\u30ff\u31c0-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]/;

/** Whether most of a page's text is East Asian and most of that stacked. */
export function isStacked(items: readonly TextItem[]): boolean {
  let characters = 0;
  let stacked = 0;
  items.forEach((item, at) => {
    characters += item.text.length;
    const above = items[at - 1];
    if (above !== undefined && isBelow(item, above)) stacked += item.text.length;
  });
  return stacked > VERTICAL.stackedShare * characters && stacked >= VERTICAL.charactersMin;
}

function isBelow(item: TextItem, above: TextItem): boolean {
  if (item.angle !== 0 || item.text.length > 2 || !EAST_ASIAN.test(item.text)) return false;
  const step = (item.baseline - above.baseline) / item.size;
  const shift = Math.abs(item.left + item.width / 2 - above.left - above.width / 2) / item.size;
  return step > VERTICAL.stepMinEm && step < VERTICAL.stepMaxEm && shift < VERTICAL.shiftMaxEm;
}

/** Characters that stand on their side in this view (a quarter turn up) as runs of lying text. */
export function laidDown(items: readonly TextItem[]): TextItem[] {
  const runs: TextItem[] = [];
  for (const item of items.map(item => (item.angle === 90 ? lying(item) : item))) {
    const last = runs.at(-1);
    const gap = last === undefined ? 0 : item.left - last.left - last.width;
    const isEastAsian = EAST_ASIAN.test(item.text) || EAST_ASIAN.test(last?.text ?? '');
    const touches = Math.abs(gap) < VERTICAL.gapMaxEm * item.size;
    const onLine =
      last !== undefined && Math.abs(item.baseline - last.baseline) < VERTICAL.shiftMaxEm * item.size;
    if (last !== undefined && onLine && touches && isEastAsian && isAlike(last, item)) {
      runs[runs.length - 1] = {
        ...last,
        text: last.text + item.text,
        width: item.left + item.width - last.left,
      };
    } else {
      const spaceBefore = onLine && touches && isEastAsian ? false : item.spaceBefore;
      runs.push({ ...item, spaceBefore, index: runs.length });
    }
  }
  return runs;
}

/** An em square each; the middle of a column is the middle of the line. */
function lying(item: TextItem): TextItem {
  const { ascentEm, middleEm } = VERTICAL;
  return {
    ...item,
    angle: 0,
    left: item.left - ascentEm * item.size,
    width: item.size,
    baseline: item.baseline - item.width / 2 + middleEm * item.size,
  };
}

function isAlike(one: TextItem, other: TextItem): boolean {
  return (
    one.font === other.font &&
    one.size === other.size &&
    one.color === other.color &&
    one.markedContent === other.markedContent
  );
}
