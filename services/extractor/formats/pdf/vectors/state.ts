/** The part of PDF's graphics state (ISO 32000-2, 8.4) that determines where and in which colour a shape appears. */

import type { Rectangle } from '../../../layout/page/content.ts';
import { intersection } from '../../../layout/page/geometry.ts';
import { type Matrix, matrixOf, multiply } from './matrix.ts';

export interface GraphicsState {
  matrix: Matrix;
  /** Visible part of the page in view space; the clip's bounding box where the clip is no rectangle. */
  clip: Rectangle;
  lineWidth: number;
  /** 0xRRGGBB; null for patterns. */
  fill: number | null;
  stroke: number | null;
  fillAlpha: number;
  strokeAlpha: number;
  /** Whether paint is mixed with what lies beneath: by a blend mode, a soft mask, or as part of a group that is. */
  blended: boolean;
  /** Whether the clip is not simply a box. */
  roundClip: boolean;
  /** Whether a transform was set since this level began, and whether anything was painted under it. */
  transformed: boolean;
  painted: boolean;
}

/** Producers nest a dozen levels; a page that nests more than this is broken or hostile. */
const STATE_DEPTH_CEILING = 1_000;

export class StateStack {
  current: GraphicsState;
  readonly #base: Matrix;
  readonly #page: Rectangle;
  readonly #saved: GraphicsState[] = [];
  /** Number of levels beyond the ceiling: they end, too, but share one state. */
  #beyond = 0;

  constructor(base: Matrix, page: Rectangle) {
    this.#base = base;
    this.#page = page;
    this.current = {
      matrix: base,
      clip: page,
      lineWidth: 1,
      fill: 0,
      stroke: 0,
      fillAlpha: 1,
      strokeAlpha: 1,
      blended: false,
      roundClip: false,
      transformed: false,
      painted: false,
    };
  }

  save(): void {
    if (this.#saved.length >= STATE_DEPTH_CEILING) {
      this.#beyond += 1;
      return;
    }
    this.#saved.push(this.current);
    // A form drawn under its caller's transform is placed by that transform.
    this.current = {
      ...this.current,
      transformed: this.current.transformed && !this.current.painted,
      painted: false,
    };
  }

  restore(): void {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return;
    }
    const outer = this.#saved.pop();
    if (!outer) return;
    outer.painted ||= this.current.painted;
    this.current = outer;
  }

  /** Applies `cm`; anything but a transform is ignored. */
  transform(value: unknown): void {
    this.concatenate(value);
    this.current.transformed = true;
  }

  concatenate(value: unknown): void {
    const matrix = matrixOf(value);
    if (matrix !== null) this.current.matrix = multiply(this.current.matrix, matrix);
  }

  /** Starts again from the page's own coordinates and without a clip, as annotations do. */
  reset(): void {
    Object.assign(this.current, {
      matrix: this.#base,
      clip: this.#page,
      fillAlpha: 1,
      strokeAlpha: 1,
      blended: false,
      roundClip: false,
    });
  }

  clipTo(box: Rectangle): void {
    const clip = intersection(this.current.clip, box);
    // A clip that removes nothing keeps the page's own object, by which completely visible texts are recognised.
    if (!isSame(clip, this.current.clip)) this.current.clip = clip;
  }
}

const isSame = (one: Rectangle, other: Rectangle): boolean =>
  one.left === other.left &&
  one.top === other.top &&
  one.right === other.right &&
  one.bottom === other.bottom;

const BLACK = '#000000';

/** Parses `#rrggbb`, as pdf.js writes colours of every space; returns null for anything else (patterns). */
export function parseColor(value: unknown): number | null {
  if (value === BLACK) return 0;
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
    ? Number.parseInt(value.slice(1), 16)
    : null;
}

/** From this alpha on, nothing shows through. */
export const SOLID_ALPHA = 0.98;

/** Whether a fill hides everything beneath. */
export const isOpaque = ({ fillAlpha, blended, roundClip }: GraphicsState): boolean =>
  fillAlpha >= SOLID_ALPHA && !blended && !roundClip;

/** From this value (97 %) on, a channel looks white. */
const WHITE_CHANNEL = 247;

export const isWhite = (color: number | null): boolean => isLight(color, WHITE_CHANNEL);

/** Whether every channel is at least `least`; false for patterns. */
export function isLight(color: number | null, least: number): boolean {
  if (color === null) return false;
  return color >> 16 >= least && ((color >> 8) & 255) >= least && (color & 255) >= least;
}
