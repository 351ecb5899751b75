/** Making grey pictures smaller and larger, and cutting pieces out of them. */
import type { Box, GreyImage } from '../engine.ts';

/** Area average; `factor` ≥ 1 source pixels become one on each side. */
export function shrunk(image: GreyImage, factor: number): GreyImage {
  if (factor <= 1) return image;
  const width = Math.max(1, Math.floor(image.width / factor));
  const height = Math.max(1, Math.floor(image.height / factor));
  const pixels = new Uint8Array(width * height);
  const columns = Uint32Array.from({ length: width + 1 }, (_, x) =>
    Math.min(image.width, Math.round(x * factor)),
  );
  const sums = new Uint32Array(width);
  for (let y = 0; y < height; y++) {
    const top = Math.round(y * factor);
    const bottom = Math.min(image.height, Math.round((y + 1) * factor));
    sums.fill(0);
    for (let row = top; row < bottom; row++) addRow(sums, image, row, columns);
    for (let x = 0; x < width; x++) {
      const area = ((columns[x + 1] ?? 0) - (columns[x] ?? 0)) * (bottom - top);
      pixels[y * width + x] = (sums[x] ?? 0) / area;
    }
  }
  return { width, height, pixels };
}

function addRow(sums: Uint32Array, image: GreyImage, row: number, columns: Uint32Array): void {
  const start = row * image.width;
  for (let x = 0; x < sums.length; x++) {
    const end = start + (columns[x + 1] ?? 0);
    let sum = 0;
    for (let at = start + (columns[x] ?? 0); at < end; at++) sum += image.pixels[at] ?? 0;
    sums[x] = (sums[x] ?? 0) + sum;
  }
}

/** Catmull-Rom weights a quarter of a pixel beyond the second of four neighbours: where doubled pixels lie. */
const CUBIC_WEIGHTS = [-0.0703125, 0.8671875, 0.2265625, -0.0234375] as const;

/** Twice the size, cubic. */
export function doubled(image: GreyImage): GreyImage {
  return turnedOnDiagonal(widened(turnedOnDiagonal(widened(image))));
}

function widened({ width, height, pixels }: GreyImage): GreyImage {
  const wide = new Uint8ClampedArray(width * 2 * height);
  const [outer, near, far, last] = CUBIC_WEIGHTS;
  for (let y = 0, target = 0; y < height; y++) {
    const row = y * width;
    const at = (x: number) => pixels[row + Math.min(width - 1, Math.max(0, x))] ?? 0;
    for (let x = 0; x < width; x++) {
      const [a, b, c] = [at(x - 1), at(x), at(x + 1)];
      wide[target++] = at(x + 1) * outer + b * near + a * far + at(x - 2) * last;
      wide[target++] = a * outer + b * near + c * far + at(x + 2) * last;
    }
  }
  return { width: width * 2, height, pixels: new Uint8Array(wide.buffer) };
}

function turnedOnDiagonal({ width, height, pixels }: GreyImage): GreyImage {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0, source = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = pixels[source++] ?? 0;
  return { width: height, height: width, pixels: turned };
}

/** The part of the picture inside the box, which is rounded outwards and cut at the edges. */
export function cropped(image: GreyImage, box: Box): GreyImage {
  const left = Math.max(0, Math.floor(box.left));
  const top = Math.max(0, Math.floor(box.top));
  const width = Math.max(1, Math.min(image.width, Math.ceil(box.right)) - left);
  const height = Math.max(1, Math.min(image.height, Math.ceil(box.bottom)) - top);
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const start = (top + y) * image.width + left;
    pixels.set(image.pixels.subarray(start, start + width), y * width);
  }
  return { width, height, pixels };
}

/** The picture with a margin of one shade on all sides. */
export function framed(image: GreyImage, margin: number, shade: number): GreyImage {
  const width = image.width + 2 * margin;
  const height = image.height + 2 * margin;
  const pixels = new Uint8Array(width * height).fill(shade);
  for (let y = 0; y < image.height; y++) {
    const row = image.pixels.subarray(y * image.width, (y + 1) * image.width);
    pixels.set(row, (y + margin) * width + margin);
  }
  return { width, height, pixels };
}
