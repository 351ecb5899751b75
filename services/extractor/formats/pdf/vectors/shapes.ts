/** Sorts what a page paints into rules, shadings, curves and pictures. */

import type {
  PageVectors,
  PictureBox,
  PictureSource,
  Rectangle,
  Rule,
  Shading,
} from '../../../layout/page/content.ts';
import {
  contains,
  heightOf,
  intersection,
  middleX,
  middleY,
  widthOf,
} from '../../../layout/page/geometry.ts';
import { type Matrix, scaleOf, transformBox } from './matrix.ts';
import { boundsOf, boxness, isSlanted, lengthOf, type Segment, type Subpath } from './paths.ts';
import { Stamps } from './stamps.ts';
import { type GraphicsState, isOpaque, isWhite } from './state.ts';
import { Strips } from './strips.ts';

/** A filled box up to this thick is a line: word processors draw borders of up to 2¼ pt as boxes. */
const THIN_PT = 2.5;
/** A longer box may be thicker and still be a line, such as 4-pt rules under a table's head. */
const THICK_RULE_PT = 6;
const THICK_RULE_ASPECT = 8;
/** A shape this many times as long as thick looks like a bar, whatever its outline: its ends may be mitred or bent. */
const BAR_ASPECT = 30;
/** Straight pieces up to this long show little by themselves: flattened curves consist of them. */
const SHORT_PT = 2.5;
/** More consecutive pieces than a flattened corner has. */
const POLYLINE_PIECES = 20;
/** A line this many times as long as the circumference of its box runs to and fro. */
const ZIGZAG_SHARE = 1.5;
/** Shorter pieces of line are corner dots, ticks and parts of glyphs unless merging makes them longer. */
const STROKE_MINIMUM_PT = 0.3;
/** Least share of a box's outline that is straight; the rest may be rounded corners. */
const BOX_OUTLINE_SHARE = 0.7;
/** A fill this wide and high is the page's background. */
const BACKGROUND_WIDTH_SHARE = 0.9;
const BACKGROUND_HEIGHT_SHARE = 0.5;
/** Smaller spots are where the lines of a border meet. */
const SPOT_PT = 0.8;
const SPOT_ASPECT = 1.4;
/** Dots of a row are nearer to each other than this, bullets of two columns farther apart. */
const SPOTS_APART_PT = 24;
/** Most spots, because each is compared with each; a page with more is a plot. */
const SPOTS_CEILING = 400;
/** Most shapes of a page; maps and technical drawings have more, and nothing in them is a table. */
const SHAPES_CEILING = 20_000;
/** Most white lines of one page; a table of some hundred cells has fewer. */
const WHITES_CEILING = 4_000;
/** Most comparisons of white areas with what they may cover, for one page; a table of some hundred white cells needs fewer. */
const COVERED_LOOKS_CEILING = 200_000;
/** White paint covers an area up to its edges, within this for rounding. */
const COVER_SLACK_PT = 0.5;
/** Rounding tilts an upright picture by less than this. */
const UPRIGHT_SHARE = 0.001;
/** Alpha below this is invisible. */
const VISIBLE_ALPHA = 0.05;

export class ShapeCollector implements PageVectors {
  shadings: Shading[] = [];
  readonly curves: Rectangle[] = [];
  /** White lines, visible where they separate coloured cells. */
  readonly whites: Rule[] = [];
  readonly stamps = new Stamps();
  readonly #rules: Rule[] = [];
  readonly #pictures: PictureBox[] = [];
  readonly #strips = new Strips();
  readonly #spots: Rectangle[] = [];
  readonly #whiteSpots: Rectangle[] = [];
  readonly #page: Rectangle;
  #count = 0;
  #coveredLooks = 0;

  constructor(page: Rectangle) {
    this.#page = page;
  }

  get full(): boolean {
    return this.#count >= SHAPES_CEILING;
  }

