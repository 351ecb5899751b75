/** What the author's program says of whether one line goes on in the line below it. */

import { isBlock, type TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';
import type { Leading } from './leading.ts';

/** A line this much larger than the one below it is a title in its own right. */
const TITLE_RATIO = 1.3;
/** Lines of one element may be this much further apart than lines that only look like one paragraph. */
const LEADING_SLACK = 1.3;

export class TagWord {
  private readonly trust: TagTrust;
  /** Which of the lines' elements each is, in the order of reading. */
  private readonly ranks: ReadonlyMap<number, number>;

  constructor(lines: readonly Line[], trust: TagTrust) {
    this.trust = trust;
    const elements = trust.parts ? new Set(lines.flatMap(({ element }) => element ?? [])) : [];
    this.ranks = new Map([...elements].sort((one, other) => one - other).map((element, at) => [element, at]));
  }

  /** Null where the tags say nothing that can be believed. */
  of(upper: Line, lower: Line, leading: Leading): boolean | null {
    if (!isBlock(upper.element) && !isBlock(lower.element)) return this.ofLoose(upper, lower);
    if (!isBlock(upper.element) || !isBlock(lower.element)) return null;
    if (upper.element !== lower.element) return this.trust.parts ? false : null;
    // A title and what stands below it may be one paragraph with a line break.
    if (isLarger(upper, lower)) return null;
    const step = lower.baseline - upper.baseline;
    const near = step <= LEADING_SLACK * leading.limit(Math.max(upper.size, lower.size));
    return this.trust.joins && near ? true : null;
  }

  /** Lines between which others are read, those beside them, belong to rows of a grid. */
  private ofLoose(upper: Line, lower: Line): false | null {
    const [above, below] = [upper, lower].map(({ element }) => this.ranks.get(element ?? 0));
    return above !== undefined && below !== undefined && below > above + 1 ? false : null;
  }
}

/** Drop caps stand beside their lines, not above them. */
export const isLarger = (upper: Line, lower: Line): boolean => upper.size > TITLE_RATIO * lower.size;
