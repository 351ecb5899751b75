/**
 * Reads the lines, fills, curves and picture places of a page from the operator list of pdf.js.
 * Pictures need not be decoded for it: with `maxImageSize: 1` pdf.js leaves every larger picture out of the list, but
 * keeps the state around it. A level of the graphics state that was transformed and never painted is where a picture
 * was; only its name is lost, not its box.
 */

import type { PageVectors } from '../../../layout/page/content.ts';
import { mergeRules } from '../../../layout/page/merge-rules.ts';
import { type Matrix, scaleOf, transformBox } from './matrix.ts';
import type { Visibility } from './operator-list.ts';
import { FILLS, handlersOf, OPERATOR, STROKES } from './operators.ts';
import { isStraight, isUnmasked, PaintCollector, type Painting } from './paints.ts';
import { boxness, readSubpaths } from './paths.ts';
import { isMoreThanShade, maskPixels, pictureSource } from './picture-source.ts';
import { ShapeCollector } from './shapes.ts';
import type { Stamp } from './stamps.ts';
import { parseColor, StateStack } from './state.ts';

/** What a symbol may be drawn with. */
export interface Drawn extends Pick<PageVectors, 'rules' | 'curves' | 'shadings'> {
  stamps: readonly Stamp[];
}

/** The part of pdf.js' `PDFOperatorList` that is read. */
export interface OperatorList {
  fnArray: ArrayLike<number>;
  argsArray: ArrayLike<unknown>;
}

/** The page's view box: `page.getViewport({ scale: 1 })`. */
export interface Viewport {
  transform: readonly number[];
  width: number;
  height: number;
}

/** A picture's unit square smaller than this is an empty state, not a picture. */
const PICTURE_MINIMUM_PT = 4;
/** Most pixels of one picture or mask. PDFium takes 5 ns for each, shown or not; an A0 sheet at 600 dpi has 560 million. */
const GIANT_PIXELS = 600_000_000;

/** A clip is a box if at least this share of its outline is straight. */
const CLIP_OUTLINE_SHARE = 0.98;

/** Returns the vectors of a page. Without `isVisible`, all optional content is shown. */
export function readVectors(
  list: OperatorList,
  viewport: Viewport,
  isVisible: Visibility = () => true,
): PageVectors {
  return readPainted(list, viewport, isVisible).vectors;
}

/**
 * Does the same, with the order of painting; that is null where the page has more shapes than are read. `signsAmong`
 * returns the shapes that are parts of symbols belonging to the text, before lines are made of the others.
 * `keepsStrokes` says that strokes which letters may be drawn with are returned, too.
 */
export function readPainted(
  list: OperatorList,
  viewport: Viewport,
  isVisible: Visibility = () => true,
  signsAmong: (drawn: Drawn) => ReadonlySet<object> = () => NO_SHAPES,
  keepsStrokes = false,
): { vectors: PageVectors; painting: Painting | null } {
  const interpreter = new VectorInterpreter(viewport, isVisible, keepsStrokes);
  for (let i = 0; i < list.fnArray.length && !interpreter.shapes.full; i += 1) {
    const args = list.argsArray[i];
    interpreter.paints.operator = i;
    interpreter.run(list.fnArray[i] ?? 0, Array.isArray(args) ? args : NO_ARGUMENTS);
  }
  const { shapes, paints } = interpreter;
  const { rules, pictures, dots, whites } = shapes;
  const drawn = { rules, shadings: shapes.shadings, curves: shapes.curves, stamps: shapes.stamps.all };
  const signs = signsAmong(drawn);
  const others = <Shape extends object>(all: Shape[]) =>
    signs.size === 0 ? all : all.filter(shape => !signs.has(shape));
  const shadings = others(shapes.shadings);
  const vectors = {
    rules: mergeRules(others(rules), shadings),
    shadings,
    curves: others(shapes.curves),
    pictures,
    dots: dots.length > 0 ? dots : undefined,
    whites: whites.length > 0 && shadings.length > 0 ? mergeRules(whites, []) : undefined,
  };
  return { vectors, painting: shapes.full || paints.full ? null : paints };
}

const NO_ARGUMENTS: readonly unknown[] = [];
const NO_SHAPES: ReadonlySet<object> = new Set();

type Handler = (page: VectorInterpreter, args: readonly unknown[]) => void;

