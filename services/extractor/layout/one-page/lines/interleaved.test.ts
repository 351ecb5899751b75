import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../page/content.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

/** Words at their places, drawn in one run after the other. */
function drawn(...runs: (readonly [left: number, text: string])[][]): TextItem[] {
  return runs.flat().flatMap(([left, text], index) => itemsAt(left, 100, text, { index }));
}

const texts = (items: readonly TextItem[]) => linesOf(items).map(({ text }) => text);

test('figures filled into the gaps of a line that was drawn before are of that line', () => {
  const form = [
    [132, 'year'],
    [166, 'month'],
    [205, 'day'],
  ] as const;
  const date = [
    [110, '2023'],
    [154, '04'],
    [193, '06'],
  ] as const;
  assert.deepEqual(texts(drawn([...form], [...date])), ['2023 year 04 month 06 day']);
});

test('labels of a chart, which are figures alone, and words that overlap stay apart', () => {
  const figures = (...lefts: number[]) => lefts.map(left => [left, '12'] as const);
  assert.equal(texts(drawn(figures(100, 122, 144), figures(111, 133))).length, 2);
  assert.equal(
    texts(
      drawn(
        [
          [100, 'over'],
          [140, 'all'],
        ],
        [[115, 'there']],
      ),
    ).length,
    2,
  );
});
