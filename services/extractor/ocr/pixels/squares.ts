/** A picture as a few hundred squares a side, each in the shade of its paper, and which of them form one sheet. */
import type { GreyImage } from '../engine.ts';

/** Row by row. */
export interface Squares {
  columns: number;
  rows: number;
  /** The side of a square in pixels; what is left over on the right and at the bottom is ignored. */
  side: number;
  shades: Uint8Array;
}

/** The number of squares on the longer side, so that edges of paper are found to a few pixels. */
const MOST_SQUARES = 240;
const LEAST_SIDE_PX = 3;
/** The number of pixels sampled in a square, in each direction … */
const SAMPLES = 3;

export function squaresOf({ width, height, pixels }: GreyImage): Squares {
  const side = Math.max(LEAST_SIDE_PX, Math.ceil(Math.max(width, height) / MOST_SQUARES));
  const columns = Math.floor(width / side);
  const rows = Math.floor(height / side);
  const shades = new Uint8Array(columns * rows);
  const steps = Int32Array.from({ length: SAMPLES }, (_, at) => Math.floor(((at + 0.5) * side) / SAMPLES));
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const origin = row * side * width + column * side;
      let [first, second] = [0, 0];
      for (const down of steps)
        for (const across of steps) {
          const shade = pixels[origin + down * width + across] ?? 0;
          if (shade > first) [first, second] = [shade, first];
          else if (shade > second) second = shade;
        }
      // … of which the lightest may be grain; the second lightest is paper even beside ink.
      shades[at] = second;
    }
  return { columns, rows, side, shades };
}

/** Light fades slowly: neighbouring squares of one sheet differ by no more than this factor. */
const STEEPEST_STEP = 0.93;
/** The least share of the picture that a sheet covers. */
const LEAST_SHARE = 0.2;
/** Another sheet beside it may be a page of the same book or another receipt if it is at least this large … */
const LEAST_OTHER_SHARE = 0.06;
/** … and at least this share as light; a lit patch of the ground is darker. */
const OTHER_LIGHT_SHARE = 0.85;
/** What covers more of the picture's rim is the ground, or a sheet that extends beyond the picture. */
const MOST_RIM_SHARE = 0.12;
/** The ground is at most this share as light as the sheet. */
const LIGHTEST_GROUND_SHARE = 0.85;

/** The number of pixels a side that are sampled for the lightness of the picture and its rim. */
const LOOKED_AT = 100;

/** The shade of the ground that a lighter sheet may lie on; null for scans, which need no more than this check. */
export function groundOf({ width, height, pixels }: GreyImage): number | null {
  const shades: number[] = [];
  const rim: number[] = [];
  for (let row = 0; row < LOOKED_AT; row++)
    for (let column = 0; column < LOOKED_AT; column++) {
      const y = Math.floor(((row + 0.5) * height) / LOOKED_AT);
      const shade = pixels[y * width + Math.floor(((column + 0.5) * width) / LOOKED_AT)] ?? 0;
      shades.push(shade);
      if (Math.min(row, column, LOOKED_AT - 1 - row, LOOKED_AT - 1 - column) === 0) rim.push(shade);
    }
  const ground = rankedShade(rim, 1 / 2);
  return ground <= LIGHTEST_GROUND_SHARE * rankedShade(shades, 1 - LEAST_SHARE / 2) ? ground : null;
}

/** The shade at this quantile: this share of the shades is darker. */
const rankedShade = (shades: readonly number[], share: number): number =>
  Uint8Array.from(shades).sort()[Math.floor(share * shades.length)] ?? 0;

/** 1 where the only large sheet on a ground of this shade is; null if there is none, or more than one. */
export function sheetSquares(squares: Squares, ground: number): Uint8Array | null {
  const { shades } = squares;
  const rim = new Set(rimOf(squares));
  const seen = new Uint8Array(shades.length);
  const sheets: number[][] = [];
  for (let at = 0; at < shades.length; at++) {
    if (seen[at] === 1 || (shades[at] ?? 0) * LIGHTEST_GROUND_SHARE < ground) continue;
    const piece = pieceFrom(squares, at, seen);
    if (piece.length < LEAST_OTHER_SHARE * shades.length) continue;
    if (piece.filter(square => rim.has(square)).length <= MOST_RIM_SHARE * rim.size) sheets.push(piece);
  }
  const sheet = sheets.find(piece => piece.length >= LEAST_SHARE * shades.length);
  if (sheet === undefined) return null;
  const lightOf = (piece: readonly number[]) =>
    rankedShade(
      piece.map(square => shades[square] ?? 0),
      1 / 2,
    );
  const least = OTHER_LIGHT_SHARE * lightOf(sheet);
  if (sheets.some(other => other !== sheet && lightOf(other) >= least)) return null;
  const isSheet = new Uint8Array(shades.length);
  for (const square of sheet) isSheet[square] = 1;
  return isSheet;
}

function rimOf({ columns, rows }: Squares): number[] {
  const rim: number[] = [];
  for (let column = 0; column < columns; column++) rim.push(column, (rows - 1) * columns + column);
  for (let row = 1; row < rows - 1; row++) rim.push(row * columns, (row + 1) * columns - 1);
  return rim;
}

/** The squares that can be reached from one in small steps of shade. */
function pieceFrom({ columns, rows, shades }: Squares, from: number, seen: Uint8Array): number[] {
  const piece: number[] = [from];
  seen[from] = 1;
  for (let next = 0; next < piece.length; next++) {
    const at = piece[next] ?? 0;
    const column = at % columns;
    const here = shades[at] ?? 0;
    const reach = (other: number) => {
      const there = shades[other] ?? 0;
      if (seen[other] === 1 || Math.min(here, there) < STEEPEST_STEP * Math.max(here, there)) return;
      seen[other] = 1;
      piece.push(other);
    };
    if (column > 0) reach(at - 1);
    if (column < columns - 1) reach(at + 1);
    if (at >= columns) reach(at - columns);
    if (at < (rows - 1) * columns) reach(at + columns);
  }
  return piece;
}
