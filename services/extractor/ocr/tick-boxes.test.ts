import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine } from './engine.ts';
import { inkComponents } from './pixels/components.ts';
import type { Mask } from './pixels/ink.ts';
import { withTickBoxes } from './tick-boxes.ts';

const SIDE = 24;
const ROW = 60;
/** The width of a letter here, in pixels. */
const LETTER = 14;

class Sheet {
  readonly mask: Mask = { width: 900, height: 400, ink: new Uint8Array(900 * 400) };

  dot(x: number, y: number, size = 2): void {
    for (let down = 0; down < size; down++)
      for (let right = 0; right < size; right++) this.mask.ink[(y + down) * this.mask.width + x + right] = 1;
  }

  stroke([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number]): void {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    for (let step = 0; step <= steps; step++)
      this.dot(Math.round(x0 + ((x1 - x0) * step) / steps), Math.round(y0 + ((y1 - y0) * step) / steps));
  }

  box(x: number, y: number, side = SIDE): void {
    const [right, bottom] = [x + side - 2, y + side - 2];
    this.stroke([x, y], [right, y]);
    this.stroke([x, bottom], [right, bottom]);
    this.stroke([x, y], [x, bottom]);
    this.stroke([right, y], [right, bottom]);
  }

  fill(x: number, y: number, side: number): void {
    for (let down = 0; down < side; down++)
      for (let right = 0; right < side; right++) this.dot(x + right, y + down, 1);
  }
}

/** A line of words at the given places, with letters 14 pixels wide. */
function line(row: number, ...words: (readonly [number, string])[]): RecognizedLine {
  const [top, bottom] = [ROW * row + 20, ROW * row + 42];
  const read = words.map(([left, text]) => ({
    ...{ left, right: left + LETTER * text.length, top, bottom },
    ...{ text, confidence: 95 },
  }));
  return { left: read[0]?.left ?? 0, right: read.at(-1)?.right ?? 0, top, bottom, words: read };
}

const boxTop = (row: number): number => ROW * row + 20;

function textsOf(lines: readonly RecognizedLine[], { mask }: Sheet): string[] {
  return withTickBoxes(lines, inkComponents(mask), mask).lines.map(({ words }) =>
    words.map(({ text }) => text).join(' '),
  );
}

test('a square before a word is a box to tick, and what is in it ticks it', () => {
  const sheet = new Sheet();
  for (const x of [100, 240, 380, 520]) sheet.box(x, boxTop(0));
  sheet.stroke([245, boxTop(0) + 5], [256, boxTop(0) + 16]);
  sheet.stroke([256, boxTop(0) + 5], [245, boxTop(0) + 16]);
  sheet.fill(385, boxTop(0) + 5, 13);
  const words = line(0, [130, 'never'], [270, 'rarely'], [410, 'often'], [550, 'always']);
  assert.deepEqual(textsOf([words], sheet), ['☐ never ☒ rarely ☒ often ☐ always']);
});

test('boxes are found among the grain of a noisy page, however much of it there is', () => {
  const sheet = new Sheet();
  sheet.box(40, boxTop(0));
  sheet.box(40, boxTop(1));
  for (let y = 200; y < 398; y += 2) for (let x = 0; x < 898; x += 2) sheet.dot(x, y, 1);
  const lines = [line(0, [90, 'Yes']), line(1, [90, 'No'])];
  assert.deepEqual(textsOf(lines, sheet), ['☐ Yes', '☐ No']);
});

test('a tick that reaches out of its box ticks it', () => {
  const sheet = new Sheet();
  for (const x of [100, 240]) sheet.box(x, boxTop(1));
  sheet.stroke([244, boxTop(1) + 10], [250, boxTop(1) + 18]);
  sheet.stroke([250, boxTop(1) + 18], [272, boxTop(1) - 14]);
  assert.deepEqual(textsOf([line(1, [130, 'never'], [280, 'rarely'])], sheet), ['☐ never ☒ rarely']);
});

test('a box behind a word is told behind it', () => {
  const sheet = new Sheet();
  sheet.box(180, boxTop(0));
  sheet.box(340, boxTop(0));
  assert.deepEqual(textsOf([line(0, [100, 'never'], [250, 'often'])], sheet), ['never ☐ often ☐']);
});

test('what was read for a box goes', () => {
  const sheet = new Sheet();
  for (const x of [100, 240, 380]) sheet.box(x, boxTop(0));
  const words = line(0, [100, '□never'], [240, 'O'], [270, 'rarely'], [380, '[often']);
  assert.deepEqual(textsOf([words], sheet), ['☐ never ☐ rarely ☐ often']);
});

test('words that were read as one over a box are parted there', () => {
  const sheet = new Sheet();
  sheet.box(100, boxTop(0));
  sheet.box(216, boxTop(0));
  const [left, right] = [100, 320];
  const word = { left, right, top: boxTop(0), bottom: boxTop(0) + 22, text: 'NeverOften', confidence: 90 };
  assert.deepEqual(textsOf([{ left, right, top: word.top, bottom: word.bottom, words: [word] }], sheet), [
    '☐ Never ☐ Often',
  ]);
});

test('squares that are all filled are bullets, and one alone is a picture', () => {
  const filled = new Sheet();
  for (const row of [0, 1]) filled.fill(100, boxTop(row), SIDE);
  const items = [line(0, [130, 'never']), line(1, [130, 'often'])];
  assert.deepEqual(textsOf(items, filled), ['never', 'often']);
  const single = new Sheet();
  single.box(100, boxTop(0));
  assert.deepEqual(textsOf(items, single), ['never', 'often']);
});

test('cells for single letters and figures in squares are no boxes to tick', () => {
  const cells = new Sheet();
  for (const x of [180, 206, 232, 258]) cells.box(x, boxTop(0));
  assert.deepEqual(textsOf([line(0, [100, 'Code'])], cells), ['Code']);
  const figures = new Sheet();
  for (const row of [0, 1]) figures.box(100, boxTop(row));
  const lines = [0, 1].flatMap(row => [line(row, [105, `${row + 1}`]), line(row, [130, 'wages'])]);
  assert.deepEqual(textsOf(lines, figures), ['1', 'wages', '2', 'wages']);
});

test('round letters and the squares of Chinese letters are no boxes to tick', () => {
  const round = new Sheet();
  for (const row of [0, 1])
    for (let step = 0; step < 200; step++) {
      const turn = (step / 200) * 2 * Math.PI;
      round.dot(Math.round(111 + 11 * Math.cos(turn)), Math.round(boxTop(row) + 11 + 11 * Math.sin(turn)));
    }
  assert.deepEqual(textsOf([line(0, [130, 'ne']), line(1, [130, 'ne'])], round), ['ne', 'ne']);
  const chinese = new Sheet();
  for (const row of [0, 1]) chinese.box(100, boxTop(row));
  const lines = [line(0, [100, '口语']), line(1, [100, '日本'])];
  assert.deepEqual(textsOf(lines, chinese), ['口语', '日本']);
});

test('the pieces of a box are no bullets any more', () => {
  const sheet = new Sheet();
  for (const row of [0, 1]) sheet.box(100, boxTop(row));
  const lines = [line(0, [130, 'rarely']), line(1, [130, 'always'])];
  assert.deepEqual(withTickBoxes(lines, inkComponents(sheet.mask), sheet.mask).components, []);
});
