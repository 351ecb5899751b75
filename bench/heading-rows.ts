/** What the fit of the heading weights sees of one document: its blocks by their signs, and which of them are headings. */

import { factsOf } from '../services/extractor/layout/document/facts/facts.ts';
import { flowOf } from '../services/extractor/layout/document/flow/page-flow.ts';
import { isBarred } from '../services/extractor/layout/document/headings/barred.ts';
import { SIGNS, type SignName } from '../services/extractor/layout/document/headings/signs.ts';
import { type Situation, situationsOf } from '../services/extractor/layout/document/headings/situation.ts';
import { HEADING_WORDS_MAX, styleOf } from '../services/extractor/layout/document/headings/style.ts';
import type { PageContent } from '../services/extractor/layout/page/content.ts';
import type { PageDraft } from '../services/extractor/layout/page/draft.ts';
import { isLabel } from '../services/extractor/layout/text/section-numbers.ts';
import { matched, type TrueHeadings } from './heading-truth.ts';

export interface Row {
  /** Values of the signs, in the order of `SIGN_NAMES`. */
  x: number[];
  y: 0 | 1;
  style: string;
  /** Its first words, to look at what goes wrong. */
  text: string;
}

/** A document without its name. */
export interface Rows {
  /** Whether all of its headings are known. */
  complete: boolean;
  /** How many headings are true, found or not. */
  truths: number;
  rows: Row[];
}

export interface Known extends Rows {
  set: string;
  document: string;
}

/** Tags would say where blocks begin; what weighs looks must not be told. */
export function withoutTags({ tags: _, ...page }: PageContent): PageContent {
  return { ...page, items: page.items.map(({ markedContent: _id, element: _element, ...item }) => item) };
}

export const SIGN_NAMES = Object.keys(SIGNS) as SignName[];
/** Titles that outlines leave out as a rule. */
const UNLISTED =
  /^(?:(?:table of )?contents|index|abstract|summary|references|bibliography|(?:list of )?(?:figures|tables)|acknowledge?ments?|inhaltsverzeichnis|literatur|table des matières|sommaire|índice|sumário|indice|目录|参考文献)$/i;
const SHOWN_CHARACTERS = 70;
/** A style of which this share are known headings makes the rest of it doubtful. */
const DOUBTFUL_SHARE = 0.5;

export function rowsOf(drafts: readonly PageDraft[], { headings, complete }: TrueHeadings): Rows {
  const facts = factsOf(drafts);
  const flow = drafts.flatMap(draft => flowOf(draft, facts));
  const situations = situationsOf(flow, facts, drafts).filter(situation => !isBarred(situation));
  const titles = new Set(matched(situations, headings).keys());
  const labels = situations.filter((situation, at) => isLabelOf(situation, situations[at + 1], titles));
  const found = new Set([...titles, ...labels]);
  const isDoubtful = complete ? () => false : doubts(situations, found);
  const known = situations.filter(situation => found.has(situation) || !isDoubtful(situation));
  return {
    complete,
    truths: headings.length + labels.length,
    rows: known.map(situation => rowOf(situation, found.has(situation))),
  };
}

/** "Chapter 9" over its title: the two make one heading, and both must be called so. */
function isLabelOf(
  situation: Situation,
  next: Situation | undefined,
  titles: ReadonlySet<Situation>,
): boolean {
  return isLabel(situation.text) && !titles.has(situation) && next !== undefined && titles.has(next);
}

function rowOf(situation: Situation, isHeading: boolean): Row {
  const { block, text } = situation;
  return {
    x: SIGN_NAMES.map(name => Number(Number(SIGNS[name](situation)).toFixed(3))),
    y: isHeading ? 1 : 0,
    style: styleOf(block),
    text: text.slice(0, SHOWN_CHARACTERS),
  };
}

/** Outlines leave out titles of documents, unnumbered sections, and deep ones: what may be such a one is no counter-example. */
function doubts(
  situations: readonly Situation[],
  found: ReadonlySet<Situation>,
): (situation: Situation) => boolean {
  const largest = Math.max(0, ...[...found].map(({ block }) => block.size));
  const byStyle = Map.groupBy(situations, ({ block }) => styleOf(block));
  const styles = [...byStyle].filter(
    ([, alike]) => alike.filter(one => found.has(one)).length >= DOUBTFUL_SHARE * alike.length,
  );
  const doubtful = new Set(styles.map(([style]) => style));
  return ({ block, numberCounts, text }) =>
    block.size > largest ||
    doubtful.has(styleOf(block)) ||
    (numberCounts && block.words <= HEADING_WORDS_MAX) ||
    UNLISTED.test(text);
}
