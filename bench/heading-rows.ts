/** One document as the fit of the heading weights sees it: its blocks with their signs, and which of them are headings. */

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
  /** The block's first words, for looking into errors. */
  text: string;
}

/** A document without its name. */
export interface Rows {
  /** Whether all of the document's headings are known. */
  complete: boolean;
  /** Number of true headings, whether or not a block was found for them. */
  truths: number;
  rows: Row[];
}

export interface Known extends Rows {
  set: string;
  document: string;
}

/** The page without its tags, which would tell where blocks begin: the weights must judge looks only. */
export function withoutTags({ tags: _, ...page }: PageContent): PageContent {
  return { ...page, items: page.items.map(({ markedContent: _id, element: _element, ...item }) => item) };
}

export const SIGN_NAMES = Object.keys(SIGNS) as SignName[];
/** Titles that outlines usually omit. */
const UNLISTED =
  /^(?:(?:table of )?contents|index|abstract|summary|references|bibliography|(?:list of )?(?:figures|tables)|acknowledge?ments?|inhaltsverzeichnis|literatur|table des matières|sommaire|índice|sumário|indice|目录|参考文献)$/i;
const SHOWN_CHARACTERS = 70;
/** Share of known headings in a style from which on its other blocks are doubtful. */
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

/** True for a label such as "Chapter 9" above its title: the two are one heading, so both count as headings. */
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

/**
 * Finds blocks that may be headings although the outline omits them, as it often does with document titles, unnumbered
 * sections and deep levels. They must not count as no headings.
 */
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