  get rules(): Rule[] {
    return [...this.#rules, ...this.#strips.lines.map(line => ruleOf(line, null))];
  }

  get pictures(): PictureBox[] {
    return [...this.#pictures, ...this.#strips.pictures.map(whole => ({ ...whole, name: null, whole }))];
  }

  get dots(): Rectangle[] {
    const onColour = this.#whiteSpots.filter(spot =>
      this.shadings.some(shading => contains(shading, spot, 0)),
    );
    return [this.#spots, onColour].flatMap(spots =>
      spots.length > SPOTS_CEILING ? [] : spots.filter(isAlone),
    );
  }

  fill(subpaths: readonly Subpath[], state: GraphicsState): void {
    if (state.fillAlpha < VISIBLE_ALPHA) return;
    const filled = { isFilled: true, color: state.fill, alpha: state.fillAlpha };
    for (const subpath of subpaths) this.stamps.add(subpath, filled);
    if (isWhite(state.fill)) {
      for (const subpath of subpaths) {
        const box = intersection(subpath, state.clip);
        this.#white(box, state.fill);
        // Two boxes of one path may leave a hole.
        const isSheet = subpaths.length === 1 && boxness(subpath) >= BOX_OUTLINE_SHARE;
        if (isSheet && isOpaque(state)) this.#cover(box);
        if (isSpot(box, THICK_RULE_PT) && this.#whiteSpots.length <= SPOTS_CEILING)
          this.#whiteSpots.push(box);
      }
      return;
    }
    for (let at = 0; at < subpaths.length; at += 1) {
      const [one, next] = [subpaths[at] as Subpath, subpaths[at + 1]];
      if (next && isFrame(one, next)) this.#frame(one, next, state);
      else if (next && isFrame(next, one)) this.#frame(next, one, state);
      else {
        this.#fillOne(one, state);
        continue;
      }
      at += 1;
    }
  }

  stroke(subpaths: readonly Subpath[], state: GraphicsState): void {
    if (state.strokeAlpha < VISIBLE_ALPHA) return;
    const stroked = { isFilled: false, color: state.stroke, alpha: state.strokeAlpha };
    for (const subpath of subpaths) this.stamps.add(subpath, stroked);
    const width = Math.max(STROKE_MINIMUM_PT, state.lineWidth * scaleOf(state.matrix));
    if (isWhite(state.stroke)) {
      for (const { segments } of subpaths)
        for (const segment of segments)
          if (!isSlanted(segment))
            this.#white(intersection(strokedBox(segment, width, isLevel(segment)), state.clip), state.stroke);
      return;
    }
    for (const subpath of subpaths) this.#strokeOne(subpath, width, state);
  }

  /** Adds a picture, which is its unit square transformed by `matrix`; `source` is its own file, if that is enough to show it. */
  picture(
    matrix: Matrix,
    name: string | null,
    state: GraphicsState,
    source: PictureSource | null = null,
    { isGiant, isMoreThanShade } = { isGiant: false, isMoreThanShade: false },
  ): void {
    const whole = transformBox(matrix, 0, 0, 1, 1);
    const box = intersection(whole, state.clip);
    if (isEmpty(box) || this.#isFull()) return;
    if (isThin(box)) this.#strips.add({ ...box });
    else
      this.#pictures.push({
        ...box,
        name,
        whole,
        ...(source !== null && isUpright(matrix) && { source }),
        ...(isGiant && { isGiant }),
        ...(isMoreThanShade && { isMoreThanShade }),
      });
  }

  /** Adds a gradient that fills everything visible. */
  gradient(state: GraphicsState): void {
    if (!isEmpty(state.clip)) this.#shading(state.clip, null);
  }

  #fillOne(subpath: Subpath, state: GraphicsState): void {
    const box = intersection(subpath, state.clip);
    if (isEmpty(box) || this.#isFull()) return;
    if (isSpot(box)) this.#spots.push(box);
    if (isThin(box) || isBar(box)) this.#rule(box, state.fill);
    else if (boxness(subpath) < BOX_OUTLINE_SHARE) this.curves.push(box);
    else if (isThick(box)) this.#rule(box, state.fill);
    else this.#shading(box, state.fill);
  }

  #shading(box: Rectangle, color: number | null): void {
    const background =
      widthOf(box) > BACKGROUND_WIDTH_SHARE * widthOf(this.#page) &&
      heightOf(box) > BACKGROUND_HEIGHT_SHARE * heightOf(this.#page);
    if (!background) this.shadings.push({ ...plain(box), color });
  }

  #frame(outer: Subpath, inner: Subpath, state: GraphicsState): void {
    const { left, top, right, bottom } = outer;
    this.#clippedRule({ left, right, top, bottom: inner.top }, state);
    this.#clippedRule({ left, right, top: inner.bottom, bottom }, state);
    this.#clippedRule({ left, right: inner.left, top, bottom }, state);
    this.#clippedRule({ left: inner.right, right, top, bottom }, state);
  }

  #clippedRule(box: Rectangle, state: GraphicsState): void {
    const visible = intersection(box, state.clip);
    if (!isEmpty(visible) && !this.#isFull()) this.#rule(visible, state.fill);
  }

  #strokeOne(subpath: Subpath, width: number, state: GraphicsState): void {
    if (isZigzag(subpath)) {
      this.#polyline(subpath.segments, state);
      return;
    }
    let run: Segment[] = [];
    for (const segment of subpath.segments) {
      if (isSlanted(segment) || lengthOf(segment) <= SHORT_PT) run.push(segment);
      else {
        this.#strokeRun(run, width, state);
        run = [];
        this.#strokeStraight(segment, width, state);
      }
    }
    this.#strokeRun(run, width, state);
  }

