/** Builds the situation of a block among others, for tests. */
import type { FlowText } from '../../page/flow.ts';
import type { PageSituation, Situation } from './situation.ts';
import { stylesOf } from './style.ts';

/** Returns the situation of a piece directly above the next one, on a page of body text in 10 points. */
export function situation(flow: FlowText, next: FlowText, page: Partial<PageSituation> = {}): Situation {
  const { block } = flow;
  return {
    block,
    text: block.lines.map(line => line.text).join(' '),
    flow,
    previous: undefined,
    next,
    bodySize: 10,
    styles: stylesOf([block, next.block], 10),
    opening: undefined,
    inFigure: false,
    isAxisTitle: false,
    numberCounts: false,
    beside: 0,
    larger: 1,
    pictureAbove: false,
    pictureBelow: false,
    page: { first: undefined, largest: 10, words: 200, textEdges: [50], gap: 6, ...page },
  };
}
