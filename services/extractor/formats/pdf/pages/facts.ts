/** What only the whole document can tell. */
import { type Edge, repeatedLines } from '../furniture/repeated.ts';
import type { Line } from '../lines/line.ts';
import { artifactsOf } from '../tags/artifacts.ts';
import { type TagTrust, trustIn } from '../tags/trust.ts';
import { type Compounds, compoundsOf } from '../text/joining.ts';
import { bodySizeOf } from './body-size.ts';
import type { PageDraft } from './draft.ts';

export interface DocumentFacts {
  /** Points. */
  bodySize: number;
  pageCount: number;
  /** Running heads and feet. */
  furniture: ReadonlyMap<Line, Edge>;
  compounds: Compounds;
  /** Titles of the outline, comparable, with their depth. */
  outline: ReadonlyMap<string, number>;
  /** What the structure tree is good for. */
  trust: TagTrust;
}

export function factsOf(
  drafts: readonly PageDraft[],
  outline: ReadonlyMap<string, number> = new Map(),
): DocumentFacts {
  const lines = drafts.flatMap(draft => draft.lines);
  const bodySize = bodySizeOf(lines);
  const trust = trustIn(drafts);
  const repeated = repeatedLines(drafts, bodySize);
  return {
    bodySize,
    pageCount: drafts.length,
    furniture: trust.parts ? new Map([...repeated, ...artifactsOf(drafts)]) : repeated,
    compounds: compoundsOf(lines.map(line => line.text)),
    outline,
    trust,
  };
}
