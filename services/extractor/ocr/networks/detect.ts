/**
 * Finds the lines of a picture by Differentiable Binarization (Liao et al., AAAI 2020). The network marks the core of
 * each line; the cores are then grown back to the size of their lines.
 */
import type { Box, GreyImage } from '../engine.ts';
import { isBlank, markedBox } from '../pixels/ink.ts';
import { piecesOf } from '../pixels/pieces.ts';
import { cropped } from '../pixels/scale.ts';
import type { Point } from '../pixels/sheet.ts';
import { resized } from '../pixels/transform.ts';
import { regionsOf } from './regions.ts';
import type { Networks } from './runtime.ts';

export interface FoundLine extends Box {
  /** How far the line of its letters' centres falls for each pixel to the right. */
  fall: number;
  /** The centres of its letters from left to right; none in a short line. */
  middles: Point[];
  /** The height of its core, which is lower than its letters. */
  thickness: number;
}

const WHITE = 255;

/** The network's sides must be multiples of this. */
const STEP_PX = 32;
/** The longest side that the network is given: at 736, columns of figures merge; at 1,280, little more is found. */
const SIDE_PX = 960;
/** Small pictures are enlarged, but not so far that they blur. */
const MOST_ENLARGEMENT = 2;
/** The least probability of a pixel to count as part of a core … */
const CORE = 0.3;
/** … and the least mean probability of a core to count as print. */
const LEAST_PROBABILITY = 0.5;
/** Cores with a smaller side than this, in the network's pixels, are specks. */
const LEAST_SIDE_PX = 3;
/** How far a core is grown on all sides: its area times this, divided by its perimeter (r′ in the paper) … */
const GROWTH = 1.6;

/** … and at least this many of the network's pixels. */
const LEAST_GROWTH_PX = 1;

/** The lines in pixels of the picture, clipped to its edges, in no particular order. */
export async function findLines(networks: Networks, image: GreyImage): Promise<FoundLine[]> {
  const pieces = piecesOf(image, SIDE_PX);
  if (pieces.length === 1) return linesOf(await printMap(networks, image), image);
  const found: FoundLine[] = [];
  for (const { left, top, ...end } of pieces) {
    const piece = cropped(image, { left, top, ...end });
    if (isBlank(piece)) continue;
    for (const line of linesOf(await printMap(networks, piece), piece))
      found.push({
        left: line.left + left,
        top: line.top + top,
        right: line.right + left,
        bottom: line.bottom + top,
        fall: line.fall,
        middles: line.middles.map(({ x, y }) => ({ x: x + left, y: y + top })),
        thickness: line.thickness,
      });
  }
  return found;
}

/** The picture in the network's size; the darker a pixel, the more likely it belongs to a line's core. */
async function printMap(networks: Networks, image: GreyImage): Promise<GreyImage> {
  const scale = Math.min(MOST_ENLARGEMENT, SIDE_PX / Math.max(image.width, image.height));
  const small = await resized(image, toStep(image.width * scale), toStep(image.height * scale));
  const part = markedPart(small);
  const shown = cropped(small, part);
  const { data } = await networks.detect(normalized(shown), shown.width, shown.height);
  const map = { ...small, pixels: new Uint8Array(small.pixels.length).fill(WHITE) };
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / shown.width);
    const place = (part.top + row) * map.width + part.left + at - row * shown.width;
    map.pixels[place] = WHITE * (1 - (data[at] ?? 0));
  }
  return map;
}

/** In pixels of the picture that the map covers. */
function linesOf(map: GreyImage, { width, height }: GreyImage): FoundLine[] {
  const [across, down] = [width / map.width, height / map.height];
  const cores = regionsOf(map, CORE).filter(
    region =>
      region.probability >= LEAST_PROBABILITY &&
      Math.min(region.right - region.left, region.bottom - region.top) >= LEAST_SIDE_PX,
  );
  return cores.map(core => {
    const { left, top, right, bottom } = grown(core, cores);
    return {
      left: Math.max(0, left * across),
      top: Math.max(0, top * down),
      right: Math.min(width, right * across),
      bottom: Math.min(height, bottom * down),
      fall: (core.fall * down) / across,
      middles: core.middles.map(({ x, y }) => ({ x: x * across, y: y * down })),
      thickness: core.thickness * down,
    };
  });
}

/** Paper around the marks that is also given to the network. */
const MARGIN_PX = 8;

/** The part of the network's picture that has marks, in whole steps: reading a page's margins would take time, too. */
function markedPart(image: GreyImage): Box {
  const { left, top, right, bottom } = markedBox(image);
  const before = (side: number) => Math.max(0, Math.floor((side - MARGIN_PX) / STEP_PX) * STEP_PX);
  const after = (side: number) => Math.ceil((side + MARGIN_PX) / STEP_PX) * STEP_PX;
  return {
    left: before(left),
    top: before(top),
    right: Math.min(image.width, after(right)),
    bottom: Math.min(image.height, after(bottom)),
  };
}

/** A core may grow over this share of the gap to the core above or below, because letters reach into the gap from both sides. */
const GAP_SHARE = 0.7;

/**
 * The core grown to the size of its line. In small print, cores are nearly as high as their lines and would grow over
 * the next one.
 */
function grown(core: Box, cores: readonly Box[]): Box {
  const [width, height] = [core.right - core.left, core.bottom - core.top];
  const growth = (width * height * GROWTH) / (2 * (width + height));
  let [up, low] = [growth, growth];
  for (const other of cores) {
    const isBeside = other.right <= core.left || other.left >= core.right;
    if (isBeside || other === core) continue;
    if (other.bottom <= core.top) up = Math.min(up, GAP_SHARE * (core.top - other.bottom));
    else if (other.top >= core.bottom) low = Math.min(low, GAP_SHARE * (other.top - core.bottom));
  }
  return {
    left: core.left - growth,
    top: core.top - Math.max(LEAST_GROWTH_PX, up),
    right: core.right + growth,
    bottom: core.bottom + Math.max(LEAST_GROWTH_PX, low),
  };
}

const toStep = (length: number): number => Math.max(STEP_PX, Math.round(length / STEP_PX) * STEP_PX);

/** Shades in the range that the networks were trained on: -1 black, 1 white. */
export function normalized({ pixels }: GreyImage): Float32Array {
  const shades = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) shades[at] = (pixels[at] ?? 0) / 127.5 - 1;
  return shades;
}
