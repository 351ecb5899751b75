import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOcrEngine } from './create.ts';
import type { GreyImage } from './engine.ts';
import { turnedByDegrees, turnedByQuarters, turnedWhole } from './pixels/transform.ts';
import { drawnText, drawStroke } from './testing/drawn-text.ts';
import { photographed, wavy } from './testing/photographed.ts';

const LINES = [
  'THE QUICK BROWN FOX JUMPS',
  'OVER THE LAZY DOG AND RUNS',
  'AWAY FROM HOME BEFORE NOON',
  'WITHOUT A WORD OF THANKS',
];

const engine = await createOcrEngine({ languages: ['eng'] });

async function read(image: GreyImage): Promise<{ lines: string[]; quarterTurns: number }> {
  const page = await engine.recognize(image);
  return {
    lines: page.lines.map(line => line.words.map(word => word.text).join(' ')),
    quarterTurns: page.quarterTurns,
  };
}

test('a page is read line by line', async () => {
  assert.deepEqual(await read(drawnText(LINES)), { lines: LINES, quarterTurns: 0 });
});

test('a page is read whichever way up it lies, and says how it was turned', async () => {
  for (const turns of [1, 2, 3] as const)
    assert.deepEqual(await read(await turnedByQuarters(drawnText(LINES), turns)), {
      lines: LINES,
      quarterTurns: 4 - turns,
    });
});

test('a page that lies askew is read, with what its corners hold', async () => {
  for (const degrees of [-14, 20, 38, -50]) {
    const page = await turnedWhole(drawnText(LINES), degrees, 255);
    assert.deepEqual((await read(page)).lines, LINES, `turned by ${degrees} degrees`);
  }
});

test('a page whose lines bend with its paper is read, though its edges are out of the picture', async () => {
  const lines = [...LINES, ...LINES, ...LINES].map(line => `${line} ${line}`);
  const page = drawnText(['', ...lines, ''], 3);
  assert.deepEqual((await read(wavy(page, 0.03))).lines, lines);
});

/** The picture with the grain of a cheap camera, the same each time. */
function grainy({ width, height, pixels }: GreyImage): GreyImage {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const grain = () => (random() + random() + random() - 1.5) * 140;
  const seen = Uint8ClampedArray.from(pixels, shade => shade * 0.8 + 25 + grain());
  return { width, height, pixels: new Uint8Array(seen) };
}

test('print is read through grain, and grain alone is not read', async () => {
  assert.deepEqual((await read(grainy(drawnText(LINES)))).lines, LINES);
  const empty = { width: 800, height: 1000, pixels: new Uint8Array(800_000).fill(255) };
  assert.deepEqual((await read(grainy(empty))).lines, []);
});

test('faded print is read', async () => {
  const page = drawnText(LINES);
  const faded = { ...page, pixels: page.pixels.map(shade => 240 - (255 - shade) * 0.12) };
  assert.deepEqual((await read(faded)).lines, LINES);
});

test('a page that leans is read as if it were level', async () => {
  assert.deepEqual((await read(await turnedByDegrees(drawnText(LINES), 5))).lines, LINES);
});

test('a page photographed aslant on a table is read as if it had been scanned', async () => {
  const page = drawnText(LINES, 6);
  assert.deepEqual((await read(photographed(page, { shorter: 0.25, bent: 0.04 }))).lines, LINES);
});

test('tiny print is read', async () => {
  const { lines } = await read(drawnText(LINES, 1.8));
  const letters = (texts: string[]) => texts.map(text => text.replaceAll(' ', ''));
  assert.deepEqual(letters(lines), letters(LINES));
  // At this size, processors with other instructions for multiplying bytes see one gap more or less.
  const gapsOff = lines.filter((line, at) => line !== LINES[at]).length;
  assert.ok(gapsOff <= 1, lines.join('\n'));
});

test('words have boxes around their ink', async () => {
  const unit = 4;
  const page = await engine.recognize(drawnText(['HELLO WORLD'], unit));
  const [hello] = page.lines[0]?.words ?? [];
  assert.equal(hello?.text, 'HELLO');
  assert.ok(Math.abs(hello.left - 8 * unit) <= unit && Math.abs(hello.top - 8 * unit) <= unit);
  // Six units from centre to centre of strokes that are nearly one unit wide.
  assert.ok(Math.abs(hello.bottom - hello.top - 7 * unit) <= unit);
});

