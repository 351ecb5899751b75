/**
 * Removes text that is in the file but not visible on the page: in the colour of its ground, under something opaque,
 * clipped away, too small to see, or drawn invisibly where there is nothing whose text layer it could be. Such words
 * were put there for machines, or left behind; a reader of the page does not know them.
 */

import type { PictureBox, Rectangle, TextItem } from '../../../layout/page/content.ts';
import { areaOf, firstFrom, holdsPoint, meet } from '../../../layout/page/geometry.ts';
import type { Paint, Painting, ShownText, Stroke } from '../vectors/paints.ts';

/** In points; the smallest print set on purpose is two to three times as large. */
const TINY_SIZE = 1;
/** Places within a word that are examined: shares of its width, heights above its baseline. */
const ACROSS = [0.15, 0.5, 0.85];
const HEIGHTS_EM = [0.08, 0.5];
/** In points: how far a word must be outside its clip. */
const CLIP_SLACK = 0.5;
/** Two colours whose channels differ by at most this, of 255, cannot be told apart by eye. */
const COLOR_LEVELS = 6;
/** Most comparisons of paints with words; beyond it, far more than any readable page needs, words count as visible. */
const LOOKS_MAX = 10_000_000;
/** Pictures over at least this share of the page make it a scan, whose text layer may lie under them. */
const SCAN_SHARE = 0.5;

interface Point {
  x: number;
  y: number;
}

interface Page {
  width: number;
  height: number;
  pictures: readonly PictureBox[];
}

const PAPER = 0xffffff;

/** Returns the items without invisible words; those that may be the text layer of a picture are marked as invisible instead. */
export function withoutUnseen(items: readonly TextItem[], painting: Painting, page: Page): TextItem[] {
  const eye = new Eye(painting, page);
  const seen: TextItem[] = [];
  const alone: TextItem[] = [];
  for (const item of items) {
    const sight = eye.sees(item);
    if (sight === 'seen') seen.push(item);
    else if (sight === 'layer') seen.push({ ...item, invisible: true });
    else if (sight === 'drawn') seen.push({ ...item, invisible: false });
    else if (sight === 'alone') alone.push(item);
  }
  // A text layer that lost its picture is better than nothing.
  const kept = seen.length === 0 ? alone : seen;
  return kept.length === items.length ? kept : kept.map((item, index) => ({ ...item, index }));
}

/** `alone`: drawn invisibly over nothing; `drawn`: over its own letters, drawn as lines. */
type Sight = 'seen' | 'layer' | 'drawn' | 'alone' | 'unseen';

class Eye {
  private readonly painting: Painting;
  private readonly isAstray: (item: TextItem) => boolean;
  private readonly pictures: Rectangle[];
  private readonly outlines: Paint[];
  private readonly covers: Paint[];
  private readonly coverColors: ReadonlySet<number>;
  private readonly lastCover: number;
  /** Colours of texts, and whether they are a ground somewhere; most are not. */
  private readonly grounds = new Map<number, boolean>();
  private readonly isScan: boolean;
  /** Number of comparisons of paints with words so far. */
  private looks = 0;

  constructor(painting: Painting, page: Page) {
    const { paints } = painting;
    this.painting = painting;
    this.isAstray = astrayWords(page);
    // Gradients and patterns count, too.
    this.pictures = [...page.pictures, ...paints.filter(paint => paint.color === null)];
    this.outlines = paints.filter(paint => paint.color !== null && !paint.solid);
    this.covers = paints.filter(paint => paint.solid);
    this.coverColors = new Set(this.covers.flatMap(paint => paint.color ?? []));
    this.lastCover = this.covers.at(-1)?.operator ?? -1;
    this.isScan = isScan(page);
  }

  sees(item: TextItem): Sight {
    const { operator } = item;
    // The value of a field is kept even if it does not fit.
    if (operator === undefined || item.field === true) return 'seen';
    if (isTiny(item)) return 'unseen';
    const shown = this.painting.texts.get(operator);
    if (!item.invisible && !this.isSuspect(item, operator, shown)) return 'seen';
    return this.looksAt(item, operator, shown);
  }

