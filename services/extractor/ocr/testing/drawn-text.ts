/** Pictures of capitals drawn with a pen, for tests, so that no installed font matters. */
import type { GreyImage } from '../engine.ts';

/** Strokes as digits x y on a grid 4 wide and 6 high, y downwards; a space lifts the pen. */
const STROKES: Record<string, string> = {
  A: '062046 1434',
  B: '06003041423303 33444536 3606',
  C: '4130100105163645',
  D: '06003041453606',
  E: '40000646 0333',
  F: '400006 0333',
  G: '413010010516364543 4323',
  H: '0006 4046 0343',
  I: '2026',
  J: '404536160504',
  K: '0006 400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110 2446',
  R: '06003041423303 2346',
  S: '413010010213334445361605',
  T: '0040 2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046 4006',
  Y: '002340 2326',
  Z: '00400646',
};

const ADVANCE = 5.6;
const LINE_PITCH = 12;
const MARGIN = 8;
const PEN = 0.45;

/** Black on white. `unit` pixels make one step of the letters' grid, so capitals are 6 units high. */
export function drawnText(lines: readonly string[], unit = 4): GreyImage {
  const longest = Math.max(...lines.map(line => line.length));
  const width = Math.ceil((longest * ADVANCE + 2 * MARGIN) * unit);
  const height = Math.ceil((lines.length * LINE_PITCH + 2 * MARGIN) * unit);
  const image = { width, height, pixels: new Uint8Array(width * height).fill(255) };
  lines.forEach((line, row) => {
    [...line].forEach((letter, column) => {
      const left = MARGIN + column * ADVANCE;
      const top = MARGIN + row * LINE_PITCH;
      drawLetter(image, STROKES[letter] ?? '', left * unit, top * unit, unit);
    });
  });
  return image;
}

function drawLetter(image: GreyImage, strokes: string, left: number, top: number, unit: number): void {
  for (const stroke of strokes.split(' ')) {
    const points = (stroke.match(/../g) ?? []).map(([x, y]) => [
      left + Number(x) * unit,
      top + Number(y) * unit,
    ]);
    for (let index = 1; index < points.length; index++)
      drawStroke(image, points[index - 1] ?? [], points[index] ?? [], PEN * unit);
  }
}

/** A straight stroke of a round pen with a soft edge of one pixel. */
export function drawStroke(image: GreyImage, from: number[], to: number[], radius: number): void {
  const [x1 = 0, y1 = 0] = from;
  const [x2 = 0, y2 = 0] = to;
  const reach = Math.ceil(radius + 1);
  const squared = Math.max(1e-9, (x2 - x1) ** 2 + (y2 - y1) ** 2);
  for (let y = Math.floor(Math.min(y1, y2)) - reach; y <= Math.max(y1, y2) + reach; y++)
    for (let x = Math.floor(Math.min(x1, x2)) - reach; x <= Math.max(x1, x2) + reach; x++) {
      if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue;
      const along = Math.min(1, Math.max(0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / squared));
      const distance = Math.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1));
      const ink = Math.min(1, Math.max(0, radius + 0.5 - distance));
      const at = y * image.width + x;
      image.pixels[at] = Math.min(image.pixels[at] ?? 255, 255 * (1 - ink));
    }
}
