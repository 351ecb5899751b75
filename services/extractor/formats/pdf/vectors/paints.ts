/**
 * What a page paints, in its order: which ground a text stands on, and what hides it again. Unlike the shapes, white
 * and page-wide fills count here.
 */

import type { Rectangle } from '../../../layout/page/content.ts';
import { intersection } from '../../../layout/page/geometry.ts';
import type { Matrix } from './matrix.ts';
import { boxness, type Subpath } from './paths.ts';
import { type GraphicsState, isOpaque } from './state.ts';

export interface Paint extends Rectangle {
  /** Place in the operator list. */
  operator: number;
  /** 0xRRGGBB; null for pictures, gradients and patterns. */
  color: number | null;
  /** Fills its box whole, and nothing shows through. */
  solid: boolean;
}

export interface Stroke extends Rectangle {
  /** Place in the operator list. */
  operator: number;
}

/** How a text was shown, where that is out of the ordinary. */
export interface ShownText {
  /** What may be seen of the page there. */
  clip: Rectangle;
  /** Too transparent to be seen. */
  faint: boolean;
}

export interface Painting {
  paints: Paint[];
  /** Boxes of lines as small as a letter's, in their order; none unless they are asked for. */
  strokes: Stroke[];
  /** By their place in the operator list. */
  texts: Map<number, ShownText>;
}

/** Paints of a page; a drawing has more, and no text hides in it that could be told. */
const PAINTS_CEILING = 20_000;
/** Points; thinner strips are rules, which hide no text. */
const LEAST_SIDE_PT = 2.5;
/** A solid box's outline runs along its edges once, give or take this share of it; that of a frame runs twice. */
const OUTLINE_SLACK = 0.02;
const VISIBLE_ALPHA = 0.05;
/** Points; letters of titles are hardly larger. */
const STROKE_SIDE_MAX_PT = 60;
/** A plan of a building or a board has hundreds of thousands, most of them of its drawing. */
const STROKES_CEILING = 200_000;
/** Subpaths of one fill that are held against each other. */
const SUBPATHS_MAX = 50;

export class PaintCollector implements Painting {
  readonly paints: Paint[] = [];
  readonly strokes: Stroke[] = [];
  readonly texts = new Map<number, ShownText>();
  /** Place of the operator that runs. */
  operator = 0;
  /** An annotation lies on the page like a note on paper: what it covers is still the page's text. */
  inAnnotation = false;
  readonly #page: Rectangle;
  readonly #keepsStrokes: boolean;

  constructor(page: Rectangle, keepsStrokes: boolean) {
    this.#page = page;
    this.#keepsStrokes = keepsStrokes;
  }

  get full(): boolean {
    return this.paints.length >= PAINTS_CEILING;
  }

  text({ clip, fillAlpha }: GraphicsState): void {
    const faint = fillAlpha < VISIBLE_ALPHA;
    if (faint || clip !== this.#page) this.texts.set(this.operator, { clip, faint });
  }

  fill(subpaths: readonly Subpath[], state: GraphicsState): void {
    if (state.fillAlpha < VISIBLE_ALPHA) return;
    const apart = areApart(subpaths);
    for (const subpath of subpaths) {
      const isBox = Math.abs(boxness(subpath) - 1) <= OUTLINE_SLACK;
      this.#add(subpath, state.fill, apart && isBox && state.fill !== null && this.#hides(state), state);
    }
  }

  /** A line as broad as an area. */
  stroke(subpaths: readonly Subpath[], width: number, state: GraphicsState): void {
    if (state.strokeAlpha < VISIBLE_ALPHA) return;
    if (this.#keepsStrokes) for (const subpath of subpaths) this.#keepStroke(subpath);
    if (width < LEAST_SIDE_PT) return;
    const half = width / 2;
    for (const { left, top, right, bottom } of subpaths) {
      const box = { left: left - half, top: top - half, right: right + half, bottom: bottom + half };
      this.#add(box, state.stroke, false, state);
    }
  }

  #keepStroke({ left, top, right, bottom }: Subpath): void {
    if (Math.max(right - left, bottom - top) > STROKE_SIDE_MAX_PT) return;
    if (this.strokes.length < STROKES_CEILING)
      this.strokes.push({ left, top, right, bottom, operator: this.operator });
  }

  /** `opaque`: without a mask, and standing straight. */
  picture(box: Rectangle, opaque: boolean, state: GraphicsState): void {
    this.#add(box, null, opaque && this.#hides(state), state);
  }

  gradient(state: GraphicsState): void {
    this.#add(state.clip, null, false, state);
  }

  #hides(state: GraphicsState): boolean {
    return !this.inAnnotation && isOpaque(state);
  }

  #add(shape: Rectangle, color: number | null, solid: boolean, { clip }: GraphicsState): void {
    const { left, top, right, bottom } = intersection(shape, clip);
    if (right - left < LEAST_SIDE_PT || bottom - top < LEAST_SIDE_PT || this.full) return;
    this.paints.push({ left, top, right, bottom, color, solid, operator: this.operator });
  }
}

/** Boxes of one path that overlap leave holes (even-odd rule, opposite directions). */
function areApart(subpaths: readonly Subpath[]): boolean {
  if (subpaths.length > SUBPATHS_MAX) return false;
  return subpaths.every((one, at) =>
    subpaths.slice(at + 1).every(other => {
      const { left, top, right, bottom } = intersection(one, other);
      return left >= right || top >= bottom;
    }),
  );
}

/** Neither slanted nor turned by anything but quarters. */
export function isStraight([a, b, c, d]: Matrix): boolean {
  const [upright, sideways] = [Math.abs(a * d), Math.abs(b * c)];
  return Math.min(upright, sideways) < 1e-6 * Math.max(upright, sideways);
}

/** A picture whose pixels are all opaque, as far as its dictionary says (ISO 32000-1, 8.9.6). */
export function isUnmasked(stream: unknown): boolean {
  const dict = (stream as { dict?: PictureDictionary } | null)?.dict;
  if (typeof dict?.has !== 'function') return false;
  const isMask = dict.get('ImageMask') === true || dict.get('IM') === true;
  return !dict.has('SMask') && !dict.has('Mask') && !isMask;
}

interface PictureDictionary {
  has(key: string): boolean;
  get(key: string): unknown;
}
