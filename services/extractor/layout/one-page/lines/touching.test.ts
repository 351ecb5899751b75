import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

test('small print beside a title, off its base line, is no script of it', () => {
  const title = itemsAt(50, 100, 'Flood', { size: 34, index: 90 });
  const x = 50 + 5 * 17;
  const beside = itemsAt(x + 11, 76, 'Rivers rise', { size: 9 });
  assert.deepEqual(
    linesOf([...beside, ...title]).map(line => line.text),
    ['Rivers rise', 'Flood'],
  );
  const script = itemsAt(x + 2, 90, '1', { size: 9 });
  assert.equal(linesOf([...script, ...title]).length, 1, 'what touches is one');
});

test('the number of a note that is drawn behind its line, as Pages does it, stands behind its word', () => {
  const line = itemsAt(50, 100, 'These were read by others');
  const number = itemsAt(50 + 5 * 10, 96, '1', { size: 6, index: 9 });
  assert.deepEqual(
    linesOf([...line, ...number]).map(({ text }) => text),
    ['These were1 read by others'],
  );
});
