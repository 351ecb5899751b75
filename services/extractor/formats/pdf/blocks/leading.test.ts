import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../lines/line.fixture.ts';
import { neighboursBelow } from './blocks.ts';
import { leadingOf } from './leading.ts';

/** Whether two lines of 10 points so many ems apart belong together on a page that holds nothing else. */
const belong = (ems: number, upper: string, lower: string): boolean => {
  const lines = [lineAt(50, 100, upper), lineAt(50, 100 + 10 * ems, lower)];
  return 10 * ems <= leadingOf(neighboursBelow(lines)).limit(10);
};

test('lines of Arabic stand further apart than lines of Latin letters', () => {
  assert.equal(belong(1.8, 'تحفظ القوارب تحت الجسر', 'كلها ما دام النهر عاليا'), true);
  assert.equal(belong(1.8, 'The boats are kept', 'below the old bridge'), false);
});
