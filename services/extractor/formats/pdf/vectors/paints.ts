/**
 * Records what a page paints, in order: the ground on which a text stands, and what hides it again. Unlike for shapes,
 * white and page-wide fills count here.
 */

import type { Rectangle } from '../../../layout/page/content.ts';
import { intersection } from '../../../layout/page/geometry.ts';
import type { Matrix } from './matrix.ts';
import { boxness, type Subpath } from './paths.ts';
import { type GraphicsState, isOpaque } from './state.ts';

export interface Paint extends Rectangle {
  /** Index in the operator list. */
  operator: number;
  /** 0xRRGGBB; null for pictures, gradients and patterns. */
  color: number | null;
  /** Whether it fills its whole box opaquely. */
  solid: boolean;
}

export interface Stroke extends Rectangle {
  /** Index in the operator list. */
  operator: number;
}

/** How a text was shown, if unusually. */
export interface ShownText {
  /** The part of the page that is visible there. */
  clip: Rectangle;
  /** Whether it is too transparent to be seen. */
  faint: boolean;
}

export interface Painting {
  paints: Paint[];
  /** Boxes of lines as small as a letter's, in order; empty unless requested. */
  strokes: Stroke[];
  /** By their index in the operator list. */
  texts: Map<number, ShownText>;
}

/** Most paints of a page; a drawing has more, and hidden text cannot be recognised in it. */
const PAINTS_CEILING = 20_000;
/** In points; thinner strips are rules, which hide no text. */
const LEAST_SIDE_PT = 2.5;
/** The outline of a solid box runs along its edges once, within this share of it; that of a frame runs twice. */
const OUTLINE_SLACK = 0.02;
const VISIBLE_ALPHA = 0.05;
/** In points; letters of titles are hardly larger. */
const STROKE_SIDE_MAX_PT = 60;
/** A plan of a building or a board has hundreds of thousands, most of them of its drawing. */
const STROKES_CEILING = 200_000;
/** Most subpaths of one fill that are compared with each other. */
const SUBPATHS_MAX = 50;

export class PaintCollector implements Painting {
  readonly paints: Paint[] = [];
  readonly strokes: Stroke[] = [];
  readonly texts = new Map<number, ShownText>();
  /** Index of the current operator. */
  operator = 0;
  /** Whether an annotation is being drawn. It lies on the page like a note on paper: what it covers is still the page's text. */
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

  /** Adds strokes, and lines as broad as an area. */
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

  /** Adds a picture. `opaque` says that it has no mask and is upright. */
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

/** Whether no boxes of one path overlap, since that would leave holes (even-odd rule, opposite directions). */
function areApart(subpaths: readonly Subpath[]): boolean {
  if (subpaths.length > SUBPATHS_MAX) return false;
  return subpaths.every((one, at) =>
    subpaths.slice(at + 1).every(other => {
      const { left, top, right, bottom } = intersection(one, other);
      return left >= right || top >= bottom;
    }),
  );
}

/** Whether a transform is neither slanted nor turned, except by quarters. */
export function isStraight([a, b, c, d]: Matrix): boolean {
  const [upright, sideways] = [Math.abs(a * d), Math.abs(b * c)];
  return Math.min(upright, sideways) < 1e-6 * Math.max(upright, sideways);
}

/** Whether all pixels of a picture are opaque according to its dictionary (ISO 32000-1, 8.9.6). */
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
