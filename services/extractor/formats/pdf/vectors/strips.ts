/**
 * Sorts pictures as thin as a line into rules of tables and strips of a few rows, into which drivers of scanners and
 * printers cut a page.
 */

import type { Rectangle } from '../../../layout/page/content.ts';
import { around, heightOf, widthOf } from '../../../layout/page/geometry.ts';

/** In points: how far strips of one picture may be apart, overlap, or stick out. */
const APART_PT = 0.5;
/** In points: if lower together, they are double lines and edges of boxes. */
const LEAST_SIDE_PT = 20;
/** Number of areas that grow at a time: tiles of a page are also cut into strips. */
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

  /** The pictures that several strips form together. */
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
