/** Handles text layers that OCR has put over a page: they are kept where the page is a picture and removed over drawn text. */
import type { TextItem } from '../../../layout/page/content.ts';

/** An invisible word is a second reading of drawn ones if these cover at least this share of it. */
const COVERED_SHARE = 0.5;

/** Height of rows in points, so that a word is compared only with its neighbours. */
const ROW_POINTS = 16;

/** Removes invisible words that lie over drawn ones. Indexes are given anew. */
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

/**
 * Words of one layer that are wider than the print cover their neighbours; those of a second layer are at least this
 * many words later in the stream …
 */
const NEIGHBOURS = 10;
/** … and cover this share of the others: each program places the words of a line slightly differently. */
const SECOND_COVERED_SHARE = 0.2;
/** From this share of a page's invisible characters over others on, there are two layers. */
const SECOND_SHARE = 0.25;
/** Most pairs of words compared on a page; beyond that, the page stays as it is. */
const LOOKS_MAX = 2_000_000;

/**
 * Removes the words of a text layer that lie over those of another: scans that two programs have read. Indexes are
 * given anew.
 */
export function withoutSecondLayer(items: readonly TextItem[]): TextItem[] {
  const layer = items.filter(item => item.invisible);
  const rows = new Map<number, TextItem[]>();
  const second = new Set<TextItem>();
  let looks = 0;
  for (const item of layer) {
    const row = rowOf(item);
    let covered = 0;
    for (const at of [row - 1, row, row + 1])
      for (const other of rows.get(at) ?? []) {
        if (covered > SECOND_COVERED_SHARE * item.width || ++looks > LOOKS_MAX) break;
        if (item.index - other.index > NEIGHBOURS) covered += sharedWidth(item, other);
      }
    if (covered > SECOND_COVERED_SHARE * item.width) second.add(item);
    else addTo(rows, row, item);
  }
  const isTwo = lengthOf([...second]) >= SECOND_SHARE * lengthOf(layer);
  if (looks > LOOKS_MAX || second.size === 0 || !isTwo) return [...items];
  return items.filter(item => !second.has(item)).map((item, index) => ({ ...item, index }));
}

function addTo(rows: Map<number, TextItem[]>, row: number, item: TextItem): void {
  const own = rows.get(row);
  if (own === undefined) rows.set(row, [item]);
  else own.push(item);
}

const lengthOf = (items: readonly TextItem[]): number =>
  items.reduce((sum, { text }) => sum + text.length, 0);

const rowOf = ({ baseline }: TextItem): number => Math.floor(baseline / ROW_POINTS);

/** Returns the length in points that two words of one line share. */
function sharedWidth(one: TextItem, other: TextItem): number {
  const isOnLine = Math.abs(one.baseline - other.baseline) < 0.5 * Math.min(one.size, other.size);
  if (!isOnLine || one.angle !== other.angle) return 0;
  return Math.max(
    0,
    Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left),
  );
}