class VectorInterpreter {
  /** Created once: closures created for each page would lose their compiled code at every full garbage collection. */
  static readonly #handlers = handlersOf<Handler>([
    [OPERATOR.save, page => page.#states.save()],
    [OPERATOR.restore, page => page.#restore()],
    [OPERATOR.transform, (page, args) => page.#states.transform(args)],
    [OPERATOR.setLineWidth, (page, [width]) => page.#set('lineWidth', number(width))],
    [OPERATOR.setGState, (page, [entries]) => page.#graphicsState(entries)],
    [OPERATOR.setFillRGBColor, (page, [color]) => page.#set('fill', parseColor(color))],
    [OPERATOR.setStrokeRGBColor, (page, [color]) => page.#set('stroke', parseColor(color))],
    [OPERATOR.setFillColorN, page => page.#set('fill', null)],
    [OPERATOR.setStrokeColorN, page => page.#set('stroke', null)],
    [OPERATOR.clip, page => page.#clip()],
    [OPERATOR.eoClip, page => page.#clip()],
    [OPERATOR.constructPath, (page, args) => page.#path(args)],
    [OPERATOR.shadingFill, page => page.#gradient()],
    [OPERATOR.showText, page => page.#text()],
    [OPERATOR.showSpacedText, page => page.#text()],
    [OPERATOR.nextLineShowText, page => page.#text()],
    [OPERATOR.nextLineSetSpacingShowText, page => page.#text()],
    [OPERATOR.paintFormXObjectBegin, (page, args) => page.#beginForm(args)],
    [OPERATOR.paintFormXObjectEnd, page => page.#restore()],
    [OPERATOR.beginGroup, (page, [options]) => page.#beginGroup(options)],
    [OPERATOR.endGroup, page => page.#endGroup()],
    [OPERATOR.beginAnnotation, (page, args) => page.#beginAnnotation(args)],
    [OPERATOR.endAnnotation, page => page.#endAnnotation()],
    [OPERATOR.beginMarkedContent, page => page.#beginMark(false)],
    [
      OPERATOR.beginMarkedContentProps,
      (page, [tag, group]) => page.#beginMark(tag === 'OC' && !page.#isVisible(group)),
    ],
    [OPERATOR.endMarkedContent, page => page.#endMark()],
    [OPERATOR.paintImageXObject, (page, args) => page.#picture(args)],
    [OPERATOR.paintInlineImageXObject, (page, args) => page.#picture(args)],
    [OPERATOR.paintImageMaskXObject, (page, args) => page.#picture(args)],
    [OPERATOR.paintSolidColorImageMask, (page, args) => page.#picture(args)],
  ]);

  readonly shapes: ShapeCollector;
  readonly paints: PaintCollector;
  readonly #states: StateStack;
  readonly #isVisible: Visibility;
  /** Open marked-content sequences; true for those that hide their content. */
  readonly #marks: boolean[] = [];
  #hidden = 0;
  /** Open groups, and whether they are soft masks. */
  readonly #groups: { isMask: boolean; blended: boolean }[] = [];
  #clipNext = false;

  constructor(viewport: Viewport, isVisible: Visibility, keepsStrokes: boolean) {
    const page = { left: 0, top: 0, right: viewport.width, bottom: viewport.height };
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = viewport.transform;
    this.#states = new StateStack([a, b, c, d, e, f], page);
    this.shapes = new ShapeCollector(page);
    this.paints = new PaintCollector(page, keepsStrokes);
    this.#isVisible = isVisible;
  }

  run(operator: number, args: readonly unknown[]): void {
    VectorInterpreter.#handlers[operator]?.(this, args);
  }

  #set<Key extends 'lineWidth' | 'fill' | 'stroke'>(key: Key, value: VectorInterpreter['state'][Key]): void {
    this.state[key] = value;
  }

  get state(): StateStack['current'] {
    return this.#states.current;
  }

  #restore(): void {
    const { transformed, painted, matrix } = this.state;
    if (transformed && !painted) this.#missingPicture(matrix);
    this.#states.restore();
  }

  #text(): void {
    this.state.painted = true;
    this.paints.text(this.state);
  }

  #missingPicture(matrix: Matrix): void {
    const box = transformBox(matrix, 0, 0, 1, 1);
    if (box.right - box.left + box.bottom - box.top < 2 * PICTURE_MINIMUM_PT || this.#hidden > 0) return;
    this.shapes.picture(matrix, null, this.state);
    this.#paintPicture(matrix, null);
    this.state.painted = true;
  }

  #paintPicture(matrix: Matrix, stream: unknown): void {
    const opaque = isStraight(matrix) && isUnmasked(stream);
    this.paints.picture(transformBox(matrix, 0, 0, 1, 1), opaque, this.state);
  }

  #picture([source, width, height, stream]: readonly unknown[]): void {
    this.state.painted = true;
    if (this.#hidden > 0) return;
    const name = typeof source === 'string' ? source : null;
    const isGiant = Math.max(Number(width) * Number(height), maskPixels(stream)) > GIANT_PIXELS;
    const known = { isGiant, isMoreThanShade: isMoreThanShade(stream) };
    this.shapes.picture(this.state.matrix, name, this.state, pictureSource(stream), known);
    this.#paintPicture(this.state.matrix, stream);
  }

  #graphicsState(entries: unknown): void {
    if (!Array.isArray(entries)) return;
    for (const [key, value] of entries as [string, unknown][]) {
      if (key === 'LW') this.state.lineWidth = number(value);
      else if (key === 'CA') this.state.strokeAlpha = number(value);
      else if (key === 'ca') this.state.fillAlpha = number(value);
      // What a group sets inside does not change how it is laid on the page.
      else if (key === 'BM') this.state.blended = value !== 'source-over' || this.#inBlendedGroup;
      else if (key === 'SMask' && value === true) this.state.blended = true;
    }
  }

  #clip(): void {
    this.#clipNext = true;
  }

  #path([operator, data, bounds]: readonly unknown[]): void {
    const path = Array.isArray(data) ? data[0] : null;
    if (isNumbers(path) && typeof operator === 'number') {
      if (operator !== OPERATOR.endPath) this.state.painted = true;
      if (this.#hidden === 0) this.#paint(operator, path);
      if (this.#clipNext && isNumbers(bounds)) this.#clipToPath(path, bounds);
    }
    this.#clipNext = false;
  }

  #paint(operator: number, path: ArrayLike<number>): void {
    const [fills, strokes] = [FILLS.has(operator), STROKES.has(operator)];
    if (!fills && !strokes) return;
    const subpaths = readSubpaths(path, this.state.matrix, fills);
    if (fills) {
      this.shapes.fill(subpaths, this.state);
      this.paints.fill(subpaths, this.state);
    }
    if (strokes) {
      this.shapes.stroke(subpaths, this.state);
      this.paints.stroke(subpaths, this.state.lineWidth * scaleOf(this.state.matrix), this.state);
    }
  }

  #gradient(): void {
    this.state.painted = true;
    if (this.#hidden > 0) return;
    this.shapes.gradient(this.state);
    this.paints.gradient(this.state);
  }

  #clipToPath(path: ArrayLike<number>, bounds: ArrayLike<number>): void {
    const subpaths = readSubpaths(path, this.state.matrix, true);
    const [only] = subpaths;
    if (subpaths.length !== 1 || only === undefined || boxness(only) < CLIP_OUTLINE_SHARE)
      this.state.roundClip = true;
    this.#clipTo(bounds);
  }

  #clipTo(bounds: ArrayLike<number>): void {
    this.#states.clipTo(
      transformBox(this.state.matrix, bounds[0] ?? 0, bounds[1] ?? 0, bounds[2] ?? 0, bounds[3] ?? 0),
    );
  }

  #beginForm([matrix, bounds]: readonly unknown[]): void {
    this.#states.save();
    this.#states.concatenate(matrix);
    if (isNumbers(bounds)) this.#clipTo(bounds);
  }

  /**
   * Begins a group. The content of a soft mask is not painted itself; a group as a whole takes the outer state's alpha
   * and blending.
   */
  #beginGroup(options: unknown): void {
    const mask = typeof options === 'object' && options !== null && 'smask' in options ? options.smask : null;
    const isMask = mask != null;
    if (isMask) this.#hidden += 1;
    if (this.state.fillAlpha < 1 || this.#inBlendedGroup) this.state.blended = true;
    this.#groups.push({ isMask, blended: this.state.blended });
  }

  get #inBlendedGroup(): boolean {
    return this.#groups.at(-1)?.blended ?? false;
  }

  #endGroup(): void {
    if (this.#groups.pop()?.isMask) this.#hidden -= 1;
  }

  #beginAnnotation([, , transform, matrix]: readonly unknown[]): void {
    this.#states.save();
    this.#states.reset();
    this.paints.inAnnotation = true;
    this.#states.concatenate(transform);
    this.#states.concatenate(matrix);
    this.state.painted = true;
  }

  #endAnnotation(): void {
    this.paints.inAnnotation = false;
    this.#restore();
  }

  #beginMark(hides: boolean): void {
    this.#marks.push(hides);
    if (hides) this.#hidden += 1;
  }

  #endMark(): void {
    if (this.#marks.pop()) this.#hidden -= 1;
  }
}

function isNumbers(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 1;
}
