import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { FlowText } from '../../page/flow.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { besides, flush, gap, isPictureBetween, leans, stands, widthAmong } from './place.ts';

function piece(left: number, baseline: number, text: string, page = 1): FlowText {
  const block = blockOf([lineOf(itemsAt(left, baseline, text))]);
  return { kind: 'text', block, zone: 'body', page, role: 'text' };
}

test('one piece stands over another where they share a part of the column', () => {
  const upper = piece(50, 100, 'On boats');
  assert.equal(stands(upper, piece(50, 130, 'Boats need water.')), true);
  assert.equal(stands(upper, piece(300, 130, 'Boats need water.')), false);
  assert.equal(stands(upper, piece(50, 130, 'Boats need water.', 2)), false);
});

test('a gap is measured in points and is none between columns', () => {
  const upper = piece(50, 100, 'On boats');
  const near = gap(upper, piece(50, 120, 'Boats need water.'));
  assert.equal(gap(upper, piece(50, 140, 'Boats need water.')) - near, 20);
  assert.equal(gap(upper, piece(300, 140, 'Boats need water.')), 0);
});

test('a heading leans down to its text, a caption up to its figure', () => {
  const [above, self, below] = [piece(50, 100, 'Text'), piece(50, 140, 'Heading'), piece(50, 155, 'Text')];
  assert.equal(leans(above, self, below), 'down');
  assert.equal(leans(piece(50, 125, 'Text'), self, piece(50, 180, 'Text')), 'up');
  assert.equal(leans(piece(50, 120, 'Text'), self, piece(50, 160, 'Text')), null);
});

test('edges within a fraction of an em are one', () => {
  assert.equal(flush(piece(50, 100, 'One'), piece(52, 120, 'Two'), 10), true);
  assert.equal(flush(piece(50, 100, 'One'), piece(62, 120, 'Two'), 10), false);
});

test('width counts among what stands above and below', () => {
  const self = piece(50, 120, 'abcdefgh');
  assert.equal(widthAmong(self, [piece(50, 100, 'abcdefghabcdefgh'), piece(400, 140, 'a'.repeat(40))]), 0.5);
  assert.equal(widthAmong(self, [undefined, undefined]), 1);
});

test('labels of one row see each other, rows above and below do not count', () => {
  const sorted = [
    piece(50, 100, 'Name'),
    piece(50, 140, 'Street'),
    piece(200, 140, 'Town'),
    piece(350, 140, 'Code'),
  ];
  assert.equal(besides(sorted[0] as FlowText, sorted, 0), 0);
  assert.equal(besides(sorted[2] as FlowText, sorted, 2), 2);
});

test('a picture stands between two pieces, or below the one or above the other where a page parts them', () => {
  const pictures = (...tops: (number | null)[]) =>
    tops.map(top => (top === null ? [] : [{ left: 40, top, right: 400, bottom: top + 80 }]));
  const upper = piece(50, 100, 'Start screen');
  const lower = piece(50, 300, 'Last screen');
  assert.equal(isPictureBetween(upper, lower, pictures(150)), true);
  assert.equal(isPictureBetween(upper, lower, pictures(400)), false);
  assert.equal(isPictureBetween(upper, piece(50, 300, 'Last screen', 2), pictures(150, null)), true);
  assert.equal(isPictureBetween(upper, piece(50, 300, 'Last screen', 2), pictures(null, 150)), true);
  assert.equal(isPictureBetween(upper, piece(50, 300, 'Last screen', 2), pictures(0, 400)), false);
});
