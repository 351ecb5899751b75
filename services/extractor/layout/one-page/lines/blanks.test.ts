import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule } from '../../page/content.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';
import { endOf } from './neighbours.ts';

const SIZE = 10;

/** Texts on one line with blanks between them, `length` points long and drawn `below` the base line. */
function withBlanks(baseline: number, texts: readonly string[], below = 1, length = 90) {
  const rules: Rule[] = [];
  let left = 50;
  const items = texts.flatMap((text, at) => {
    const words = itemsAt(left, baseline, text, { index: 10 * at, size: SIZE });
    const last = words.at(-1);
    const start = (last ? endOf(last) : left) + 3;
    if (at + 1 < texts.length)
      rules.push({
        orientation: 'horizontal',
        position: baseline + below,
        start,
        end: start + length,
        thickness: 0.5,
        color: 0,
      });
    left = start + length + (/^\p{P}/u.test(texts[at + 1] ?? '') ? 0 : 3);
    return words;
  });
  return { items, rules };
}

const linesWith = ({ items, rules }: ReturnType<typeof withBlanks>) =>
  linesOf(items, rules).map(line => line.text);

test('a sentence goes on behind each blank that is drawn as a line', () => {
  const agreed = withBlanks(100, ['This agreement is made on', 'between', 'and', ', who rents it.']);
  assert.deepEqual(linesWith(agreed), ['This agreement is made on between and , who rents it.']);
  assert.deepEqual(linesWith(withBlanks(100, ['It is certified by initialing here', '.'])), [
    'It is certified by initialing here .',
  ]);
  assert.equal(linesWith({ ...agreed, rules: [] }).length, 4, 'columns, where nothing is drawn between them');
});

test('lines between numbers, in the middle of letters, far below them or short are no blanks', () => {
  assert.equal(linesWith(withBlanks(100, ['Under 15', '4.2', '0.5'])).length, 3, 'bars of a chart');
  assert.equal(linesWith(withBlanks(100, ['Random Replication', 'Copyset Replication'], -3)).length, 2);
  assert.equal(linesWith(withBlanks(100, ['Place and date', 'Signature'], 9)).length, 2);
  assert.equal(linesWith(withBlanks(100, ['the number', 'is even'], 1, 12)).length, 2, 'shorter than a word');
});
