import type { Box, GreyImage } from '../engine.ts';

/** The picture with the boxes, and so many pixels around them, in one shade. */
export function painted(image: GreyImage, boxes: readonly Box[], shade: number, edge: number): GreyImage {
  if (boxes.length === 0) return image;
  const pixels = image.pixels.slice();
  for (const { left, right, top, bottom } of boxes)
    for (let y = Math.max(0, top - edge); y < Math.min(image.height, bottom + edge); y++) {
      const row = y * image.width;
      pixels.fill(shade, row + Math.max(0, left - edge), row + Math.min(image.width, right + edge));
    }
  return { ...image, pixels };
}
