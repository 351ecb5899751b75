/** Examines pages with little text of their own over large pictures: whether the pictures themselves show text. */

import type { PageContent, TextItem } from '../../../layout/page/content.ts';
import type { GreyImage } from '../../../ocr/engine.ts';
import { looksLikeText, looksLikeTextEitherWay, type PrintLimits } from '../../../ocr/text-likeness.ts';
import type { Raster } from './raster.ts';

/** About a line of print; specks of photographs form shorter lines. */
const LIMITS: PrintLimits = { letters: 40, share: 0.35 };
/** Charts have vertical labels, which are up to .36 of what stands in them; sideways pages have at least .65. */
const ON_SIDE: PrintLimits = { letters: 40, share: 0.5 };
/** Margin around a word that is painted over, in its ems: accents, descenders and the blur of the picture. */
const REACH_EM = 0.3;

/** Whether there is print where none of the page's own words stand. */
export function showsMoreThan(items: readonly TextItem[], raster: Raster): boolean {
  return looksLikeText(withoutWords(items, raster), LIMITS);
}

/**
 * Does the same, also for sideways print, as in scans of broad tables. A page that is viewed turned because of a line
 * up its margin is also examined as it lies.
 */
export function showsMoreThanEitherWay(
  { items, quarterTurns = 0 }: Pick<PageContent, 'items' | 'quarterTurns'>,
  raster: Raster,
): boolean {
  return looksLikeTextEitherWay(
    withoutWords(items, raster),
    LIMITS,
    quarterTurns % 2 === 1 ? LIMITS : ON_SIDE,
  );
}

function withoutWords(items: readonly TextItem[], { image, scale }: Raster): GreyImage {
  const { width, height } = image;
  const pixels = image.pixels.slice();
  for (const { left, width: length, baseline, size } of items) {
    const reach = REACH_EM * size;
    const from = Math.max(0, Math.round((left - reach) * scale));
    const to = Math.min(width - 1, Math.round((left + length + reach) * scale));
    const first = Math.max(0, Math.round((baseline - size - reach) * scale));
    const last = Math.min(height - 1, Math.round((baseline + reach) * scale));
    for (let y = first; y <= last; y++) smooth(pixels, y * width + from, y * width + to);
  }
  return { width, height, pixels };
}

/** Fills from the shade at one end to that at the other, so that no new edge appears. */
function smooth(pixels: Uint8Array, from: number, to: number): void {
  const [start, end] = [pixels[from] ?? 0, pixels[to] ?? 0];
  for (let at = from + 1; at < to; at++) pixels[at] = start + ((end - start) * (at - from)) / (to - from);
}