  private looksAt(item: TextItem, operator: number, shown?: ShownText): Sight {
    this.looks += this.painting.paints.length;
    if (this.looks > LOOKS_MAX) return 'seen';
    const isClipped = shown !== undefined && isEveryPoint(item, point => isOutside(point, shown.clip));
    // Programs that rotate a page often leave the box of its text layer unchanged, so that it clips the words.
    if (isClipped && !(item.invisible && this.isScan)) return 'unseen';
    if (item.invisible || shown?.faint === true) {
      if (item.invisible && isDrawnInLines(item, operator, this.painting.strokes)) return 'drawn';
      if (this.isLayer(item) || this.isAstray(item)) return 'layer';
      return isClipped ? 'unseen' : 'alone';
    }
    const isHidden = this.isCovered(item, operator) || this.isLikeGround(item, operator);
    if (!isHidden) return 'seen';
    // Some programs write the text of a scan first and lay its picture over it.
    return this.isScan && isOn(this.pictures, item) ? 'layer' : 'unseen';
  }

  /** Whether a text needs examining point by point: most text is where nothing could hide it. */
  private isSuspect(item: TextItem, operator: number, shown?: ShownText): boolean {
    const { color, left, width, baseline, size, angle } = item;
    if (this.lastCover > operator || (color !== null && this.isGround(color))) return true;
    if (shown === undefined) return false;
    const { clip, faint } = shown;
    const isInside = angle === 0 && left >= clip.left && left + width <= clip.right;
    return faint || !isInside || baseline > clip.bottom || baseline - size < clip.top;
  }

  private isGround(color: number): boolean {
    const known = this.grounds.get(color);
    if (known !== undefined) return known;
    const isGround = [PAPER, ...this.coverColors].some(ground => areAlike(ground, color));
    this.grounds.set(color, isGround);
    return isGround;
  }

  /** Whether a word is over or under a picture, or over letters drawn as outlines. */
  private isLayer(item: TextItem): boolean {
    if (isOn(this.pictures, item)) return true;
    const { left, baseline, width, size } = item;
    const box = { left, right: left + width, top: baseline - size, bottom: baseline };
    return this.outlines.some(outline => item.angle !== 0 || meet(outline, box));
  }

  private isCovered(item: TextItem, operator: number): boolean {
    return isEveryPoint(item, point => this.hasCoverAbove(point, operator));
  }

  private hasCoverAbove({ x, y }: Point, operator: number): boolean {
    const { covers } = this;
    for (let at = covers.length - 1; at >= 0; at--) {
      const cover = covers[at] as Paint;
      if (cover.operator <= operator) return false;
      if (holdsPoint(cover, x, y)) return true;
    }
    return false;
  }

  private isLikeGround(item: TextItem, operator: number): boolean {
    const { color } = item;
    if (color === null || !this.isGround(color)) return false;
    return isEveryPoint(item, point => this.hasColorBelow(point, operator, color));
  }

  /** Whether what lies below a point certainly has this colour; shapes that may be there must have it, too. */
  private hasColorBelow(point: Point, operator: number, color: number): boolean {
    const { paints } = this.painting;
    for (let at = paints.length - 1; at >= 0; at--) {
      const paint = paints[at] as Paint;
      if (paint.operator > operator || !holdsPoint(paint, point.x, point.y)) continue;
      if (paint.color === null || !areAlike(paint.color, color)) return false;
      if (paint.solid) return true;
    }
    return areAlike(PAPER, color);
  }
}

/** Number of strokes before and after a word in painting order that may be its letters. */
const STROKES_BESIDE_MAX = 300;
/** A letter takes at least about one stroke; in a font without widths it is uncertain which strokes lie within a word. */
const STROKES_A_LETTER = 0.5;
/** How far the strokes of letters extend beside their word, and below and above its baseline. */
const BESIDE_EM = 0.4;
const BELOW_EM = 0.5;
const ABOVE_EM = 1.3;

