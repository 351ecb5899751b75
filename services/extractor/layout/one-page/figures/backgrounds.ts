/** Finds drawings behind the text of a page: watermarks and the decoration of templates. */
import type { PageContent, Rectangle, TextItem } from '../../page/content.ts';
import { areaOf } from '../../page/geometry.ts';

/** As a share of the page: smaller drawings stand beside text, or in it. */
const BACKGROUND_AREA_MIN = 0.1;
/** At least this many lines cross the sides of a background; the labels of a chart or a map are inside or beside it. */
const CROSSING_LINES_MIN = 4;
/**
 * Each crossing line has at least this many characters, which legends seldom have, and reaches this far on both sides
 * of the edge.
 */
const CROSSING_CHARACTERS_MIN = 12;
const CROSSING_PT = 8;
/** Words of one text are at most this far apart. */
const WORD_ROOM_EM = 0.6;

/** Whether lines of text cross the left or right side of a drawing. */
export function isBackground(box: Rectangle, { items, width, height }: PageContent): boolean {
  if (areaOf(box) < BACKGROUND_AREA_MIN * width * height) return false;
  const crossing = new Set<number>();
  for (const { left, right, baseline, characters } of textsOf(items)) {
    if (characters < CROSSING_CHARACTERS_MIN || baseline < box.top || baseline > box.bottom) continue;
    const isCrossing = [box.left, box.right].some(
      side => left < side - CROSSING_PT && right > side + CROSSING_PT,
    );
    if (isCrossing) crossing.add(Math.round(baseline));
  }
  return crossing.size >= CROSSING_LINES_MIN;
}

interface Text {
  left: number;
  right: number;
  baseline: number;
  characters: number;
}

/** Returns runs of level words that follow each other at the distance of a space. */
function textsOf(items: readonly TextItem[]): Text[] {
  const texts: Text[] = [];
  for (const { left, width, baseline, size, angle, text } of items) {
    if (angle !== 0) continue;
    const last = texts.at(-1);
    const room = last === undefined ? 0 : left - last.right;
    if (last?.baseline === baseline && Math.abs(room) < WORD_ROOM_EM * size) {
      last.right = left + width;
      last.characters += text.length + 1;
    } else texts.push({ left, right: left + width, baseline, characters: text.length });
  }
  return texts;
}
