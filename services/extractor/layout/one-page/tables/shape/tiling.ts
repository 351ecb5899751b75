/**
 * Finds groups by labels centred over them. Where nothing is drawn, one label's position shows little; but labels
 * centred over consecutive groups that leave out none of the columns (or rows) are no chance.
 */

/** The two ends of a text, a column or a row along one axis. */
export interface Extent {
  from: number;
  to: number;
}

/** A group of neighbours: the first and the last. */
export interface Group {
  first: number;
  last: number;
}

/**
 * Returns the groups of `parts`, from one of the `starts` to the last part, over which the labels are centred; null
 * where there are no such groups, or each label stands for one part.
 */
export function tiledGroups(
  labels: readonly Extent[],
  parts: readonly Extent[],
  starts: readonly number[],
  slack: number,
): Group[] | null {
  for (const start of starts) {
    const groups = tileFrom(labels, parts, start, slack);
    if (groups?.some(({ first, last }) => last > first)) return groups;
  }
  return null;
}

/** Assigns to each label the group over which it is centred best; the next group begins after it. */
function tileFrom(
  labels: readonly Extent[],
  parts: readonly Extent[],
  start: number,
  slack: number,
): Group[] | null {
  const groups: Group[] = [];
  let first = start;
  for (const label of labels) {
    const misses = parts
      .slice(first)
      .map(part => Math.abs(middleOf({ from: parts[first]?.from ?? 0, to: part.to }) - middleOf(label)));
    const least = Math.min(...misses);
    if (least > slack) return null;
    const last = first + misses.indexOf(least);
    groups.push({ first, last });
    first = last + 1;
  }
  return first === parts.length ? groups : null;
}

const middleOf = ({ from, to }: Extent): number => (from + to) / 2;
