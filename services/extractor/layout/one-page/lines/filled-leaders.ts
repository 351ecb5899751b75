/** Forms with dotted lines that were filled in later: what was typed over the dots stands in their place. */
import type { TextItem } from '../../page/content.ts';
import { isLeader, LEADER_DOTS_MIN } from '../../text/leaders.ts';

/** Dots and underscores are typed in pieces, with no more than this between two of them. */
const GAP_EM = 0.5;
/** Shorter ones have no room for a text. */
const LENGTH_MIN_EM = 3;
/** A text reaches this far beyond them at most, … */
const BEYOND_EM = 0.3;
/** … stands this far above their base line, and hardly below it. */
const ABOVE_EM = 0.8;
const BELOW_EM = 0.2;
/** It is about as large as they are. */
const SIZE_RATIO_MAX = 1.5;
/** More are no form's; each is looked for among the words of its row. */
const LEADERS_MAX = 500;
const LETTER_OR_FIGURE = /[\p{L}\p{N}]/u;
/** Rows that are looked through for a text, in points. */
const ROW_POINTS = 16;

/** A row of dots, from its first piece to its last. */
interface Leader {
  pieces: TextItem[];
  right: number;
}

/** The words of a page, each that was typed over a leader in its place and on its base line; the same where none was. */
export function withLeadersFilled(items: readonly TextItem[]): readonly TextItem[] {
  const leaders = leadersOf(items);
  if (leaders.length === 0 || leaders.length > LEADERS_MAX) return items;
  const rows = Map.groupBy(
    items.filter(item => item.angle === 0 && LETTER_OR_FIGURE.test(item.text)),
    ({ baseline }) => Math.floor(baseline / ROW_POINTS),
  );
  /** What stands where an item did. */
  const instead = new Map<TextItem, readonly TextItem[]>();
  for (const leader of leaders) fill(leader, rows, instead);
  return instead.size === 0 ? items : items.flatMap(item => instead.get(item) ?? item);
}

function leadersOf(items: readonly TextItem[]): Leader[] {
  const leaders: Leader[] = [];
  for (const item of items) {
    if (item.angle !== 0 || !isLeader(item.text)) continue;
    const leader = leaders.at(-1);
    const last = leader?.pieces.at(-1);
    const goesOn =
      last !== undefined && last.baseline === item.baseline && gapBetween(last, item) < GAP_EM * item.size;
    if (goesOn) leader?.pieces.push(item);
    else leaders.push({ pieces: [item], right: 0 });
    const own = leaders.at(-1) as Leader;
    own.right = item.left + item.width;
  }
  return leaders.filter(
    ({ pieces: [first], right }) => right - (first?.left ?? right) > LENGTH_MIN_EM * (first?.size ?? 0),
  );
}

const gapBetween = (one: TextItem, other: TextItem): number => Math.abs(other.left - one.left - one.width);

function fill(
  { pieces, right }: Leader,
  rows: ReadonlyMap<number, readonly TextItem[]>,
  instead: Map<TextItem, readonly TextItem[]>,
): void {
  const [first] = pieces;
  if (first === undefined) return;
  const { left, baseline, size, element, markedContent } = first;
  const row = Math.floor(baseline / ROW_POINTS);
  const typed = [row - 1, row, row + 1]
    .flatMap(at => rows.get(at) ?? [])
    .filter(
      item =>
        !instead.has(item) &&
        item.left > left - BEYOND_EM * size &&
        item.left + item.width < right + BEYOND_EM * size &&
        baseline - item.baseline < ABOVE_EM * size &&
        item.baseline - baseline < BELOW_EM * size &&
        Math.max(item.size / size, size / item.size) < SIZE_RATIO_MAX,
    );
  if (typed.length === 0) return;
  for (const item of [...typed, ...pieces]) instead.set(item, []);
  let place = left;
  let end: number | null = null;
  const inLine = typed
    .toSorted((one, other) => one.left - other.left)
    .map(item => {
      // Closer together than they were typed: wide gaps would part them.
      place += end === null ? 0 : Math.min(item.left - end, GAP_EM * size);
      const moved = { ...item, left: place, baseline, element, markedContent };
      place += item.width;
      end = item.left + item.width;
      return moved;
    });
  instead.set(first, [...inLine, ...dotsBehind(first, place, right)]);
}

/** What nobody wrote on: the line is a blank's still, no title. */
function dotsBehind(dots: TextItem, from: number, right: number): TextItem[] {
  const step = dots.width / dots.text.length;
  const left = from + GAP_EM * dots.size;
  const count = Math.floor((right - left) / step);
  if (count < LEADER_DOTS_MIN) return [];
  return [{ ...dots, text: dots.text.charAt(0).repeat(count), left, width: count * step }];
}
