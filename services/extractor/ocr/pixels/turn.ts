/** Turning grey pictures: exactly by quarters, by interpolation through small angles. */
import type { GreyImage } from '../engine.ts';

export type QuarterTurns = 0 | 1 | 2 | 3;

const WHITE = 255;

/** Turns clockwise. */
export function turnedByQuarters(image: GreyImage, quarterTurns: QuarterTurns): GreyImage {
  if (quarterTurns === 0) return image;
  const { width, height, pixels } = image;
  const flat = quarterTurns === 2;
  const turned = new Uint8Array(pixels.length);
  // Where the first pixel lands, and how far a step right or down in the source moves in the result.
  const start = [0, height - 1, width * height - 1, (width - 1) * height][quarterTurns] ?? 0;
  const right = [1, height, -1, -height][quarterTurns] ?? 1;
  const down = [width, -1, -width, 1][quarterTurns] ?? width;
  for (let y = 0, source = 0; y < height; y++) {
    for (let x = 0, target = start + y * down; x < width; x++, target += right) {
      turned[target] = pixels[source++] ?? WHITE;
    }
  }
  return { width: flat ? width : height, height: flat ? height : width, pixels: turned };
}

/** Turns counter-clockwise about the middle, bilinear; the size stays, corners that come in are white. */
export function turnedByDegrees(image: GreyImage, degrees: number): GreyImage {
  const { width, height } = image;
  const cosine = Math.cos((degrees * Math.PI) / 180);
  const sine = Math.sin((degrees * Math.PI) / 180);
  const middleX = (width - 1) / 2;
  const middleY = (height - 1) / 2;
  const pixels = new Uint8Array(width * height);
  for (let y = 0, target = 0; y < height; y++) {
    let fromX = middleX - middleX * cosine - (y - middleY) * sine;
    let fromY = middleY - middleX * sine + (y - middleY) * cosine;
    for (let x = 0; x < width; x++, target++) {
      pixels[target] = between(image, fromX, fromY);
      fromX += cosine;
      fromY += sine;
    }
  }
  return { width, height, pixels };
}

function between({ width, height, pixels }: GreyImage, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return WHITE;
  const at = top * width + left;
  const upper = mix(pixels[at] ?? WHITE, pixels[at + 1] ?? WHITE, x - left);
  const lower = mix(pixels[at + width] ?? WHITE, pixels[at + width + 1] ?? WHITE, x - left);
  return mix(upper, lower, y - top) + 0.5;
}

const mix = (first: number, second: number, share: number): number => first + (second - first) * share;
