/** Resizes and turns grey pictures with libvips. */
import type { Sharp } from 'sharp';
import { loadedOnce } from '../../loaded-once.ts';
import type { GreyImage } from '../engine.ts';
import { cropped } from './scale.ts';

export type QuarterTurns = 0 | 1 | 2 | 3;

const WHITE = 255;

export const loadSharp = loadedOnce(async () => {
  const { default: sharp } = await import('sharp');
  // A process reads one document at a time, so a thread pool and a cache would only cost memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
});

async function open({ width, height, pixels }: GreyImage): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** One grey channel, whatever the picture was. */
export async function greyPixels(picture: Sharp): Promise<GreyImage> {
  const grey = picture.toColourspace('b-w').raw();
  const { data, info } = await grey.toBuffer({ resolveWithObject: true });
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width: info.width, height: info.height, pixels };
}

/** Each side is scaled by its own factor. `cubic` keeps edges sharp, `linear` is softer. */
export async function resized(
  image: GreyImage,
  width: number,
  height: number,
  kernel: 'linear' | 'cubic' = 'linear',
): Promise<GreyImage> {
  const [wide, high] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  const picture = await open(image);
  return greyPixels(picture.resize({ width: wide, height: high, fit: 'fill', kernel }));
}

/** Turns clockwise. */
export async function turnedByQuarters(image: GreyImage, quarterTurns: QuarterTurns): Promise<GreyImage> {
  if (quarterTurns === 0) return image;
  const picture = await open(image);
  return greyPixels(picture.rotate(90 * quarterTurns));
}

/** Turns counter-clockwise around the centre; the size stays, and the corners that appear are white. */
export async function turnedByDegrees(image: GreyImage, degrees: number): Promise<GreyImage> {
  const { width, height } = image;
  const turned = await turnedWhole(image, degrees, WHITE);
  const [left, top] = [Math.floor((turned.width - width) / 2), Math.floor((turned.height - height) / 2)];
  return cropped(turned, { left, top, right: left + width, bottom: top + height });
}

/** The same, but keeps the whole picture, which becomes larger; the corners that appear get `shade`. */
export async function turnedWhole(image: GreyImage, degrees: number, shade: number): Promise<GreyImage> {
  const background = { r: shade, g: shade, b: shade };
  return greyPixels((await open(image)).rotate(-degrees, { background }));
}
