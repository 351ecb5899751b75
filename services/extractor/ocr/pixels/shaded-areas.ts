/** Rectangles of another shade than the paper around them: stripes and heads of tables, boxes, bars. */
import type { Box, GreyImage } from '../engine.ts';

/** Side of the squares that are looked at, in letter heights: strokes of letters fill less than half of nine of them. */
const SQUARE_HEIGHTS = 0.25;
const SQUARE_PX = { least: 2, most: 8 };
/** Paper is what most of the lighter squares show within so many letter heights: higher areas are no stripes of a table. */
const PAPER_HEIGHTS = 12;
const PAPER_RANK = 0.8;
/** An area differs from the paper by so many shades at least, and so many times what noise makes of neighbours. */
const LEAST_CONTRAST = 6;
const NOISE_TIMES = 4;
/** In letter heights. */
const LEAST_SIZE = { width: 4, height: 1 };
/** Share of its rectangle that an area fills. */
const LEAST_FILL = 0.85;
/** Share of its upper and of its lower side along which the shade changes: light that falls off has no edge. */
const EDGE_SHARE = 0.7;
/** Pictures of larger print, or none, have no tables. */
const LETTER_PX = { least: 5, most: 120 };
/** More are a photograph or a pattern. */
const MOST_AREAS = 400;

export interface ShadedArea extends Box {
  /** 0 is black. */
  shade: number;
}

/** From top to bottom; none where the picture's print is too small or too large to tell. */
export function shadedAreas(image: GreyImage, letterHeight: number): ShadedArea[] {
  if (letterHeight < LETTER_PX.least || letterHeight > LETTER_PX.most) return [];
  const side = Math.min(SQUARE_PX.most, Math.max(SQUARE_PX.least, Math.round(SQUARE_HEIGHTS * letterHeight)));
  const squares = smoothed(squaresOf(image, side));
  if (squares.columns < 4 || squares.rows < 4) return [];
  const contrast = Math.max(LEAST_CONTRAST, NOISE_TIMES * noiseOf(squares));
  const darker = darkerSquares(squares, Math.round((PAPER_HEIGHTS * letterHeight) / side), contrast);
  const least = {
    width: (LEAST_SIZE.width * letterHeight) / side,
    height: (LEAST_SIZE.height * letterHeight) / side,
  };
  const areas: ShadedArea[] = [];
  const found: ShadedArea[] = [];
  for (const area of areasOf(squares, darker.slice(), contrast)) {
    const rectangle = rectangleOf(area, squares, contrast, least);
    if (rectangle !== null && !found.some(other => holds(other, rectangle)))
      found.push(widened(rectangle, darker, squares.columns));
  }
  for (const area of found)
    areas.push({
      shade: area.shade,
      left: area.left * side,
      right: Math.min(image.width, area.right * side),
      top: area.top * side,
      bottom: Math.min(image.height, area.bottom * side),
    });
  return areas.length > MOST_AREAS ? [] : areas.sort((a, b) => a.top - b.top || a.left - b.left);
}

interface Squares {
  columns: number;
  rows: number;
  shades: Uint8Array;
}

/** The median shade of each square, by every second pixel both ways. */
function squaresOf({ width, height, pixels }: GreyImage, side: number): Squares {
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  const shades = new Uint8Array(columns * rows);
  const stride = side > 3 ? 2 : 1;
  const inside = new Uint8Array(side * side);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let count = 0;
      for (let y = row * side; y < (row + 1) * side; y += stride)
        for (let x = column * side; x < (column + 1) * side; x += stride)
          count = inserted(inside, count, pixels[y * width + x] ?? 0);
      shades[at++] = inside[count >> 1] ?? 0;
    }
  return { columns, rows, shades };
}

/** Puts the value in its place among the first `count` sorted ones. */
function inserted(sorted: Uint8Array, count: number, value: number): number {
  let at = count;
  for (; at > 0 && (sorted[at - 1] ?? 0) > value; at--) sorted[at] = sorted[at - 1] ?? 0;
  sorted[at] = value;
  return count + 1;
}

/** Each square as most of the nine around it are: without letters and thin lines. */
function smoothed({ columns, rows, shades }: Squares): Squares {
  const smooth = new Uint8Array(shades.length);
  const inside = new Uint8Array(9);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let count = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          count = inserted(inside, count, shades[y * columns + x] ?? 0);
      smooth[row * columns + column] = inside[count >> 1] ?? 0;
    }
  return { columns, rows, shades: smooth };
}

/** Median difference of neighbours. */
function noiseOf({ columns, shades }: Squares): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (let at = 1; at < shades.length; at++) {
    if (at % columns === 0) continue;
    const apart = Math.abs((shades[at] ?? 0) - (shades[at - 1] ?? 0));
    counts[apart] = (counts[apart] ?? 0) + 1;
    all++;
  }
  return ranked(counts, all / 2);
}

function ranked(counts: Uint32Array, rank: number): number {
  let [at, seen] = [0, counts[0] ?? 0];
  while (seen < rank && at < 255) seen += counts[++at] ?? 0;
  return at;
}

