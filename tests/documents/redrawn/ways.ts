/** Other ways to draw the same page: readers see hardly any difference, but the file is different. */
import type { Drawing, Look, Matrix, PathDrawing, Segment, Shown, TextDrawing } from './drawings.ts';
import { drawingsOf, product } from './drawings.ts';
import type { Font, NewPage, Page } from './file.ts';
import { hex } from './syntax.ts';

type Fonts = ReadonlyMap<string, Font>;
type Way = (page: Page, fonts: Fonts) => NewPage;

/** Points; a thicker bar is a box. */
const BAR_WIDTH_MAX = 3;
/** Points; a shorter bar is a dot. */
const BAR_LENGTH_MIN = 4;
/** Length in points of the pieces that a line is cut into. */
const PIECE = 23;

/** A line: a rectangle in user space, and its look. */
interface Bar {
  left: number;
  bottom: number;
  right: number;
  top: number;
  look: Look;
}

/** The first way only separates the drawings; every other way is compared with it. */
export const WAYS: Readonly<Record<string, Way>> = {
  apart: drawn(drawings => drawings),
  'lines filled': drawn(bars(bar => [rectangle(bar)])),
  'lines stroked': drawn(bars(bar => [stroke(bar, [])])),
  'lines mitred': drawn(bars(bar => [mitred(bar)])),
  'lines dashed': drawn(bars(bar => [stroke(bar, [3, 2])])),
  'lines dotted': drawn(bars(bar => [stroke(bar, [thickness(bar), thickness(bar)])])),
  'lines of dashes': drawn(bars(bar => piecesOf(bar, 3, 2).map(rectangle))),
  'lines clipped': drawn(bars(clipped)),
  'lines in pieces': drawn(bars(bar => piecesOf(bar, PIECE, 0).map(piece => stroke(piece, [])))),
  'lines curved': drawn(bars(curved)),
  'lines last': drawn(drawings => [...drawings.filter(not(isLine)), ...drawings.filter(isLine)]),
  letters: drawn((drawings, fonts) => drawings.map(drawing => letters(drawing, fonts))),
  'gaps for spaces': drawn((drawings, fonts) => drawings.map(drawing => gaps(drawing, fonts))),
  'size in matrix': drawn(drawings => drawings.map(sizeInMatrix)),
  shuffled: drawn(shuffled),
  'from the foot': drawn(fromTheFoot),
  'turned page': turnedPage,
  'larger page': scaledPage(1.7),
  'smaller page': scaledPage(0.6),
  'other units': otherUnits,
  form: (page, fonts) => ({ ...drawn(drawings => drawings)(page, fonts), isForm: true }),
};

function drawn(change: (drawings: Drawing[], fonts: Fonts) => Drawing[]): Way {
  return ({ content, box, rotation }, fonts) => ({
    content: change(drawingsOf(content), fonts).map(written).join('\n'),
    box,
    rotation,
    isForm: false,
  });
}

function turnedPage({ content, box, rotation }: Page): NewPage {
  const [left, bottom, right, top] = box;
  const inner = drawingsOf(content).map(written).join('\n');
  return {
    content: `0 1 -1 0 ${top} ${-left} cm\n${inner}`,
    box: [0, 0, top - bottom, right - left],
    rotation: (rotation + 90) % 360,
    isForm: false,
  };
}

function scaledPage(scale: number): Way {
  return ({ content, box, rotation }) => ({
    content: `${scale} 0 0 ${scale} 0 0 cm\n${drawingsOf(content).map(written).join('\n')}`,
    box: box.map(side => side * scale),
    rotation,
    isForm: false,
  });
}

/** Draws from the top in tenths of a point, as printer drivers do. */
function otherUnits({ content, box, rotation }: Page): NewPage {
  const flip: Matrix = [10, 0, 0, -10, -10 * box[0], 10 * box[3]];
  const drawings = drawingsOf(content).map(drawing => placed(drawing, flip));
  return {
    content: `.1 0 0 -.1 ${box[0]} ${box[3]} cm\n${drawings.map(written).join('\n')}`,
    box,
    rotation,
    isForm: false,
  };
}

