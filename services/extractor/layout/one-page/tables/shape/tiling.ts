/**
 * Labels in the middle over what they stand for. Where nothing is drawn, a label's place alone says little; but labels
 * in the middle of groups that follow each other and leave none of the columns (or rows) out are no chance.
 */

/** Two ends of a text, a column or a row, along one axis. */
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
 * The groups of `parts`, from one of the `starts` to the last part, that have the labels in their middles; null where
 * the labels are not such, or where each stands for one part.
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

/** Each label takes the group that has it in its middle best; the next begins behind it. */
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
