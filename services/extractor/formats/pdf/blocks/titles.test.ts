import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../lines/line.fixture.ts';
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
