/** Finds the headings: signs are weighed block by block, then again together with the other blocks of the same style. */

import type { PageDraft } from '../../page/draft.ts';
import type { Flow } from '../../page/flow.ts';
import { isLabel, labelFormOf } from '../../text/section-numbers.ts';
import type { DocumentFacts } from '../facts/facts.ts';
import { AuthorsWord } from './author.ts';
import { isBarred } from './barred.ts';
import { isNumberedTitle } from './numbered.ts';
import { SIGNS, type SignName } from './signs.ts';
import { type Situation, situationsOf } from './situation.ts';
import { HEADING_WORDS_MAX, styleOf } from './style.ts';
import { BIAS, OWN_WEIGHT, STYLE_BIAS, STYLE_WEIGHT, WEIGHTS } from './weights.ts';

/** Log odds from which a block is a heading: a missed heading costs more than a false one. */
export const SCORE_MIN = -0.5;
/**
 * Blocks of a style are never completely certain to be headings, or not to be; from this many blocks on, a style has
 * its full weight.
 */
const DOUBT = 0.02;
const OPINION_BLOCKS = 4;

/** Returns the pieces of the flow that are headings. */
export function headingsOf(
  flow: readonly Flow[],
  facts: DocumentFacts,
  drafts: readonly PageDraft[],
  author: AuthorsWord = new AuthorsWord(facts, drafts),
): Set<Flow> {
  const situations = situationsOf(flow, facts, drafts).filter(situation => !isBarred(situation));
  const first = new Map(
    situations.map(situation => {
      const { block, flow: piece } = situation;
      return [situation, ownScore(situation) + author.worth(block, piece.page)];
    }),
  );
  const byStyle = Map.groupBy(situations, situation => styleOf(situation.block));
  const headings = new Set<Flow>();
  for (const alike of byStyle.values()) {
    const sum = alike.reduce((total, situation) => total + probability(first.get(situation) ?? 0), 0);
    for (const situation of alike) {
      const own = first.get(situation) ?? 0;
      const others = opinion(sum - probability(own), alike.length - 1);
      if (OWN_WEIGHT * own + STYLE_WEIGHT * others + STYLE_BIAS > SCORE_MIN) headings.add(situation.flow);
    }
  }
  for (const situation of situations) if (isNumberedTitle(situation)) headings.add(situation.flow);
  addKin(situations, headings);
  addLabels(situations, headings);
  return headings;
}

/** Adds blocks of one style that are numbered alike: they are headings together, such as "Article 5:" at the top of a page. */
function addKin(situations: readonly Situation[], headings: Set<Flow>): void {
  const short = situations.filter(({ block }) => block.words <= HEADING_WORDS_MAX);
  const families = Map.groupBy(short, ({ block, text }) => `${labelFormOf(text)}|${styleOf(block)}`);
  for (const [form, family] of families) {
    const found = family.filter(({ flow }) => headings.has(flow)).length;
    if (form.startsWith('|') || found < KIN_MIN || found < KIN_SHARE * family.length) continue;
    for (const { flow } of family) headings.add(flow);
  }
}

/** At least this many of a family, and this share of it, must be headings for the others to be. */
const KIN_MIN = 3;
const KIN_SHARE = 0.6;

/** Adds labels: "Chapter 9" directly over a title is part of it, however small it is set. */
function addLabels(situations: readonly Situation[], headings: Set<Flow>): void {
  for (const [at, { text, flow }] of [...situations.entries()].reverse()) {
    const next = situations[at + 1]?.flow;
    if (next?.page === flow.page && headings.has(next) && isLabel(text)) headings.add(flow);
  }
}

const WEIGHED_SIGNS = Object.entries(SIGNS).map(([name, sign]) => ({
  sign,
  weight: WEIGHTS[name as SignName],
}));

function ownScore(situation: Situation): number {
  let score = BIAS;
  for (const { sign, weight } of WEIGHED_SIGNS) score += weight * Number(sign(situation));
  return score;
}

export const probability = (score: number): number => 1 / (1 + Math.exp(-score));

/** Returns the log odds of a heading according to the other blocks of the style; a few of them count little. */
export function opinion(sum: number, count: number): number {
  if (count === 0) return 0;
  const mean = sum / count;
  return Math.log((mean + DOUBT) / (1 + DOUBT - mean)) * Math.min(1, count / OPINION_BLOCKS);
}