function placed(drawing: Drawing, matrix: Matrix): Drawing {
  const scale = Math.abs(matrix[0]);
  const look: Look = {
    ...drawing.look,
    lineWidth: drawing.look.lineWidth * scale,
    dashes: drawing.look.dashes.map(dash => dash * scale),
    clips: drawing.look.clips.map(clip => ({ ...clip, path: clip.path.map(at => moved(at, matrix)) })),
  };
  if (drawing.kind === 'path')
    return { ...drawing, look, path: drawing.path.map(segment => moved(segment, matrix)) };
  return { ...drawing, look, matrix: product(drawing.matrix, matrix) };
}

function moved({ operator, points }: Segment, [a, b, c, d, e, f]: Matrix): Segment {
  const next = points.flatMap((x, at) => {
    const y = points[at + 1] ?? 0;
    return at % 2 === 1 ? [] : [a * x + c * y + e, b * x + d * y + f];
  });
  return { operator, points: next };
}

function written(drawing: Drawing): string {
  const { fill, stroke: line, lineWidth, dashes, others, clips } = drawing.look;
  const clip = clips.map(({ path, operator }) => `${pathOf(path)} ${operator} n`).join('\n');
  const dash = dashes.length > 0 ? `[${dashes.map(short).join(' ')}] 0 d` : '';
  const look = [clip, ...others, fill, line, `${short(lineWidth)} w`, dash].filter(Boolean).join('\n');
  return `q\n${look}\n${bodyOf(drawing)}\nQ`;
}

function bodyOf(drawing: Drawing): string {
  if (drawing.kind === 'path') return `${pathOf(drawing.path)} ${drawing.operator}`;
  const matrix = drawing.matrix.map(short).join(' ');
  if (drawing.kind === 'other') return `${matrix} cm\n${drawing.operation}`;
  const shown = drawing.shown.map(entry => {
    if ('setting' in entry) return entry.setting;
    return 'gap' in entry ? `[${entry.gap}] TJ` : `${hex(entry.text)} Tj`;
  });
  const { font, size, settings } = drawing;
  return `BT\n${font} ${short(size)} Tf ${settings.join(' ')} ${matrix} Tm\n${shown.join('\n')}\nET`;
}

const pathOf = (path: readonly Segment[]): string =>
  path.map(({ operator, points }) => `${points.map(short).join(' ')} ${operator}`).join(' ');

const short = (number: number): string => String(Number(number.toFixed(4)));

/** Draws lines in another way and leaves everything else as it was. */
function bars(change: (bar: Bar) => Drawing[]): (drawings: Drawing[]) => Drawing[] {
  return drawings => drawings.flatMap(drawing => barsOf(drawing)?.flatMap(change) ?? [drawing]);
}

const isLine = (drawing: Drawing): boolean => barsOf(drawing) !== null;
const not =
  <T>(is: (value: T) => boolean) =>
  (value: T): boolean =>
    !is(value);

/** The lines of a drawing; null unless it consists of solid lines along the page's axes. */
function barsOf(drawing: Drawing): Bar[] | null {
  if (drawing.kind !== 'path' || drawing.look.dashes.length > 0) return null;
  const { path, look, operator } = drawing;
  if (path.some(segment => segment.operator === 'c')) return null;
  const found = /^[Ss]$/.test(operator)
    ? strokedBars(path, look, operator)
    : filledBars(path, look, operator);
  return found.length > 0 && found.every(isBar) ? found : null;
}

const thickness = ({ left, bottom, right, top }: Bar): number => Math.min(right - left, top - bottom);
const isBar = (bar: Bar): boolean =>
  thickness(bar) <= BAR_WIDTH_MAX &&
  Math.max(bar.right - bar.left, bar.top - bar.bottom) >= BAR_LENGTH_MIN &&
  thickness(bar) > 0;

