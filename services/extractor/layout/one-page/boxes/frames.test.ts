import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule, Shading } from '../../page/content.ts';
import { framesOf } from './frames.ts';

const line = (orientation: Rule['orientation'], position: number, start: number, end: number): Rule => ({
  orientation,
  position,
  start,
  end,
  thickness: 1,
  color: 0,
});
const fill = (left: number, top: number, right: number, bottom: number): Shading => ({
  left,
  top,
  right,
  bottom,
  color: 0xeeeeee,
});

test('a title strip and the area below it are one box', () => {
  const [box, ...more] = framesOf({
    rules: [],
    shadings: [fill(50, 100, 250, 120), fill(50, 120, 250, 300)],
  });
  assert.deepEqual([box?.top, box?.bottom, more.length], [100, 300, 0]);
});

test('four lines are a box, also where rounded corners part them', () => {
  const rules = [
    line('horizontal', 100, 58, 242),
    line('horizontal', 300, 58, 242),
    line('vertical', 50, 108, 292),
    line('vertical', 250, 108, 292),
  ];
  const closed = framesOf({ rules, shadings: [] }).filter(frame => !frame.open);
  assert.deepEqual(closed, [{ left: 50, top: 100, right: 250, bottom: 300, open: false }]);
});

test('lines above and below alone make an open box', () => {
  const rules = [line('horizontal', 100, 50, 250), line('horizontal', 160, 50, 250)];
  assert.deepEqual(framesOf({ rules, shadings: [] }), [
    { left: 50, top: 100, right: 250, bottom: 160, open: true },
  ]);
});