/** 1 where a square is darker than the paper of its neighbourhood, which is measured in windows of `reach` squares. */
function darkerSquares({ columns, rows, shades }: Squares, reach: number, contrast: number): Uint8Array {
  const [across, down] = [Math.ceil(columns / reach), Math.ceil(rows / reach)];
  const papers = new Float32Array(across * down);
  const counts = new Uint32Array(256);
  for (let window = 0; window < papers.length; window++) {
    const [left, top] = [(window % across) * reach, Math.floor(window / across) * reach];
    counts.fill(0);
    let all = 0;
    // Twice the window, so that neighbours agree.
    for (let y = Math.max(0, top - (reach >> 1)); y < Math.min(rows, top + reach + (reach >> 1)); y++)
      for (
        let x = Math.max(0, left - (reach >> 1));
        x < Math.min(columns, left + reach + (reach >> 1));
        x++
      ) {
        const shade = shades[y * columns + x] ?? 0;
        counts[shade] = (counts[shade] ?? 0) + 1;
        all++;
      }
    papers[window] = ranked(counts, PAPER_RANK * all);
  }
  const darker = new Uint8Array(shades.length);
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const paper = papers[Math.floor(row / reach) * across + Math.floor(column / reach)] ?? 0;
      if ((shades[at] ?? 0) <= paper - contrast) darker[at] = 1;
    }
  return darker;
}

/** Places of squares that hang together and are of one shade, but for `contrast`. */
function* areasOf(
  { columns, rows, shades }: Squares,
  darker: Uint8Array,
  contrast: number,
): Generator<number[]> {
  for (let start = 0; start < darker.length; start++) {
    if (darker[start] !== 1) continue;
    const area = [start];
    darker[start] = 0;
    const shade = shades[start] ?? 0;
    for (let read = 0; read < area.length; read++) {
      const at = area[read] ?? 0;
      const column = at % columns;
      const neighbours = [
        column > 0 ? at - 1 : -1,
        column < columns - 1 ? at + 1 : -1,
        at - columns,
        at < (rows - 1) * columns ? at + columns : -1,
      ];
      for (const next of neighbours) {
        if (next < 0 || darker[next] !== 1 || Math.abs((shades[next] ?? 0) - shade) > contrast) continue;
        darker[next] = 0;
        area.push(next);
      }
    }
    yield area;
  }
}

/** The rectangle that the area is, in squares; null where it is none, or one at the picture's edge. */
function rectangleOf(
  area: readonly number[],
  { columns, rows, shades }: Squares,
  contrast: number,
  least: { width: number; height: number },
): ShadedArea | null {
  if (area.length < LEAST_FILL * least.width * least.height) return null;
  const tops = new Map<number, number>();
  const bottoms = new Map<number, number>();
  for (const at of area) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    tops.set(column, Math.min(row, tops.get(column) ?? row));
    bottoms.set(column, Math.max(row, bottoms.get(column) ?? row));
  }
  const [left, right] = [Math.min(...tops.keys()), Math.max(...tops.keys()) + 1];
  // Medians: what leans a little is still a stripe.
  const [top, bottom] = [median([...tops.values()]), median([...bottoms.values()]) + 1];
  // By columns from end to end: light print in a dark bar is no hole.
  let filled = 0;
  for (const [column, last] of bottoms) filled += last + 1 - (tops.get(column) ?? last);
  const isSized = right - left >= least.width && bottom - top >= least.height;
  const isInside = left > 0 && top > 1 && right < columns && bottom < rows - 1;
  if (!isSized || !isInside || filled < LEAST_FILL * (right - left) * (bottom - top)) return null;
  const shade = median(area.map(at => shades[at] ?? 0));
  const hasEdge = (edges: ReadonlyMap<number, number>, outwards: number) => {
    const steps = [...edges].filter(([column, row]) => {
      const outside = shades[(row + outwards) * columns + column] ?? shade;
      return Math.abs(outside - shade) >= contrast;
    });
    return steps.length >= EDGE_SHARE * (right - left);
  };
  return hasEdge(tops, -2) && hasEdge(bottoms, 2) ? { left, right, top, bottom, shade } : null;
}

/** Share of a column's squares that are no paper, where print stands close on a stripe. */
const COLUMN_SHARE = 0.5;

/** The rectangle as far to both sides as no column of it is paper: print breaks stripes that are hardly higher. */
function widened(area: ShadedArea, darker: Uint8Array, columns: number): ShadedArea {
  const isShaded = (column: number): boolean => {
    let count = 0;
    for (let row = area.top; row < area.bottom; row++) count += darker[row * columns + column] ?? 0;
    const [first, last] = [darker[area.top * columns + column], darker[(area.bottom - 1) * columns + column]];
    return count >= COLUMN_SHARE * (area.bottom - area.top) || (first === 1 && last === 1);
  };
  let { left, right } = area;
  while (left > 1 && isShaded(left - 1)) left--;
  while (right < columns - 1 && isShaded(right)) right++;
  return { ...area, left, right };
}

function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x > outer.left && x < outer.right && y > outer.top && y < outer.bottom;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
