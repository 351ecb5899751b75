/** A photographed sheet as if it had been scanned: upright and rectangular, where it lay in the picture. */
import type { GreyImage } from '../engine.ts';
import { distance, type Point, type Sheet } from './sheet.ts';
import type { Squares } from './squares.ts';

const WHITE = 255;

interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is cut off the sheet's sides, in squares: its edge is a shadow, and found to half a square. */
const RIM_SQUARES = 1.5;
/** The ground takes its shade from so far inside the sheet, in shares of its sides. */
const INSIDE_SHARE = 0.03;

/**
 * Of the picture's size, with the ground in the shade of the paper next to it; without `squares` there is no ground, and
 * what lies outside of the picture is white.
 */
export function flattened(image: GreyImage, sheet: Sheet, squares: Squares | null): GreyImage {
  const { width, height } = image;
  const pixels = new Uint8Array(image.pixels.length).fill(WHITE);
  const into = rectangleOf(sheet, width, height);
  const way = new Way(sheet, into, width);
  const rim = squares === null ? 0 : Math.ceil(RIM_SQUARES * squares.side);
  const [left, right] = [into.left + rim, into.left + into.width - rim];
  const [top, bottom] = [into.top + rim, into.top + into.height - rim];
  const paint = (y: number, from: number, to: number) => {
    if (squares === null) return;
    way.walk(y, from, to, INSIDE_SHARE);
    for (let x = from; x < to; x++) pixels[y * width + x] = paperAt(squares, way.xs[x] ?? 0, way.ys[x] ?? 0);
  };
  for (let y = 0; y < height; y++) {
    if (y < top || y >= bottom) {
      paint(y, 0, width);
      continue;
    }
    paint(y, 0, left);
    way.walk(y, left, right, 0);
    for (let x = left; x < right; x++) pixels[y * width + x] = shadeAt(image, way.xs[x] ?? 0, way.ys[x] ?? 0);
    paint(y, right, width);
  }
  return { width, height, pixels };
}

/** As wide and high as the means of the edges, around the middle of the corners, inside the picture. */
function rectangleOf(
  { topLeft, topRight, bottomLeft, bottomRight }: Sheet,
  width: number,
  height: number,
): Rectangle {
  const across = (distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2;
  const down = (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2;
  const factor = Math.min(1, width / across, height / down);
  const size = { width: Math.floor(across * factor), height: Math.floor(down * factor) };
  const middle = (a: number, b: number, c: number, d: number) => (a + b + c + d) / 4;
  const x = middle(topLeft.x, topRight.x, bottomLeft.x, bottomRight.x);
  const y = middle(topLeft.y, topRight.y, bottomLeft.y, bottomRight.y);
  const left = Math.round(Math.max(0, Math.min(width - size.width, x - size.width / 2)));
  const top = Math.round(Math.max(0, Math.min(height - size.height, y - size.height / 2)));
  return { left, top, ...size };
}

/** The projective map of the unit square onto the corners: x = (a·u + b·v + c) / (g·u + h·v + 1), y alike. */
interface View {
  x: [number, number, number];
  y: [number, number, number];
  depth: [number, number];
}

/** After Heckbert (1989), "Fundamentals of Texture Mapping and Image Warping", 2.2.3. */
function viewOf({ topLeft, topRight, bottomLeft, bottomRight }: Sheet): View {
  const sum = minus(plus(topLeft, bottomRight), plus(topRight, bottomLeft));
  const right = minus(topRight, bottomRight);
  const down = minus(bottomLeft, bottomRight);
  const whole = cross(right, down);
  const [g, h] = [cross(sum, down) / whole, cross(right, sum) / whole];
  const axis = (from: number, toRight: number, toBottom: number): [number, number, number] => [
    toRight - from + g * toRight,
    toBottom - from + h * toBottom,
    from,
  ];
  return {
    x: axis(topLeft.x, topRight.x, bottomLeft.x),
    y: axis(topLeft.y, topRight.y, bottomLeft.y),
    depth: [g, h],
  };
}

const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;

/** Where in the picture the pixels of one row of the result are taken from. */
class Way {
  /** By column of the result. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  private readonly view: View;
  private readonly bulges: Sheet['bulges'];
  private readonly into: Rectangle;

  constructor(sheet: Sheet, into: Rectangle, width: number) {
    this.xs = new Float64Array(width);
    this.ys = new Float64Array(width);
    this.view = viewOf(sheet);
    this.bulges = sheet.bulges;
    this.into = into;
  }

  /** From one column to before another; places stay `inside` the sheet by this share of its sides. */
  walk(row: number, from: number, to: number, inside: number): void {
    const { x, y, depth } = this.view;
    const { top, bottom, left, right } = this.bulges;
    const v = between(inside, (row + 0.5 - this.into.top) / this.into.height);
    const bent = 4 * v * (1 - v);
    for (let column = from; column < to; column++) {
      const u = between(inside, (column + 0.5 - this.into.left) / this.into.width);
      const far = depth[0] * u + depth[1] * v + 1;
      const bow = 4 * u * (1 - u);
      this.xs[column] = (x[0] * u + x[1] * v + x[2]) / far + (left * (1 - u) + right * u) * bent;
      this.ys[column] = (y[0] * u + y[1] * v + y[2]) / far + (top * (1 - v) + bottom * v) * bow;
    }
  }
}

const between = (inside: number, share: number): number => Math.min(1 - inside, Math.max(inside, share));

/** Bilinear; what is cut off a sheet's rim keeps its places inside the picture. */
function shadeAt({ width, height, pixels }: GreyImage, placeX: number, placeY: number): number {
  const x = Math.min(width - 1.001, Math.max(0, placeX - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, placeY - 0.5));
  const [column, line] = [x | 0, y | 0];
  const at = line * width + column;
  const right = x - column;
  const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right;
  const lower = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right;
  return upper + (lower - upper) * (y - line) + 0.5;
}

function paperAt({ columns, rows, side, shades }: Squares, placeX: number, placeY: number): number {
  const column = Math.max(0, Math.min(columns - 1, Math.floor(placeX / side)));
  const row = Math.max(0, Math.min(rows - 1, Math.floor(placeY / side)));
  return shades[row * columns + column] ?? 0;
}
