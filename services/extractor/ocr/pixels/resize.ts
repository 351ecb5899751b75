/** Making grey pictures any size, each side by its own factor. */
import type { GreyImage } from '../engine.ts';

/** Triangle filter as wide as a pixel of the coarser picture: smooth both ways, and softer than cubic. */
export function resized(image: GreyImage, width: number, height: number): GreyImage {
  const wide = resampledRows(image, Math.max(1, Math.round(width)));
  return onDiagonal(resampledRows(onDiagonal(wide), Math.max(1, Math.round(height))));
}

function resampledRows({ width, height, pixels }: GreyImage, target: number): GreyImage {
  const taps = tapsOf(width, target);
  const made = new Uint8Array(target * height);
  for (let y = 0, at = 0; y < height; y++)
    for (const { first, weights } of taps) {
      let sum = 0.5;
      for (let index = 0; index < weights.length; index++)
        sum += (weights[index] ?? 0) * (pixels[y * width + first + index] ?? 0);
      made[at++] = sum;
    }
  return { width: target, height, pixels: made };
}

interface Taps {
  /** Index of the first source pixel. */
  first: number;
  /** They sum to 1. */
  weights: Float64Array;
}

function tapsOf(source: number, target: number): Taps[] {
  const step = source / target;
  const reach = Math.max(1, step);
  return Array.from({ length: target }, (_, at) => {
    const middle = (at + 0.5) * step - 0.5;
    const first = Math.max(0, Math.ceil(middle - reach));
    const last = Math.min(source - 1, Math.floor(middle + reach));
    const weights = Float64Array.from({ length: last - first + 1 }, (_, index) =>
      Math.max(1e-6, 1 - Math.abs(first + index - middle) / reach),
    );
    const sum = weights.reduce((total, weight) => total + weight, 0);
    return { first, weights: weights.map(weight => weight / sum) };
  });
}

function onDiagonal({ width, height, pixels }: GreyImage): GreyImage {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0, source = 0; y < height; y++)
    for (let x = 0; x < width; x++) turned[x * height + y] = pixels[source++] ?? 0;
  return { width: height, height: width, pixels: turned };
}
