/** Pictures as thin as a line: rules of tables, or strips of a few rows that scanners and printers' drivers cut a page into. */

import type { Rectangle } from '../../../layout/page/content.ts';
import { around, heightOf, widthOf } from '../../../layout/page/geometry.ts';

/** Points that strips of one picture may lie apart, over each other, or further out than the others. */
const APART_PT = 0.5;
/** Lower together they are double lines and the edges of boxes (points). */
const LEAST_SIDE_PT = 20;
/** Areas that grow at once: tiles of a page are cut into strips, too. */
const AREAS_AT_ONCE = 8;

export class Strips {
  readonly #areas: { whole: Rectangle; parts: Rectangle[] }[] = [];

  add(strip: Rectangle): void {
    for (let at = this.#areas.length - 1; at >= Math.max(0, this.#areas.length - AREAS_AT_ONCE); at--) {
      const area = this.#areas[at];
      if (area === undefined || !goesOn(area.whole, strip)) continue;
      area.whole = around([area.whole, strip]);
      area.parts.push(strip);
      return;
    }
    this.#areas.push({ whole: strip, parts: [strip] });
  }

  /** What several of them make up together. */
  get pictures(): Rectangle[] {
    return this.#areas.filter(isPicture).map(({ whole }) => whole);
  }

  get lines(): Rectangle[] {
    return this.#areas.filter(area => !isPicture(area)).flatMap(({ parts }) => parts);
  }
}

const isPicture = ({ whole }: { whole: Rectangle }): boolean =>
  Math.min(widthOf(whole), heightOf(whole)) >= LEAST_SIDE_PT;

function goesOn(area: Rectangle, strip: Rectangle): boolean {
  const { left, top, right, bottom } = strip;
  if (widthOf(strip) >= heightOf(strip))
    return (
      areNear(area.left, left) &&
      areNear(area.right, right) &&
      (areNear(area.bottom, top) || areNear(area.top, bottom))
    );
  return (
    areNear(area.top, top) &&
    areNear(area.bottom, bottom) &&
    (areNear(area.right, left) || areNear(area.left, right))
  );
}

const areNear = (one: number, other: number): boolean => Math.abs(one - other) <= APART_PT;
