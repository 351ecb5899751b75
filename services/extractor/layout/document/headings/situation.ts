/** The situation of a block, which the signs of a heading examine: its neighbours, its page and its document. */

import type { Block } from '../../page/block.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { holdsCentre, median, sharedHeight } from '../../page/geometry.ts';
import { countsAmong } from '../../text/section-numbers.ts';
import { SIZE_STEP } from '../facts/body-size.ts';
import type { DocumentFacts } from '../facts/facts.ts';
import { axisTitlesOf } from './axis-title.ts';
import { besides, gap, isPictureBetween, SAME_ROW_SHARE } from './place.ts';
import { HEADING_WORDS_MAX, RUNNING_WORDS_MIN, type Styles, stylesOf } from './style.ts';
import { textOfBlock, wordingOf } from './wording.ts';

/** Most words of labels in forms and charts. */
const SHORT_WORDS_MAX = 8;

/** A block among its neighbours in reading order. */
export interface Situation {
  block: Block;
  text: string;
  flow: Flow;
  previous: Flow | undefined;
  next: Flow | undefined;
  bodySize: number;
  styles: Styles;
  /** The first text of the document's body. */
  opening: Flow | undefined;
  inFigure: boolean;
  /** Whether it names the axis of a chart. */
  isAxisTitle: boolean;
  /** Whether it opens with a section number that others in the document continue. */
  numberCounts: boolean;
  page: PageSituation;
  /** Number of short pieces in the same row. */
  beside: number;
  /** Share of the document's characters in type at least as large as the block's. */
  larger: number;
  /** Pictures between the block and its neighbours: a title may have nothing else below it. */
  pictureAbove: boolean;
  pictureBelow: boolean;
}

/** What all blocks of a page share. */
export interface PageSituation {
  /** The first text of its body. */
  first: Block | undefined;
  /** In points; its largest type. */
  largest: number;
  words: number;
  /** Left sides of its running text. */
  textEdges: readonly number[];
  /** In points; the usual distance of pieces below each other. */
  gap: number;
}

/** Returns the situation of every block of running content. */
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
  const rows = besideOf(texts);
  const axisTitles = new Set(
    [...Map.groupBy(texts, piece => piece.page).values()].flatMap(pieces => [...axisTitlesOf(pieces)]),
  );
  const larger = largerThan(texts);
  const kept = flow.filter(piece => piece.kind === 'table' || piece.role !== 'text' || isContent(piece));
  const numbers = new Map(texts.map(piece => [piece, wordingOf(piece.block).sectionNumber]));
  const counted = numbersOf(numbers);
  const pictures = drafts.map(draft => draft.figures.filter(({ picture }) => picture !== null));
  const situation = (piece: FlowText, at: number): Situation => {
    const [previous, next] = [neighbour(kept, at, -1), neighbour(kept, at, 1)];
    return {
      block: piece.block,
      text: textOfBlock(piece.block),
      numberCounts: countsAmong(numbers.get(piece) ?? '', counted),
      flow: piece,
      previous,
      next,
      pictureAbove: isPictureBetween(previous, piece, pictures),
      pictureBelow: isPictureBetween(piece, next, pictures),
      bodySize: facts.bodySize,
      styles,
      opening: first,
      page: pages.get(piece.page) ?? pageSituation([piece]),
      beside: rows.get(piece) ?? 0,
      larger: larger(piece.block.size),
      isAxisTitle: axisTitles.has(piece),
      inFigure: (drafts[piece.page - 1]?.figures ?? []).some(figure => holdsCentre(figure, piece.block)),
    };
  };
  return kept.flatMap((piece, at) => (isContent(piece) ? [situation(piece, at)] : []));
}

/** Returns the section numbers of all blocks short enough to be headings. */
function numbersOf(numbers: ReadonlyMap<FlowText, string>): Set<string> {
  const short = [...numbers].filter(
    ([{ block }, number]) => number !== '' && block.words <= HEADING_WORDS_MAX,
  );
  return new Set(short.map(([, number]) => number));
}

/**
 * Returns the piece before or after in reading order, skipping what stands in the same row, such as dates and page
 * numbers at the right.
 */
function neighbour(pieces: readonly Flow[], at: number, step: 1 | -1): Flow | undefined {
  const self = pieces[at];
  const next = pieces[at + step];
  if (self?.kind !== 'text' || next?.kind !== 'text' || next.page !== self.page) return next;
  const lower = Math.min(self.block.bottom - self.block.top, next.block.bottom - next.block.top);
  const beside = sharedHeight(self.block, next.block) > SAME_ROW_SHARE * lower;
  return beside && next.block.lines.length === 1 ? pieces[at + 2 * step] : next;
}

/** Returns for each piece the number of short ones in its row. */
function besideOf(texts: readonly FlowText[]): Map<Flow, number> {
  const counts = new Map<Flow, number>();
  for (const pieces of Map.groupBy(texts, piece => piece.page).values()) {
    const short = pieces.filter(({ block }) => block.lines.length === 1 && block.words <= SHORT_WORDS_MAX);
    const sorted = short.sort((one, other) => one.block.top - other.block.top);
    sorted.forEach((piece, at) => {
      counts.set(piece, besides(piece, sorted, at));
    });
  }
  return counts;
}

const stepOf = (size: number): number => Math.round(size / SIZE_STEP);

/** Returns a function that gives the share of the characters in type of at least a size. */
function largerThan(texts: readonly FlowText[]): (size: number) => number {
  const sizes = Map.groupBy(texts, ({ block }) => stepOf(block.size));
  const total = texts.reduce((sum, { block }) => sum + block.characters, 0);
  const counts = [...sizes].map(([size, pieces]) => ({
    size,
    characters: pieces.reduce((sum, { block }) => sum + block.characters, 0),
  }));
  return size =>
    counts.filter(one => one.size >= stepOf(size)).reduce((sum, one) => sum + one.characters, 0) / total;
}

function pageSituation(pieces: readonly FlowText[]): PageSituation {
  const gaps = pieces.flatMap((piece, at) => {
    const between = gap(pieces[at - 1], piece);
    return between > 0 ? [between] : [];
  });
  const blocks = pieces.map(piece => piece.block);
  return {
    first: pieces.find(piece => piece.zone === 'body')?.block,
    largest: Math.max(0, ...blocks.map(block => block.size)),
    words: blocks.reduce((sum, block) => sum + block.words, 0),
    textEdges: blocks.filter(block => block.words > RUNNING_WORDS_MIN).map(block => block.left),
    gap: median(gaps),
  };
}