test('a ruled table loses no cell', async () => {
  const image = drawnText(['ALPHA   BRAVO   DELTA', 'SOUTH   NORTH   EAST ', 'GREEN   WHITE   BLACK']);
  const bottom = image.height - 10;
  for (const x of [15, 195, 375, image.width - 15]) drawStroke(image, [x, 10], [x, bottom], 1.5);
  for (const y of [10, 68, 116, bottom]) drawStroke(image, [15, y], [image.width - 15, y], 1.5);
  const words = (await read(image)).lines.join(' ').split(' ');
  for (const word of 'ALPHA BRAVO DELTA SOUTH NORTH EAST GREEN WHITE BLACK'.split(' '))
    assert.ok(words.includes(word), word);
});

test('a picture of light print on black is read like its negative', async () => {
  const page = drawnText(LINES);
  const dark = { ...page, pixels: page.pixels.map(shade => 255 - shade) };
  assert.deepEqual((await read(dark)).lines, LINES);
});

test('a light letter in a dark square is read beside dark print on paper', async () => {
  const image = drawnText(['OVER THE LAZY DOG AND RUNS', '', '', 'B   AWAY FROM HOME BEFORE NOON']);
  for (let y = 160; y < 230; y++)
    for (let at = y * image.width + 10; at < y * image.width + 80; at++)
      image.pixels[at] = 255 - (image.pixels[at] ?? 0);
  const { lines } = await read(image);
  assert.match(lines.join(' / '), /\bB\b/);
});

test('white print on a bar of middle grey is read as the lines around it are', async () => {
  const image = drawnText(LINES);
  for (let y = 60; y < 120; y++)
    for (let at = y * image.width + 10; at < (y + 1) * image.width - 10; at++)
      image.pixels[at] = 150 + ((255 - (image.pixels[at] ?? 0)) * 105) / 255;
  assert.deepEqual((await read(image)).lines, LINES);
});

test('the rules of a table are reported', async () => {
  const image = drawnText(['ALPHA   BRAVO', 'SOUTH   NORTH']);
  for (const y of [15, 70, 130]) drawStroke(image, [20, y], [image.width - 20, y], 1.5);
  const { rules } = await engine.recognize(image);
  assert.equal(rules.horizontal.length, 3);
  assert.equal(rules.vertical.length, 0);
});

test('a blank page has no lines', async () => {
  const blank = { width: 400, height: 300, pixels: new Uint8Array(400 * 300).fill(250) };
  const page = await engine.recognize(blank);
  assert.deepEqual([page.lines, page.confidence], [[], 0]);
});

test('a picture of a few pixels has no lines', async () => {
  const { lines } = await engine.recognize({ width: 3, height: 2, pixels: new Uint8Array(6) });
  assert.deepEqual(lines, []);
});

test('pictures that are handed in at once are all read', async () => {
  const pages = await Promise.all(LINES.map(line => read(drawnText([line]))));
  assert.deepEqual(
    pages.map(page => page.lines),
    LINES.map(line => [line]),
  );
});

test('a language without a model is one clear error at start', async () => {
  await assert.rejects(
    createOcrEngine({ languages: ['eng', 'tlh', '../x'] }),
    /OCR_LANGUAGES: no model for tlh, \.\.\/x:/,
  );
  await assert.rejects(createOcrEngine({ languages: [] }), /at least one language/);
});

test('languages that the networks read need no model of their own', async () => {
  const german = await createOcrEngine({ languages: ['deu', 'jpn'] });
  assert.equal((await german.recognize(drawnText(['HELLO WORLD']))).lines.length, 1);
});

test('where the native module does not load, Tesseract alone reads the page', async () => {
  const fallback = await createOcrEngine({ languages: ['eng'], networks: false });
  const { lines, quarterTurns } = await fallback.recognize(await turnedByQuarters(drawnText(LINES), 2));
  assert.deepEqual(
    lines.map(line => line.words.map(word => word.text).join(' ')),
    LINES,
  );
  assert.equal(quarterTurns, 2);
});

test('a precision that is known already is taken without measuring', async () => {
  const page = drawnText(LINES);
  const confidences = [];
  for (const precision of ['int8', 'float', undefined] as const) {
    const told = await createOcrEngine({ languages: ['eng'], precision: () => precision });
    confidences.push((await told.recognize(page)).confidence);
  }
  const [int8, float, measured] = confidences;
  assert.notEqual(int8, float);
  assert.ok(measured === int8 || measured === float);
});
