import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rectangle } from '../../page/content.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { sideBoxesOf } from './boxes.ts';

const PAGE = { width: 400, height: 400 };
const frame = (left: number, top: number, right: number, bottom: number, open = false) => ({
  left,
  top,
  right,
  bottom,
  open,
});
const prose = Array.from({ length: 10 }, (_, at) => lineAt(20, 50 + 12 * at, 'words that run on and on'));
const texts = (frames: (Rectangle & { open: boolean })[], ...more: ReturnType<typeof lineAt>[]) =>
  sideBoxesOf(frames, [...prose, ...more], PAGE).map(box => box.lines.map(line => line.text));

test('a line belongs to the smallest box around it', () => {
  const [outer, inner] = [lineAt(220, 60, 'outer words'), lineAt(230, 100, 'inner words')];
  assert.deepEqual(texts([frame(210, 40, 390, 200), frame(220, 80, 380, 120)], outer, inner), [
    ['outer words'],
    ['inner words'],
  ]);
});

test('a marked passage is no box: it leaves no room around its lines, or lines run across its edge', () => {
  assert.deepEqual(texts([frame(20, 54, 200, 66)]), []);
  assert.deepEqual(texts([frame(60, 40, 120, 100)]), []);
});

test('what holds nearly all text is the page’s background', () => {
  assert.deepEqual(texts([frame(10, 20, 300, 300)]), []);
});

test('lines above and below make a box only where text runs beside it', () => {
  const quote = [lineAt(160, 74, 'a quoted line'), lineAt(160, 86, 'and one more')];
  const open = frame(150, 60, 260, 94, true);
  assert.equal(texts([open], ...quote).length, 1);
  assert.equal(sideBoxesOf([open], [...prose.slice(5), ...quote], PAGE).length, 0);
});