  /** Adds a run of pieces. Many short pieces are a curve, even if each is nearly level: plots have ten thousands of them. */
  #strokeRun(run: readonly Segment[], width: number, state: GraphicsState): void {
    if (run.length >= POLYLINE_PIECES && !isThin(boundsOf(run))) {
      this.#polyline(run, state);
      return;
    }
    let slanted: Segment[] = [];
    for (const segment of run) {
      if (isSlanted(segment)) slanted.push(segment);
      else {
        this.#curve(slanted, state);
        slanted = [];
        this.#strokeStraight(segment, width, state);
      }
    }
    this.#curve(slanted, state);
  }

  #polyline(pieces: readonly Segment[], state: GraphicsState): void {
    for (let from = 0; from < pieces.length; from += POLYLINE_PIECES)
      this.#curve(pieces.slice(from, from + POLYLINE_PIECES), state);
  }

  /** Adds the box of neighbouring slanted pieces only: rounded corners must not make a curve of the whole frame. */
  #curve(slanted: readonly Segment[], state: GraphicsState): void {
    if (slanted.length === 0) return;
    const box = intersection(boundsOf(slanted), state.clip);
    if (!isEmpty(box) && !this.#isFull()) this.curves.push(box);
  }

  #strokeStraight(segment: Segment, width: number, state: GraphicsState): void {
    const horizontal = isLevel(segment);
    const box = intersection(strokedBox(segment, width, horizontal), state.clip);
    if (isEmpty(box) || this.#isFull()) return;
    if (width <= THICK_RULE_PT || isThick(box)) this.#rule(box, state.stroke, horizontal);
    else this.#shading(box, state.stroke);
  }

  #white(box: Rectangle, color: number | null): void {
    if (this.whites.length < WHITES_CEILING && (isThin(box) || isThick(box)) && !isEmpty(box))
      this.whites.push(ruleOf(box, color));
  }

  /** Removes what lies under white paint: some pages are filled with black before they are made white. */
  #cover(box: Rectangle): void {
    if (this.shadings.length === 0 || isThin(box)) return;
    this.#coveredLooks += this.shadings.length;
    if (this.#coveredLooks > COVERED_LOOKS_CEILING) return;
    this.shadings = this.shadings.filter(shading => !contains(box, shading, COVER_SLACK_PT));
  }

  #rule(box: Rectangle, color: number | null, horizontal = widthOf(box) >= heightOf(box)): void {
    this.#rules.push(ruleOf(box, color, horizontal));
  }

  #isFull(): boolean {
    this.#count += 1;
    return this.#count > SHAPES_CEILING;
  }
}

