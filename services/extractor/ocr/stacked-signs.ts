/** Columns of lone figures, which the finder of lines takes for one line that runs down the page: parted at the rows between them. */
import type { Box, GreyImage } from './engine.ts';
import { inkOf } from './networks/ink.ts';
import { cropped } from './pixels/scale.ts';

/** So many times taller than wide, a box on a page of level lines holds several lines. */
const STACKED_SHAPE = 3;
/** Between lines more of a sign's height is free than between the letters of a line that is set on its side. */
const FREE_SHARE = 0.3;
/** Lower stretches of ink, in the height of most, are dots and specks. */
const LEAST_HEIGHT_SHARE = 0.5;
/** Each sign keeps so much of its height of the free rows around it. */
const MARGIN_SHARE = 0.2;
/** Share of the signs beside which another line stands: numbers of lines, a column of a table. */
const ACCOMPANIED_SHARE = 0.5;

/** `lines`: of a page that is the right way up. */
export function unstacked<L extends Box>(lines: readonly L[], image: GreyImage): L[] {
  const stacked = (line: L) => line.bottom - line.top >= STACKED_SHAPE * (line.right - line.left);
  const others = lines.filter(line => !stacked(line));
  return lines.flatMap(line => (stacked(line) ? parted(line, others, image) : [line]));
}

function parted<L extends Box>(line: L, others: readonly Box[], image: GreyImage): L[] {
  const rows = stretchesOf(line, image);
  const heights = rows.map(({ top, bottom }) => bottom - top).sort((a, b) => a - b);
  const height = heights[heights.length >> 1] ?? 0;
  const signs = rows.filter(({ top, bottom }) => bottom - top >= LEAST_HEIGHT_SHARE * height);
  const isFree = signs.every(
    (sign, at) => at === 0 || sign.top - (signs[at - 1]?.bottom ?? 0) >= FREE_SHARE * height,
  );
  const accompanied = signs.filter(sign =>
    others.some(
      other => other.top < (sign.top + sign.bottom) / 2 && other.bottom > (sign.top + sign.bottom) / 2,
    ),
  );
  if (signs.length < 2 || !isFree || accompanied.length < ACCOMPANIED_SHARE * signs.length) return [line];
  const margin = MARGIN_SHARE * height;
  return signs.map(({ top, bottom }) => ({ ...line, top: top - margin, bottom: bottom + margin }));
}

/** Of the picture's rows within the box, those with ink. */
function stretchesOf(line: Box, image: GreyImage): { top: number; bottom: number }[] {
  const piece = cropped(image, line);
  const { mask, width } = inkOf(piece);
  const start = Math.max(0, Math.floor(line.top));
  const stretches: { top: number; bottom: number }[] = [];
  let from: number | null = null;
  for (let y = 0; y <= piece.height; y++) {
    const hasInk = y < piece.height && mask.subarray(y * width, (y + 1) * width).includes(1);
    if (hasInk) from ??= y;
    else if (from !== null) {
      stretches.push({ top: start + from, bottom: start + y });
      from = null;
    }
  }
  return stretches;
}
