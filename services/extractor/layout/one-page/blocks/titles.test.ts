import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import { blocksOf } from './blocks.ts';

const inFont = (name: string, top: number, text: string) => {
  const line = lineAt(72, top, text, { size: 10 });
  for (const item of line.items) item.font = { ...item.font, name };
  return { ...line, fontName: name };
};
const blocks = (title: string, body: string) =>
  blocksOf(
    [
      inFont(title, 100, 'Publication bias'),
      inFont(body, 112, 'The coefficient of the studies, as calculated with a test, is'),
      inFont(body, 124, 'small in all of them.'),
    ],
    { rules: [] },
  ).map(({ lines }) => lines.length);

test('a short line in another font is a title where the names of fonts say nothing of their weight', () => {
  assert.deepEqual(blocks('AdvPECFD36', 'AdvTT5bf2ac07'), [1, 2]);
  assert.deepEqual(blocks('CIDFont+F1', 'CIDFont+F3'), [1, 2]);
});

test('a short line in another font whose name says that it is no bolder goes on', () => {
  assert.deepEqual(blocks('Optima', 'Palatino'), [3]);
});

test('a bold title right over a bold and slanted one is another, a slanted word in it makes none', () => {
  const bold = (top: number, words: string, slanted: boolean) => {
    const line = lineAt(72, top, words, { bold: true });
    return { ...line, italic: slanted ? 1 : 0 };
  };
  const titles = (slanted: boolean) =>
    blocksOf([bold(100, 'Part one: Harbours', false), bold(114, 'Section 1: Scope', slanted)], { rules: [] });
  assert.equal(titles(true).length, 2);
  assert.equal(titles(false).length, 1);
});

test('a slanted line that leaves room for the next word stands by itself above upright text', () => {
  const slanted = (at: number, text: string) => {
    const line = lineAt(50, at, text, { index: at });
    return { ...line, italic: 1 };
  };
  const upright = (at: number, text: string) => lineAt(50, at, text, { index: at });
  const blocks = (...lines: readonly ReturnType<typeof lineAt>[]) => blocksOf(lines, { rules: [] }).length;
  const text = [
    upright(112, 'The first frost came on the ninth of October, two'),
    upright(124, 'weeks earlier than last year, and took the dahlias.'),
  ];
  assert.equal(blocks(slanted(100, 'By Joan Purdey'), ...text), 2);
  // A slanted text that fills its line continues on the next one.
  assert.equal(blocks(slanted(100, 'In the Book of the Gardeners of Brook Street of it'), ...text), 1);
});

test('a short line in another colour stands by itself above text, and below it where that had room', () => {
  const inColor = (color: number, top: number, text: string) => {
    const line = lineAt(72, top, text, { index: top });
    for (const item of line.items) item.color = color;
    return { ...line, color };
  };
  const [blue, black, gray] = [0x1f3763, 0, 0x202020];
  const lines = (title: number, text = 'Front End Testing') => [
    inColor(black, 76, 'The scenario editor for use with the learning system enables educators.'),
    inColor(black, 88, 'It saves the files'),
    inColor(title, 100, text),
    inColor(black, 112, 'The functionality of the interface needs to be tested as to make sure that'),
    inColor(black, 124, 'the user meets no glitches.'),
  ];
  const heights = (...of: Parameters<typeof lines>) =>
    blocksOf(lines(...of), { rules: [] }).map(block => block.lines.length);
  assert.deepEqual(heights(blue), [2, 1, 2]);
  assert.deepEqual(heights(gray), [5], 'hardly another colour');
  assert.deepEqual(heights(blue, 'and more of it'), [3, 2], 'a passage that goes on');
});
