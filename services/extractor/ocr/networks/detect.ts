/**
 * Where the lines of a picture are: Differentiable Binarization (Liao et al., AAAI 2020). The network marks the core of
 * each line, whose pieces are grown back to the line's size.
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
  /** By how much its letters' middles fall to the right for each pixel. */
  fall: number;
  /** Middles of its letters from left to right; none in a short line. */
  middles: Point[];
  /** Height of its core, which is lower than its letters. */
  thickness: number;
}

const WHITE = 255;

/** The network's sides are multiples of this. */
const STEP_PX = 32;
/** Longest side that the network is shown: at 736 columns of figures merge, at 1,280 little more is found. */
const SIDE_PX = 960;
/** Small pictures are enlarged, but not into a blur. */
const MOST_ENLARGEMENT = 2;
/** Probability of a pixel to be a line's core … */
const CORE = 0.3;
/** … and of a piece, in the mean over its pixels, to be print. */
const LEAST_PROBABILITY = 0.5;
/** Pieces smaller than this on a side, in the network's pixels, are specks. */
const LEAST_SIDE_PX = 3;
/** How far a core is grown on all sides: its area times this by its perimeter (the paper's r′ of unclipping). */
const GROWTH = 1.6;

/** … at least by so many of the network's pixels. */
const LEAST_GROWTH_PX = 1;

/** In pixels of the picture, cut at its edges; in no order. */
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

/** The picture in the network's size, the darker the likelier a pixel belongs to a line's core. */
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

/** In pixels of the picture that the map shows. */
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

/** Paper around marks that the network is shown, too. */
const MARGIN_PX = 8;

/** The part of the network's picture that has marks, in whole steps: margins of a page take time, too. */
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

/** Of the gap to the core above or below a core may grow over so much: letters reach into it from both. */
const GAP_SHARE = 0.7;

/** The core at its line's size. In small print cores are nearly as high as their lines, and would grow over the next. */
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

/** Shades as the networks were trained on: -1 black, 1 white. */
export function normalized({ pixels }: GreyImage): Float32Array {
  const shades = new Float32Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) shades[at] = (pixels[at] ?? 0) / 127.5 - 1;
  return shades;
}
