import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../page/content.ts';
import { itemsAt } from '../../../page/line.fixture.ts';
import { leadersAmong, toWords } from './words.ts';

/** Dots `step` points apart, each of which is a word. */
function dots(count: number, step: number, left = 100): TextItem[] {
  return Array.from({ length: count }, (_, at) => itemsAt(left + at * step, 100, '.')).flat();
}

test('dots drawn one by one at equal steps lead the eye, as rows of dots in one word do', () => {
  const [label = [], page = []] = [itemsAt(40, 100, 'Wages'), itemsAt(400, 100, '12')];
  const row = dots(6, 12);
  assert.deepEqual([...leadersAmong([...label, ...row, ...page])], row);
  assert.deepEqual(
    toWords([...label, ...row, ...page])
      .filter(word => !word.leads)
      .map(word => word.text),
    ['Wages', '12'],
  );
  const one = itemsAt(100, 100, '......');
  assert.deepEqual([...leadersAmong([...label, ...one, ...page])], one);
});

test('three dots, dots that are parted by a word or that stand anywhere lead nowhere', () => {
  assert.equal(leadersAmong(dots(3, 12)).size, 0);
  assert.equal(leadersAmong([...dots(2, 12), ...itemsAt(130, 100, 'and'), ...dots(2, 12, 160)]).size, 0);
  assert.equal(leadersAmong([...dots(2, 5), ...dots(2, 19, 140)]).size, 0);
  assert.equal(leadersAmong(dots(6, 40)).size, 0);
});