function filledBars(path: readonly Segment[], look: Look, operator: string): Bar[] {
  if (!/^[fF]\*?$/.test(operator)) return [];
  return subpathsOf(path).map(points => {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, bottom, right, top] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const isRectangle = points.every(([x, y]) => (x === left || x === right) && (y === bottom || y === top));
    return isRectangle ? { left, bottom, right, top, look } : { left, bottom, right: left, top, look };
  });
}

function strokedBars(path: readonly Segment[], look: Look, operator: string): Bar[] {
  const half = look.lineWidth / 2;
  const painted: Look = { ...look, fill: asFill(look.stroke) };
  return subpathsOf(path).flatMap(points => {
    const first = points[0];
    const isClosed = operator === 's' || path.some(segment => segment.operator === 'h');
    const corners = isClosed && first && points.length > 2 ? [...points, first] : points;
    return corners.slice(1).map(([x, y], at): Bar => {
      const [px = x, py = y] = corners[at] ?? [];
      const isFlat = Math.abs(y - py) < 0.01;
      if (!isFlat && Math.abs(x - px) >= 0.01) return { left: x, bottom: y, right: x, top: y, look: painted };
      const [over, along] = isFlat ? [half, isClosed ? half : 0] : [isClosed ? half : 0, half];
      return {
        left: Math.min(x, px) - along,
        right: Math.max(x, px) + along,
        bottom: Math.min(y, py) - over,
        top: Math.max(y, py) + over,
        look: painted,
      };
    });
  });
}

function subpathsOf(path: readonly Segment[]): [number, number][][] {
  const subpaths: [number, number][][] = [];
  for (const { operator, points } of path) {
    const [x = 0, y = 0] = points;
    if (operator === 'm') subpaths.push([[x, y]]);
    else if (operator === 'l') subpaths.at(-1)?.push([x, y]);
  }
  return subpaths.filter(points => points.length > 1);
}

const asFill = (color: string): string =>
  color.replace(/\b(?:RG|G|K|CS|SCN|SC)\b/g, operator => operator.toLowerCase());
const asStroke = (color: string): string =>
  color.replace(/\b(?:rg|g|k|cs|scn|sc)\b/g, operator => operator.toUpperCase());

function polygon(look: Look, ...corners: [number, number][]): PathDrawing {
  const path = corners.map((points, at): Segment => ({ operator: at === 0 ? 'm' : 'l', points }));
  return { kind: 'path', look, path: [...path, { operator: 'h', points: [] }], operator: 'f' };
}

function rectangle({ left, bottom, right, top, look }: Bar): PathDrawing {
  return polygon(look, [left, bottom], [right, bottom], [right, top], [left, top]);
}

/** With slanted ends, as browsers draw the side of a frame. */
function mitred(bar: Bar): PathDrawing {
  const { left, bottom, right, top, look } = bar;
  const cut = thickness(bar);
  return right - left > top - bottom
    ? polygon(look, [left, top], [right, top], [right - cut, bottom], [left + cut, bottom])
    : polygon(look, [left, top], [right, top - cut], [right, bottom + cut], [left, bottom]);
}

function stroke(bar: Bar, dashes: number[]): PathDrawing {
  const { left, bottom, right, top, look } = bar;
  const isFlat = right - left > top - bottom;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const points = isFlat ? [left, y, right, y] : [x, bottom, x, top];
  return {
    kind: 'path',
    look: { ...look, stroke: asStroke(look.fill), lineWidth: thickness(bar), dashes },
    path: [
      { operator: 'm', points: points.slice(0, 2) },
      { operator: 'l', points: points.slice(2) },
    ],
    operator: 'S',
  };
}

function piecesOf(bar: Bar, length: number, space: number): Bar[] {
  const isFlat = bar.right - bar.left > bar.top - bar.bottom;
  const [from, to] = isFlat ? [bar.left, bar.right] : [bar.bottom, bar.top];
  const pieces: Bar[] = [];
  for (let at = from; at < to; at += length + space) {
    const end = Math.min(at + length, to);
    pieces.push(isFlat ? { ...bar, left: at, right: end } : { ...bar, bottom: at, top: end });
  }
  return pieces;
}

