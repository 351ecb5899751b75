/** Collects small shapes, whole and about as high as wide: check boxes, and what ticks them. */

import type { Rectangle } from '../../../layout/page/content.ts';
import { contains, heightOf, holdsCentre, widthOf } from '../../../layout/page/geometry.ts';
import { lengthOf, type Segment, type Subpath } from './paths.ts';
import { isWhite, SOLID_ALPHA } from './state.ts';

export interface Stamp extends Rectangle {
  isFilled: boolean;
  /** 0xRRGGBB as it looks on white paper, or null where unknown (patterns). */
  color: number | null;
  /**
   * Length of its outline divided by the sum of width and height: 2 for a box, π/2 for a disc, .7 for a line from
   * corner to corner.
   */
  outline: number;
}

/** In points: a tick in the smallest box, and the largest box. */
const SIDE_MIN = 1.5;
const SIDE_MAX = 20;
const ASPECT_MAX = 2.5;
/** Most stamps of a page; a plot has more, and nothing to tick. */
const CEILING = 3_000;
/** A white square or disc hides what was filled just before it, except for a rim if it is smaller. */
const ROUND_OUTLINE = 1.5;
const COVERED_MOST = 4;
const COVER_SLACK_PT = 0.2;
const RIM_SHARE = 0.5;
const ALIKE_OUTLINE = 0.15;
/** Fewer curves are no circle. */
const CURVES_LEAST = 4;

export class Stamps {
  readonly #all: Stamp[] = [];

  /** Empty where there are too many. */
  get all(): readonly Stamp[] {
    return this.#all.length < CEILING ? this.#all : [];
  }

  add(
    subpath: Subpath,
    { isFilled, color, alpha }: { isFilled: boolean; color: number | null; alpha: number },
  ): void {
    const [width, height] = [widthOf(subpath), heightOf(subpath)];
    const [short, long] = [Math.min(width, height), Math.max(width, height)];
    if (short < SIDE_MIN || long > SIDE_MAX || long > ASPECT_MAX * short || this.#all.length >= CEILING)
      return;
    const { left, top, right, bottom, segments } = subpath;
    const outline = lengthAround(segments) / (width + height);
    const isCover = isFilled && isWhite(color) && alpha >= SOLID_ALPHA && outline >= ROUND_OUTLINE;
    if (isCover) this.#cover({ left, top, right, bottom, outline });
    const shown = color === null ? null : onWhite(color, alpha);
    this.#all.push({ left, top, right, bottom, isFilled, color: shown, outline });
  }

  /** Applies a white shape to what was filled before: it leaves a rim, which is a line around the white, or nothing. */
  #cover(white: Rectangle & { outline: number }): void {
    const from = Math.max(0, this.#all.length - COVERED_MOST);
    for (let at = this.#all.length - 1; at >= from; at--) {
      const under = this.#all[at];
      if (under === undefined || !under.isFilled || !holdsCentre(under, white)) continue;
      if (contains(white, under, COVER_SLACK_PT)) this.#all.splice(at, 1);
      else if (isWithinAlike(under, white)) this.#all[at] = { ...under, isFilled: false };
    }
  }
}

/** Whether the white is a disc in a disc or a square in a square; a white picture on either does not make it a ground. */
const isWithinAlike = (under: Stamp, white: Rectangle & { outline: number }): boolean =>
  Math.abs(under.outline - white.outline) < ALIKE_OUTLINE &&
  widthOf(white) > RIM_SHARE * widthOf(under) &&
  heightOf(white) > RIM_SHARE * heightOf(under);

/**
 * Returns the length of an outline whose curves are taken as arcs of one full turn: four chords of a circle are a tenth
 * shorter than the circle.
 */
function lengthAround(segments: readonly Segment[]): number {
  const curves = segments.reduce((count, { curved }) => count + Number(curved), 0);
  const half = Math.PI / Math.max(CURVES_LEAST, curves);
  const stretch = half / Math.sin(half);
  return segments.reduce((sum, segment) => sum + lengthOf(segment) * (segment.curved ? stretch : 1), 0);
}

function onWhite(color: number, alpha: number): number {
  const channel = (shift: number) => Math.round(255 - (255 - ((color >> shift) & 0xff)) * alpha) << shift;
  return channel(16) | channel(8) | channel(0);
}
