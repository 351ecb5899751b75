/** Handles forms with dotted lines that were filled in later: text typed over the dots takes their place. */
import type { PageContent, TextItem } from '../../page/content.ts';
import { isLeader, LEADER_DOTS_MIN } from '../../text/leaders.ts';
import { endOf, first, last, type Piece } from './neighbours.ts';

/** Dots and underscores are typed in pieces with at most this much between two of them. */
const GAP_EM = 0.5;
/** Shorter dotted lines have no room for text. */
const LENGTH_MIN_EM = 3;
/** Typed text reaches at most this far beyond the dots, … */
const BEYOND_EM = 0.3;
/** … and stands at most this far above their baseline, or this little below it. */
const ABOVE_EM = 0.8;
const BELOW_EM = 0.2;
/** Typed text is larger or smaller than the dots by at most this factor. */
const SIZE_RATIO_MAX = 1.5;
/** No form has more dotted lines than this; each is compared with the words of its row. */
const LEADERS_MAX = 500;
const LETTER_OR_FIGURE = /[\p{L}\p{N}]/u;
const DASH = /^\p{Pd}$/u;
/** Height in points of the rows that are searched for typed text. */
const ROW_POINTS = 16;

/**
 * Returns the page with each word typed over a leader in the leader's place and on its baseline; the same page where
 * there is none.
 */
export function withLeadersFilled(page: PageContent): PageContent {
  const { items } = page;
  const leaders = leadersOf(items);
  if (leaders.length === 0 || leaders.length > LEADERS_MAX) return page;
  const rows = Map.groupBy(
    items.filter(({ angle, text }) => angle === 0 && (LETTER_OR_FIGURE.test(text) || DASH.test(text))),
    ({ baseline }) => Math.floor(baseline / ROW_POINTS),
  );
  /** What replaces an item. */
  const instead = new Map<TextItem, readonly TextItem[]>();
  for (const leader of leaders) fill(leader, rows, instead);
  return instead.size === 0 ? page : { ...page, items: items.flatMap(item => instead.get(item) ?? item) };
}

/** Joins the pieces of each leader. */
function leadersOf(items: readonly TextItem[]): Piece[] {
  const leaders: Piece[] = [];
  for (const item of items) {
    if (item.angle !== 0 || !isLeader(item.text)) continue;
    const leader = leaders.at(-1);
    if (leader !== undefined && goesOn(last(leader), item)) leader.push(item);
    else leaders.push([item]);
  }
  return leaders.filter(
    leader => endOf(last(leader)) - first(leader).left > LENGTH_MIN_EM * first(leader).size,
  );
}

const goesOn = (before: TextItem, item: TextItem): boolean =>
  before.baseline === item.baseline && Math.abs(item.left - endOf(before)) < GAP_EM * item.size;

function fill(
  leader: Piece,
  rows: ReadonlyMap<number, readonly TextItem[]>,
  instead: Map<TextItem, readonly TextItem[]>,
): void {
  const dots = first(leader);
  const { left, baseline, size, element, markedContent } = dots;
  const end = endOf(last(leader));
  const row = Math.floor(baseline / ROW_POINTS);
  const level = [row - 1, row, row + 1]
    .flatMap(at => rows.get(at) ?? [])
    .filter(
      item =>
        !instead.has(item) &&
        item.left > left - BEYOND_EM * size &&
        item.left < end &&
        baseline - item.baseline < ABOVE_EM * size &&
        item.baseline - baseline < BELOW_EM * size &&
        Math.max(item.size / size, size / item.size) < SIZE_RATIO_MAX,
    );
  const isOver = (item: TextItem): boolean => endOf(item) < end + BEYOND_EM * size;
  const typed = level.filter(isOver);
  // A page number drawn on its own white background hides the dots.
  const right = level.filter(item => !isOver(item)).reduce((to, item) => Math.min(to, item.left), end);
  if (!typed.some(item => LETTER_OR_FIGURE.test(item.text))) return;
  for (const item of [...typed, ...leader]) instead.set(item, []);
  let place = left;
  let before: number | null = null;
  const inLine = typed
    .toSorted((one, other) => one.left - other.left)
    .map(item => {
      // Moves the words closer together than they were typed, because wide gaps would separate them.
      place += before === null ? 0 : Math.min(item.left - before, GAP_EM * size);
      const moved = { ...item, left: place, baseline, element, markedContent };
      place += item.width;
      before = endOf(item);
      return moved;
    });
  instead.set(dots, [...inLine, ...dotsBehind(dots, place, right)]);
}

/** Returns the dots on which nobody wrote, which keep the line a blank instead of a title. */
function dotsBehind(dots: TextItem, from: number, right: number): TextItem[] {
  const step = dots.width / dots.text.length;
  const left = from + GAP_EM * dots.size;
  const count = Math.floor((right - left) / step);
  if (count < LEADER_DOTS_MIN) return [];
  return [{ ...dots, text: dots.text.charAt(0).repeat(count), left, width: count * step }];
}
