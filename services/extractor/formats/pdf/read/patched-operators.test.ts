import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rectangle } from '../../../layout/page/content.ts';
import { builtPdf } from '../built-pdf.fixture.ts';
import { openPdf } from './open.ts';
import { readPage } from './read-page.ts';

async function pageOf(content: string) {
  const pdf = await openPdf(builtPdf([content]));
  const page = await readPage(pdf, 1, () => true);
  await pdf.close();
  return page;
}

const boxOf = ({ left, top, right, bottom }: Rectangle): number[] =>
  [left, top, right, bottom].map(Math.round);

/** The boxes that remain of a filled page within a clip. */
async function seenThrough(clip: string): Promise<number[][]> {
  const { shadings } = await pageOf(`q ${clip} W n .5 g 50 300 400 400 re f Q`);
  return shadings.map(boxOf);
}

test('a clip is as large as its path: a rectangle, lines, curves with their bends', async () => {
  assert.deepEqual(await seenThrough('100 500 200 100 re'), [[100, 192, 300, 292]]);
  assert.deepEqual(await seenThrough('100 500 m 300 500 l 300 600 l h'), [[100, 192, 300, 292]]);
  assert.deepEqual(await seenThrough('100 500 m 100 600 300 600 300 500 c h'), [[100, 217, 300, 292]]);
  assert.deepEqual(await seenThrough('100 500 m 300 600 300 500 v h'), [[100, 248, 300, 292]]);
});

test('a clip that was set and painted through is over with its state; the path after it clips nothing', async () => {
  const { shadings } = await pageOf(
    'q 100 500 50 50 re W n Q 0.9 g 200 500 50 50 re f 0.5 g 300 500 50 50 re f',
  );
  assert.deepEqual(shadings.map(boxOf), [
    [200, 242, 250, 292],
    [300, 242, 350, 292],
  ]);
});

test('a state that is restored has its font and its colour back, however deep it was saved', async () => {
  const deep = 40_000;
  const inner = 'BT /bold 20 Tf 1 0 0 rg 72 600 Td (Inside) Tj ET';
  const { items } = await pageOf(
    `BT /regular 10 Tf 72 700 Td (Before) Tj ET ${'q '.repeat(deep)} ${inner} ${'Q '.repeat(deep)} BT 72 500 Td (After) Tj ET`,
  );
  assert.deepEqual(
    items.map(({ text, size, color }) => [text, size, color]),
    [
      ['Before', 10, 0],
      ['Inside', 20, 0xff0000],
      ['After', 10, 0],
    ],
  );
});

test('a path goes on behind a saved state, as some writers begin it before', async () => {
  const { shadings } = await pageOf('.5 g 100 500 m 300 500 l q 300 600 l 100 600 l h f Q');
  assert.deepEqual(shadings.map(boxOf), [[100, 192, 300, 292]]);
});

test('a rectangle without height is a line', async () => {
  const { rules } = await pageOf('2 w 100 500 200 0 re S');
  assert.deepEqual(
    rules.map(({ orientation, start, end }) => [orientation, start, end]),
    [['horizontal', 100, 300]],
  );
});
