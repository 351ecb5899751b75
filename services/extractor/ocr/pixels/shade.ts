/** Evening out the light on photographed paper: shadows, a lamp at one side, the fold of a book. */
import type { GreyImage } from '../engine.ts';

/** Side of the squares whose paper is measured: a few lines of print, some of which is paper everywhere. */
const CELL_PX = 48;
/** Of every so many pixels both ways. */
const STRIDE_PX = 3;
/** Share of a square's pixels that are darker than its paper. */
const PAPER_RANK = 0.85;
/** Light falls off slowly: paper goes on where neighbouring squares differ by no more; else something else begins. */
const STEEPEST_STEP = 0.85;
/** The darkest paper is at most this share of the lightest, or there is nothing to even out. */
const UNEVEN_SHARE = 0.95;
/** Paper that is nearly black shows noise, not print, when it is lit. */
const DARKEST_PAPER = 30;

interface Cells {
  columns: number;
  rows: number;
  paper: Float32Array;
}

/** The picture with its paper as light everywhere as where it is lightest; itself where that is nothing new. */
export function evenlyLit(image: GreyImage): GreyImage {
  const cells = cellsOf(image);
  const onPaper = paperCells(cells);
  const papers = cells.paper.filter((_, at) => onPaper[at]);
  const [darkest, lightest] = [Math.min(...papers), Math.max(...papers)];
  if (!(darkest < UNEVEN_SHARE * lightest)) return image;
  return lit(
    image,
    cells,
    cells.paper.map((paper, at) => (onPaper[at] ? lightest / paper : 1)),
  );
}

function cellsOf({ width, height, pixels }: GreyImage): Cells {
  const columns = Math.max(1, Math.floor(width / CELL_PX));
  const rows = Math.max(1, Math.floor(height / CELL_PX));
  const paper = new Float32Array(columns * rows);
  const shades = new Uint16Array(256);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      shades.fill(0);
      let count = 0;
      for (let y = row * CELL_PX; y < Math.min(height, (row + 1) * CELL_PX); y += STRIDE_PX)
        for (let x = column * CELL_PX; x < Math.min(width, (column + 1) * CELL_PX); x += STRIDE_PX, count++) {
          const shade = pixels[y * width + x] ?? 0;
          shades[shade] = (shades[shade] ?? 0) + 1;
        }
      paper[at++] = ranked(shades, PAPER_RANK * count);
    }
  return { columns, rows, paper };
}

function ranked(shades: Uint16Array, rank: number): number {
  let [at, seen] = [0, shades[0] ?? 0];
  while (seen < rank && at < shades.length - 1) seen += shades[++at] ?? 0;
  return Math.max(1, at);
}

/** The squares that can be reached from the lightest one in small steps. */
function paperCells({ columns, rows, paper }: Cells): Uint8Array {
  const reached = new Uint8Array(paper.length);
  const waiting = [paper.indexOf(Math.max(...paper))];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    reached[at] = 1;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const neighbours = [
      ...(column > 0 ? [at - 1] : []),
      ...(column < columns - 1 ? [at + 1] : []),
      ...(row > 0 ? [at - columns] : []),
      ...(row < rows - 1 ? [at + columns] : []),
    ];
    const here = paper[at] ?? 0;
    waiting.push(...neighbours.filter(next => reached[next] === 0 && isPaperBeside(here, paper[next] ?? 0)));
  }
  return reached;
}

function isPaperBeside(paper: number, other: number): boolean {
  return other >= DARKEST_PAPER && Math.min(paper, other) >= STEEPEST_STEP * Math.max(paper, other);
}

/** Each pixel times the gain of the squares around it, bilinear between their middles. */
function lit({ width, height, pixels }: GreyImage, { columns, rows }: Cells, gains: Float32Array): GreyImage {
  const bright = new Uint8ClampedArray(pixels.length);
  const row = new Float32Array(width);
  for (let y = 0, at = 0; y < height; y++) {
    const down = Math.min(rows - 1, Math.max(0, y / CELL_PX - 0.5));
    const [upper, lower] = [Math.floor(down), Math.min(rows - 1, Math.floor(down) + 1)];
    const low = down - upper;
    for (let x = 0; x < width; x++) {
      const across = Math.min(columns - 1, Math.max(0, x / CELL_PX - 0.5));
      const left = Math.floor(across);
      const right = Math.min(columns - 1, left + 1);
      const share = across - left;
      const above = mixed(gains, upper * columns + left, upper * columns + right, share);
      const below = mixed(gains, lower * columns + left, lower * columns + right, share);
      row[x] = above + (below - above) * low;
    }
    for (let x = 0; x < width; x++, at++) bright[at] = (pixels[at] ?? 0) * (row[x] ?? 1);
  }
  return { width, height, pixels: new Uint8Array(bright.buffer) };
}

function mixed(gains: Float32Array, first: number, second: number, share: number): number {
  const gain = gains[first] ?? 1;
  return gain + ((gains[second] ?? 1) - gain) * share;
}
