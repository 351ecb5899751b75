import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../../format.ts';
import { createOcrEngine } from '../../../ocr/create.ts';
import type { GreyImage } from '../../../ocr/engine.ts';
import { turnedByQuarters } from '../../../ocr/pixels/transform.ts';
import { drawnText } from '../../../ocr/testing/drawn-text.ts';
import { format } from '../format.ts';
import { PAGE, type Placed, pdf } from './scanned-pdf.fixture.ts';

const LINES = ['THE QUICK BROWN FOX', 'JUMPS OVER THE DOGS', 'AND RUNS AWAY FROM', 'ALL OF THEM AT NOON'];
const TEXT = [...LINES, ...LINES];
const NOTICE =
  'Taken from the shelves of a library by one of its readers in the month of March, for this reader alone and nobody else';
const wholePage: Placed['box'] = [0, 0, PAGE.width, PAGE.height];
const engine = await createOcrEngine({ languages: ['eng'] });

async function textOf(bytes: Uint8Array): Promise<string> {
  const { blocks } = await format.parse(
    { bytes, contentType: 'application/pdf' },
    { ocr: engine, ceilings: CEILINGS },
  );
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join(' ');
}

/** The line that a library writes up the margin, visible (mode 0) or invisible (mode 3). */
const inMargin = (mode: 0 | 3) => `) Tj ET BT ${mode} Tr /F 6 Tf 0 1 -1 0 8 60 Tm (${NOTICE}`;

test('a scan with a line written up its margin is read, though all text that is not its picture stands on end', async () => {
  const picture: Placed = { image: drawnText(TEXT, 5), box: wholePage };
  const text = await textOf(pdf({ picture, text: [inMargin(0)] }));
  assert.ok(text.includes(TEXT.join(' ')) && text.includes(NOTICE), text);
});

test('a scan is read though a program hid a line up its margin', async () => {
  const picture: Placed = { image: drawnText(TEXT, 5), box: wholePage };
  const text = await textOf(pdf({ picture, text: [inMargin(3)] }));
  assert.ok(text.includes(TEXT.join(' ')), text);
});

/** Shifts lines so that their letters are not below each other: letters of equal width would also line up on the page's side. */
function ragged({ width, height, pixels }: GreyImage, unit: number): GreyImage {
  const shift = (y: number) => (Math.floor((y + 6 * unit) / (12 * unit)) * 7 * unit) % 23;
  const shifted = pixels.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x < shift(y) ? 255 : (pixels[at - shift(y)] ?? 255);
  });
  return { width, height, pixels: shifted };
}

test('a scan that lies on its side is read below a running head that does not', async () => {
  const image = await turnedByQuarters(ragged(drawnText(TEXT, 5), 5), 1);
  const head = `) Tj ET BT /F 6 Tf 20 490 Td (${NOTICE}`;
  const text = await textOf(pdf({ picture: { image, box: wholePage }, text: [head] }));
  assert.ok(text.replace(/\s+/g, ' ').includes(TEXT.join(' ')), text);
});