/**
 * Whether a word's letters are drawn as lines at its place, directly before or after it: programs for circuits write
 * their texts like this (KiCad).
 */
function isDrawnInLines(item: TextItem, operator: number, strokes: readonly Stroke[]): boolean {
  const next = firstFrom(strokes.length, at => (strokes[at] as Stroke).operator, operator);
  let letters = STROKES_A_LETTER * item.text.length;
  const end = Math.min(strokes.length, next + STROKES_BESIDE_MAX);
  for (let at = Math.max(0, next - STROKES_BESIDE_MAX); at < end && letters > 0; at++)
    if (isWithin(item, strokes[at] as Stroke)) letters--;
  return letters <= 0;
}

/** Whether the middle of a line is where a word's letters are. */
function isWithin({ left, baseline, width, size, angle }: TextItem, stroke: Stroke): boolean {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const x = (stroke.left + stroke.right) / 2 - left;
  const y = baseline - (stroke.top + stroke.bottom) / 2;
  const [along, up] = [x * cos + y * sin, y * cos - x * sin];
  const isLevel = up > -BELOW_EM * size && up < ABOVE_EM * size;
  return isLevel && along > -BESIDE_EM * size && along < width + BESIDE_EM * size;
}

const isScan = ({ width, height, pictures }: Page): boolean =>
  pictures.reduce((sum, picture) => sum + areaOf(picture), 0) >= SCAN_SHARE * width * height;

/** Most pictures of a page with which words are compared; no scan has more once its strips are joined. */
const PICTURES_MAX = 1_000;

/**
 * Returns a function that recognises words of a scan's text layer that are neither on the page nor on the cropped part
 * of its picture: layers of another size than their page, or moved or turned ones, leave the page, and are the only
 * text of it.
 */
export function astrayWords(page: Page): (item: TextItem) => boolean {
  if (!isScan(page) || page.pictures.length > PICTURES_MAX) return () => false;
  const sheet = { left: 0, top: 0, right: page.width, bottom: page.height };
  const wholes = page.pictures.map(({ whole, ...seen }) => whole ?? seen);
  return item =>
    item.invisible && isEveryPoint(item, point => isOutside(point, sheet)) && !isOn(wholes, item);
}

function isOn(boxes: readonly Rectangle[], item: TextItem): boolean {
  const points = [...PLACES.keys()].map(at => pointOf(item, at));
  const on = points.filter(point => boxes.some(box => holdsPoint(box, point.x, point.y)));
  return 2 * on.length >= points.length;
}

/**
 * Whether a word is too small to see. Some fonts of pictures have large glyphs at a small size, so that the width
 * counts, too.
 */
function isTiny({ size, width, text }: TextItem): boolean {
  return size < TINY_SIZE && width < TINY_SIZE * text.length;
}

/** Places within a word that are examined: shares of its width, heights above its baseline. */
const PLACES = ACROSS.flatMap(share => HEIGHTS_EM.map(height => ({ share, height })));

function pointOf({ left, baseline, width, size, angle }: TextItem, at: number): Point {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const { share = 0, height = 0 } = PLACES[at] ?? {};
  const [along, up] = [share * width, height * size];
  return { x: left + along * cos - up * sin, y: baseline - along * sin - up * cos };
}

/** Tests point by point, because the first usually decides. */
function isEveryPoint(item: TextItem, holds: (point: Point) => boolean): boolean {
  for (let at = 0; at < PLACES.length; at++) if (!holds(pointOf(item, at))) return false;
  return true;
}

function isOutside({ x, y }: Point, { left, top, right, bottom }: Rectangle): boolean {
  const slack = CLIP_SLACK;
  return x < left - slack || x > right + slack || y < top - slack || y > bottom + slack;
}

function areAlike(one: number, other: number): boolean {
  return [16, 8, 0].every(
    shift => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= COLOR_LEVELS,
  );
}
