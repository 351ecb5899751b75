/** Turns recognised pictures of pages into blocks: a picture is a scan without a PDF around it, and the same rules apply. */
import type { Block } from '../../../../schemas/document.ts';
import type { RecognizedPage } from '../../ocr/engine.ts';
import { emOf, weightedMedian } from '../../ocr/print-size.ts';
import { assemble } from '../document/assemble.ts';
import { asRead } from '../one-page/direction/as-read.ts';
import { draftOf } from '../one-page/draft/draft.ts';
import type { PageContent } from '../page/content.ts';
import { itemsOf, rulesFrom, shadingsFrom, upendedItems } from './items.ts';
import { placesOf } from './order/places.ts';

/** Pictures do not contain their size, and the density they state is often wrong, so print is taken to be 10-point. */
const USUAL_EM_PT = 10;

export interface PicturedPage {
  /** From 1. */
  number: number;
  recognized: RecognizedPage;
}

/** Returns the blocks of all pages of a picture file, all in one scale. */
export function blocksOfPictures(pages: readonly PicturedPage[]): Block[] {
  const ems = pages.flatMap(({ recognized }) =>
    recognized.lines.map(({ words }) => ({ value: emOf(words), weight: words.length })),
  );
  const scale = Math.max(1, weightedMedian(ems)) / USUAL_EM_PT;
  return assemble(pages.map(page => draftOf(asRead(pageOf(page, scale)))));
}

/** Makes a page. `scale` is pixels to the point. */
function pageOf({ number, recognized }: PicturedPage, scale: number): PageContent {
  const { lines, upended = [], width, height } = recognized;
  const placement = { left: 0, top: 0, scale };
  const items = itemsOf(lines, placement, 0, placesOf(lines), recognized.rules.horizontal);
  return {
    number,
    width: width / scale,
    height: height / scale,
    items: [...items, ...upendedItems(upended, placement, items.length)],
    rules: rulesFrom(recognized.rules, placement),
    shadings: shadingsFrom(recognized, placement),
    curves: [],
    pictures: [],
  };
}
