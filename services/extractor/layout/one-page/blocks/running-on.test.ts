import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt, lineAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { blocksOf } from './blocks.ts';

const FIRST = 'This type of marketing involves the use of the web and of';
const blocks = (...lines: ReturnType<typeof lineAt>[]) =>
  blocksOf(lines, { rules: [] }).map(block => block.lines.length);

test('a bold passage that begins with a line goes on with the sentence above it', () => {
  assert.deepEqual(
    blocks(lineAt(50, 100, FIRST), lineAt(50, 112, 'mobile devices and search engines.', { bold: true })),
    [2],
  );
  assert.deepEqual(blocks(lineAt(50, 100, FIRST), lineAt(50, 112, 'Mobile devices', { bold: true })), [1, 1]);
  // A line that is not full ends its block.
  assert.deepEqual(
    blocks(
      lineAt(50, 88, `${FIRST} all that is offered there`),
      lineAt(50, 100, FIRST),
      lineAt(50, 112, 'return employee', { bold: true }),
    ),
    [2, 1],
  );
});

test('one and a half lines apart a sentence goes on, a title does not', () => {
  const title = lineOf(itemsAt(50, 80, 'About us'));
  assert.deepEqual(
    blocks(title, lineAt(50, 100, FIRST), lineAt(50, 118, 'devices and search engines.')),
    [1, 2],
  );
});
