/** Facts that only the whole document shows. */

import type { PageDraft } from '../../page/draft.ts';
import type { Edge } from '../../page/flow.ts';
import type { TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';
import { type Compounds, compoundsOf } from '../../text/joining.ts';
import { repeatedLines } from '../furniture/repeated.ts';
import { artifactsOf } from '../tagged/artifacts.ts';
import { trustIn } from '../tagged/trust.ts';
import { bodySizeOf } from './body-size.ts';

export interface DocumentFacts {
  /** In points. */
  bodySize: number;
  pageCount: number;
  /** Running heads and feet; null for those of a table, which are read in it. */
  furniture: ReadonlyMap<Line, Edge | null>;
  compounds: Compounds;
  /** Titles of the outline, made comparable, with their depth. */
  outline: ReadonlyMap<string, number>;
  /** What the structure tree may be trusted with. */
  trust: TagTrust;
}

export function factsOf(
  drafts: readonly PageDraft[],
  outline: ReadonlyMap<string, number> = new Map(),
): DocumentFacts {
  const lines = drafts.flatMap(draft => draft.lines);
  const bodySize = Math.min(bodySizeOf(lines), bodySizeOf([...lines, ...drafts.flatMap(inTables)]));
  const trust = trustIn(drafts);
  const repeated = repeatedLines(drafts, bodySize);
  return {
    bodySize,
    pageCount: drafts.length,
    furniture: trust.parts ? new Map<Line, Edge | null>([...repeated, ...artifactsOf(drafts)]) : repeated,
    compounds: compoundsOf(lines.map(line => line.text)),
    outline,
    trust,
  };
}

/**
 * Counts the characters in tables: where nearly everything stands in tables, as on price lists, body size would
 * otherwise be measured from titles alone.
 */
function inTables({ tableSizes }: PageDraft): { size: number; characters: number }[] {
  return [...tableSizes].map(([size, characters]) => ({ size, characters: TABLE_WEIGHT * characters }));
}

/** Weight of a character in a table compared with one in the text: tables of small print must not outweigh the text. */
const TABLE_WEIGHT = 0.25;