/** A larger box, clipped to the line. */
function clipped(bar: Bar): Drawing[] {
  const { path } = rectangle(bar);
  const look = { ...bar.look, clips: [...bar.look.clips, { path, operator: 'W' }] };
  const { left, bottom, right, top } = bar;
  return [rectangle({ left: left - 20, bottom: bottom - 20, right: right + 20, top: top + 20, look })];
}

/** A straight line written as a curve, as some programs draw everything. */
function curved(bar: Bar): Drawing[] {
  const { path } = rectangle(bar);
  const bent = path.map(({ operator, points }, at): Segment => {
    const [x = 0, y = 0] = path[at - 1]?.points ?? [];
    const [endX = 0, endY = 0] = points;
    if (operator !== 'l') return { operator, points };
    const third = (share: number) => [x + (endX - x) * share, y + (endY - y) * share];
    return { operator: 'c', points: [...third(1 / 3), ...third(2 / 3), endX, endY] };
  });
  return [{ kind: 'path', look: bar.look, path: bent, operator: 'f' }];
}

function letters(drawing: Drawing, fonts: Fonts): Drawing {
  return withTexts(drawing, fonts, (text, { bytesPerCode }) =>
    (text.match(bytesPerCode === 2 ? /[\s\S]{2}/g : /[\s\S]/g) ?? []).map(code => ({ text: code })),
  );
}

function gaps(drawing: Drawing, fonts: Fonts): Drawing {
  return withTexts(drawing, fonts, (text, { spaceWidth }, extra) => {
    if (spaceWidth === null) return [{ text }];
    return text.split(/( )/).map(part => (part === ' ' ? { gap: -spaceWidth - extra } : { text: part }));
  });
}

/** `extra`: by how much a space is widened, in thousandths of an em. */
function withTexts(
  drawing: Drawing,
  fonts: Fonts,
  change: (text: string, font: Font, extra: number) => Shown[],
): Drawing {
  if (drawing.kind !== 'text') return drawing;
  let { font, size } = drawing;
  let spacing = 0;
  const see = (setting: string): void => {
    const [name = font, number = size, operator] = /^(\S+) (\S+) Tf$/.exec(setting)?.slice(1) ?? [];
    if (operator === undefined) [font, size] = [String(name), Number(number)];
    const space = /^(\S+) T[wc]$/.exec(setting);
    if (space) spacing += Number(space[1]);
  };
  drawing.settings.forEach(see);
  const shown = drawing.shown.flatMap((entry): Shown[] => {
    if ('setting' in entry) see(entry.setting);
    const known = fonts.get(font.slice(1));
    return 'text' in entry && known ? change(entry.text, known, (spacing / size) * 1000) : [entry];
  });
  return { ...drawing, shown };
}

/** A font of one point, enlarged by the matrix. */
function sizeInMatrix(drawing: Drawing): Drawing {
  if (drawing.kind !== 'text' || drawing.size <= 0) return drawing;
  const { size, matrix, settings, shown } = drawing;
  if (settings.length > 0 || shown.some(entry => 'setting' in entry)) return drawing;
  return { ...drawing, size: 1, matrix: product([size, 0, 0, size, 0, 0], matrix) };
}

/** All texts in a random order that is the same each time, after everything else. */
function shuffled(drawings: Drawing[]): Drawing[] {
  const isText = (drawing: Drawing): drawing is TextDrawing => drawing.kind === 'text';
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const texts = drawings
    .filter(isText)
    .map(text => ({ text, key: next() }))
    .sort((one, other) => one.key - other.key);
  return [...drawings.filter(not(isText)), ...texts.map(({ text }) => text)];
}

/** All texts from the bottom of the page to its top, after everything else. */
function fromTheFoot(drawings: Drawing[]): Drawing[] {
  const isText = (drawing: Drawing): drawing is TextDrawing => drawing.kind === 'text';
  return [...drawings.filter(not(isText)), ...drawings.filter(isText).reverse()];
}
