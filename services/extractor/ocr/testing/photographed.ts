/** A page as seen by a camera held at an angle over a dark table, for tests. */
import type { GreyImage } from '../engine.ts';

const TABLE_SHADE = 70;
const PAPER_SHADE = 215;
/** The table visible around the page, as a share of its sides. */
const AROUND = 0.15;

export interface Aslant {
  /** How much shorter the right side is than the left one, as a share of the left one. */
  shorter: number;
  /** How far the middle of each line is below its ends, as a share of the page's height. */
  bent?: number;
}

export function photographed(page: GreyImage, { shorter, bent = 0 }: Aslant): GreyImage {
  const [left, top] = [Math.round(AROUND * page.width), Math.round(AROUND * page.height)];
  const [width, height] = [page.width + 2 * left, page.height + 2 * top];
  const pixels = new Uint8Array(width * height).fill(TABLE_SHADE);
  for (let x = 0; x < page.width; x++) {
    const across = x / page.width;
    const above = page.height * (shorter * 0.8 * across + bent * 4 * across * (1 - across));
    const length = page.height * (1 - shorter * across);
    for (let y = 0; y < height; y++) {
      const down = Math.floor(((y - top - above) / length) * page.height);
      if (down < 0 || down >= page.height) continue;
      const shade = page.pixels[down * page.width + x] ?? 0;
      pixels[y * width + left + x] = (shade * PAPER_SHADE) / 255;
    }
  }
  return { width, height, pixels };
}

/** A page whose paper rises and falls once from left to right, without an edge in the picture; `bent` as above. */
export function wavy(page: GreyImage, bent: number): GreyImage {
  const { width, height } = page;
  const pixels = new Uint8Array(width * height).fill(255);
  for (let x = 0; x < width; x++) {
    const lower = Math.round(bent * height * Math.sin((2 * Math.PI * x) / width));
    for (let y = Math.max(0, lower); y < Math.min(height, height + lower); y++)
      pixels[y * width + x] = page.pixels[(y - lower) * width + x] ?? 255;
  }
  return { width, height, pixels };
}
