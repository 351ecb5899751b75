/** Turns a photographed sheet into what a scanner would give: a rectangle with nothing but the sheet. */
import type { GreyImage } from '../engine.ts';
import { distance, type Point, type Sheet } from './sheet.ts';

/**
 * The sheet as a rectangle. `rim`: pixels cut off at each side, because the edge of paper is a shadow. Outside the
 * picture, the pixels at its edge are repeated.
 */
export function flattened(image: GreyImage, sheet: Sheet, rim = 0): GreyImage {
  const whole = sizeOf(sheet, image);
  const [width, height] = [whole.width - 2 * rim, whole.height - 2 * rim];
  const pixels = new Uint8Array(width * height);
  const { x, y, depth } = viewOf(sheet);
  const { top, bottom, left, right } = sheet.bulges;
  for (let row = 0, at = 0; row < height; row++) {
    const v = (rim + row + 0.5) / whole.height;
    const bent = 4 * v * (1 - v);
    for (let column = 0; column < width; column++, at++) {
      const u = (rim + column + 0.5) / whole.width;
      const far = depth[0] * u + depth[1] * v + 1;
      const bow = 4 * u * (1 - u);
      const across = (x[0] * u + x[1] * v + x[2]) / far + (left * (1 - u) + right * u) * bent;
      const down = (y[0] * u + y[1] * v + y[2]) / far + (top * (1 - v) + bottom * v) * bow;
      pixels[at] = shadeAt(image, across, down);
    }
  }
  return { width, height, pixels };
}

/** As wide and high as the means of opposite edges, but no larger than the picture. */
function sizeOf(
  { topLeft, topRight, bottomLeft, bottomRight }: Sheet,
  picture: GreyImage,
): { width: number; height: number } {
  const across = (distance(topLeft, topRight) + distance(bottomLeft, bottomRight)) / 2;
  const down = (distance(topLeft, bottomLeft) + distance(topRight, bottomRight)) / 2;
  const factor = Math.min(1, picture.width / across, picture.height / down);
  return { width: Math.floor(across * factor), height: Math.floor(down * factor) };
}

/** The projective map from the unit square to the corners: x = (a·u + b·v + c) / (g·u + h·v + 1), and y likewise. */
interface View {
  x: [number, number, number];
  y: [number, number, number];
  depth: [number, number];
}

/** Follows Heckbert (1989), "Fundamentals of Texture Mapping and Image Warping", 2.2.3. */
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

/** Bilinear interpolation. */
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
