/** Text layers that OCR has put over a page: kept where the page is a picture, left out over drawn text. */
import type { TextItem } from '../../../layout/page/content.ts';

/** An invisible word is a second reading of drawn ones that cover this share of it. */
const COVERED_SHARE = 0.5;

/** Rows of this many points, so that a word meets only its neighbours. */
const ROW_POINTS = 16;

/** Without the invisible words that lie over drawn ones; indexes are given anew. */
export function withoutHiddenDoubles(items: readonly TextItem[]): TextItem[] {
  const visible = items.filter(item => !item.invisible);
  if (visible.length === 0 || visible.length === items.length) return [...items];
  const rows = Map.groupBy(visible, rowOf);
  const isDouble = (item: TextItem) => {
    const row = rowOf(item);
    const near = [row - 1, row, row + 1].flatMap(at => rows.get(at) ?? []);
    const covered = near.reduce((sum, other) => sum + sharedWidth(item, other), 0);
    return covered > COVERED_SHARE * item.width;
  };
  return items.filter(item => !item.invisible || !isDouble(item)).map((item, index) => ({ ...item, index }));
}

const rowOf = ({ baseline }: TextItem): number => Math.floor(baseline / ROW_POINTS);

/** Points that two words of one line share. */
function sharedWidth(one: TextItem, other: TextItem): number {
  const isOnLine = Math.abs(one.baseline - other.baseline) < 0.5 * Math.min(one.size, other.size);
  if (!isOnLine || one.angle !== other.angle) return 0;
  return Math.max(
    0,
    Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left),
  );
}
