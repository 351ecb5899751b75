/** Which blocks are headings: signs weighed block by block, then once more in the light of their style. */

import { isContentsPage } from '../furniture/contents.ts';
import { holdsCentre, sharedHeight } from '../geometry.ts';
import type { PageDraft } from '../pages/draft.ts';
import type { DocumentFacts } from '../pages/facts.ts';
import type { Flow, FlowText } from '../pages/flow.ts';
import { CAPTION } from '../text/captions.ts';
import { HEADINGS } from '../thresholds.ts';
import { AuthorsWord } from './author.ts';
import { countsAmong, sectionNumberOf } from './numbering.ts';
import { type PageSituation, SIGNS, type SignName, type Situation } from './signs.ts';
import { styleOf, stylesOf, textOfBlock } from './style.ts';
import { BIAS, OWN_WEIGHT, STYLE_BIAS, STYLE_WEIGHT, WEIGHTS } from './weights.ts';

/** The pieces of the flow that are headings. */
export function headingsOf(
  flow: readonly Flow[],
  facts: DocumentFacts,
  drafts: readonly PageDraft[],
  author: AuthorsWord = new AuthorsWord(facts, drafts),
): Set<Flow> {
  const situations = situationsOf(flow, facts, drafts);
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
      // Captions are set like headings and say by their first words that they are none.
      if (CAPTION.test(situation.text)) continue;
      if (OWN_WEIGHT * own + STYLE_WEIGHT * others + STYLE_BIAS > HEADINGS.scoreMin)
        headings.add(situation.flow);
    }
  }
  return headings;
}

function ownScore(situation: Situation): number {
  let score = BIAS;
  for (const [name, sign] of Object.entries(SIGNS))
    score += WEIGHTS[name as SignName] * Number(sign(situation));
  return score;
}

export const probability = (score: number): number => 1 / (1 + Math.exp(-score));

/** Log odds of a heading among the other blocks of the style; few of them say little. */
export function opinion(sum: number, count: number): number {
  if (count === 0) return 0;
  const mean = sum / count;
  return Math.log((mean + 0.02) / (1.02 - mean)) * Math.min(1, count / 4);
}

/** Every block of running content among its neighbours. */
export function situationsOf(
  flow: readonly Flow[],
  facts: DocumentFacts,
  drafts: readonly PageDraft[],
): Situation[] {
  const isContent = (piece: Flow): piece is FlowText =>
    piece.kind === 'text' &&
    piece.role === 'text' &&
    !piece.block.lines.some(line => facts.furniture.has(line));
  const texts = flow.filter(isContent);
  const styles = stylesOf(
    texts.map(piece => piece.block),
    facts.bodySize,
  );
  const first = texts.find(piece => piece.zone === 'body');
  const pages = new Map(
    [...Map.groupBy(texts, piece => piece.page)].map(([page, pieces]) => [page, pageSituation(pieces)]),
  );
  const kept = flow.filter(piece => piece.kind === 'table' || piece.role !== 'text' || isContent(piece));
  const numbers = numbersOf(texts);
  const situation = (piece: FlowText, at: number): Situation => ({
    block: piece.block,
    text: textOfBlock(piece.block),
    numberCounts: countsAmong(sectionNumberOf(textOfBlock(piece.block)) ?? '', numbers),
    flow: piece,
    previous: neighbour(kept, at, -1),
    next: neighbour(kept, at, 1),
    bodySize: facts.bodySize,
    styles,
    isFirst: piece === first,
    page: pages.get(piece.page) ?? pageSituation([piece]),
    inFigure: (drafts[piece.page - 1]?.figures ?? []).some(figure => holdsCentre(figure, piece.block)),
  });
  return kept.flatMap((piece, at) => (isContent(piece) ? [situation(piece, at)] : []));
}

/** Section numbers of all blocks short enough to be headings. */
function numbersOf(texts: readonly FlowText[]): Set<string> {
  const short = texts.filter(({ block }) => block.words <= HEADINGS.wordsMax);
  return new Set(short.flatMap(({ block }) => sectionNumberOf(textOfBlock(block)) ?? []));
}

/** The piece before or after in reading order, past what stands on the same row: dates and page numbers at the right. */
function neighbour(pieces: readonly Flow[], at: number, step: 1 | -1): Flow | undefined {
  const self = pieces[at];
  const next = pieces[at + step];
  if (self?.kind !== 'text' || next?.kind !== 'text' || next.page !== self.page) return next;
  const lower = Math.min(self.block.bottom - self.block.top, next.block.bottom - next.block.top);
  const beside = sharedHeight(self.block, next.block) > HEADINGS.sameRowShare * lower;
  return beside && next.block.lines.length === 1 ? pieces[at + 2 * step] : next;
}

function pageSituation(pieces: readonly FlowText[]): PageSituation {
  const blocks = pieces.map(piece => piece.block);
  return {
    first: pieces.find(piece => piece.zone === 'body')?.block,
    largest: Math.max(0, ...blocks.map(block => block.size)),
    words: blocks.reduce((sum, block) => sum + block.words, 0),
    textEdges: blocks.filter(block => block.words > HEADINGS.runningWordsMin).map(block => block.left),
    isContents: isContentsPage(blocks.flatMap(block => block.lines)),
  };
}