function ruleOf(box: Rectangle, color: number | null, horizontal = widthOf(box) >= heightOf(box)): Rule {
  const [position, thickness] = horizontal ? [middleY(box), heightOf(box)] : [middleX(box), widthOf(box)];
  const [start, end] = horizontal ? [box.left, box.right] : [box.top, box.bottom];
  const orientation = horizontal ? 'horizontal' : 'vertical';
  return { orientation, position, start, end, thickness, color, joints: undefined };
}

const isLevel = ({ x0, y0, x1, y1 }: Segment): boolean => Math.abs(x1 - x0) >= Math.abs(y1 - y0);

/** Whether a line runs to and fro without a break, as in plots of noise; frames run around their box once. */
function isZigzag(subpath: Subpath): boolean {
  if (subpath.segments.length < POLYLINE_PIECES) return false;
  const length = subpath.segments.reduce((sum, segment) => sum + lengthOf(segment), 0);
  return length > ZIGZAG_SHARE * 2 * (widthOf(subpath) + heightOf(subpath));
}

/** Whether a picture is neither turned nor mirrored: in view space y increases downwards, in a picture's unit square upwards. */
function isUpright([a, b, c, d]: Matrix): boolean {
  return a > 0 && d < 0 && Math.abs(b) < UPRIGHT_SHARE * a && Math.abs(c) < UPRIGHT_SHARE * -d;
}

function plain({ left, top, right, bottom }: Rectangle): Rectangle {
  return { left, top, right, bottom };
}

function strokedBox({ x0, y0, x1, y1 }: Segment, width: number, horizontal: boolean): Rectangle {
  const [dx, dy] = horizontal ? [0, width / 2] : [width / 2, 0];
  return {
    left: Math.min(x0, x1) - dx,
    right: Math.max(x0, x1) + dx,
    top: Math.min(y0, y1) - dy,
    bottom: Math.max(y0, y1) + dy,
  };
}

/** Whether a box is empty. Lines have a side of length 0, so that only a negative side (beyond the clip) is empty. */
function isEmpty(box: Rectangle): boolean {
  const [width, height] = [widthOf(box), heightOf(box)];
  return !(width >= 0 && height >= 0 && width + height > 0);
}

function isThin(box: Rectangle): boolean {
  return Math.min(widthOf(box), heightOf(box)) <= THIN_PT;
}

/** Whether a box is about as high as wide, and at most as large as a line is thick. */
function isSpot(box: Rectangle, largest = THIN_PT): boolean {
  const short = Math.min(widthOf(box), heightOf(box));
  const long = Math.max(widthOf(box), heightOf(box));
  return long <= largest && short >= SPOT_PT && long <= SPOT_ASPECT * short;
}

/** Whether a spot has no other beside it: spots in a row are a dotted line or a leader. */
function isAlone(spot: Rectangle, _: number, spots: readonly Rectangle[]): boolean {
  return !spots.some(other => {
    const isLevel = Math.abs(middleY(other) - middleY(spot)) < SPOT_PT;
    return other !== spot && isLevel && Math.abs(middleX(other) - middleX(spot)) < SPOTS_APART_PT;
  });
}

function isThick(box: Rectangle): boolean {
  const short = Math.min(widthOf(box), heightOf(box));
  return short <= THICK_RULE_PT && Math.max(widthOf(box), heightOf(box)) >= THICK_RULE_ASPECT * short;
}

function isBar(box: Rectangle): boolean {
  const short = Math.min(widthOf(box), heightOf(box));
  return short <= THICK_RULE_PT && Math.max(widthOf(box), heightOf(box)) >= BAR_ASPECT * short;
}

/** Whether two boxes are a border, drawn as the area between them. */
function isFrame(outer: Subpath, inner: Subpath): boolean {
  const gaps = [
    inner.left - outer.left,
    inner.top - outer.top,
    outer.right - inner.right,
    outer.bottom - inner.bottom,
  ];
  return (
    gaps.every(gap => gap >= 0 && gap <= THICK_RULE_PT) &&
    boxness(outer) >= BOX_OUTLINE_SHARE &&
    boxness(inner) >= BOX_OUTLINE_SHARE
  );
}
