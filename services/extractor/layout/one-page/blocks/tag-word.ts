/** Says whether, according to the document's tags, one line continues in the line below. */

import { isBlock, type TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';
import type { Leading } from './leading.ts';

/** A line larger than the one below it by this factor is a title of its own. */
const TITLE_RATIO = 1.3;
/** Lines of one tagged element may be this many times farther apart than lines that only look like one paragraph. */
const LEADING_SLACK = 1.3;

export class TagWord {
  private readonly trust: TagTrust;
  /** For each element of the lines, its place in reading order. */
  private readonly ranks: ReadonlyMap<number, number>;

  constructor(lines: readonly Line[], trust: TagTrust) {
    this.trust = trust;
    const elements = trust.parts ? new Set(lines.flatMap(({ element }) => element ?? [])) : [];
    this.ranks = new Map([...elements].sort((one, other) => one - other).map((element, at) => [element, at]));
  }

  /** Returns null where the tags say nothing that can be trusted. */
  of(upper: Line, lower: Line, leading: Leading): boolean | null {
    if (!isBlock(upper.element) && !isBlock(lower.element)) return this.ofLoose(upper, lower);
    if (!isBlock(upper.element) || !isBlock(lower.element)) return null;
    if (upper.element !== lower.element) return this.trust.parts ? false : null;
    // A title and the text below it may be one paragraph with a line break.
    if (isLarger(upper, lower)) return null;
    const step = lower.baseline - upper.baseline;
    const near = step <= LEADING_SLACK * leading.limit(Math.max(upper.size, lower.size));
    return this.trust.joins && near ? true : null;
  }

  /** Decides for untagged lines: if others are read between them, as those beside them are, they belong to rows of a grid. */
  private ofLoose(upper: Line, lower: Line): false | null {
    const [above, below] = [upper, lower].map(({ element }) => this.ranks.get(element ?? 0));
    return above !== undefined && below !== undefined && below > above + 1 ? false : null;
  }
}

/** Whether the upper line is so much larger that it is a title. A drop cap stands beside its lines, not above them. */
export const isLarger = (upper: Line, lower: Line): boolean => upper.size > TITLE_RATIO * lower.size;
