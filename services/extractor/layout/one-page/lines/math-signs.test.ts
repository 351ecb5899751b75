import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

const texts = (...items: ReturnType<typeof itemsAt>[]) =>
  linesOf(items.flat().map((item, index) => ({ ...item, index }))).map(line => line.text);

test('a root or a tall bracket that hangs from above its line stands in the line', () => {
  const text = itemsAt(50, 100, 'deviation σ/');
  const [sign, rest] = [itemsAt(110, 92, '√'), itemsAt(115, 100, 'n of the mean')];
  assert.deepEqual(texts(text, sign, rest), ['deviation σ/ √ n of the mean']);
});

test('a sign far above a line is no part of it', () => {
  assert.equal(texts(itemsAt(50, 100, 'deviation σ/'), itemsAt(110, 80, '√')).length, 2);
});

test('the word that is set back under a lone sign goes on with the line', () => {
  const before = itemsAt(50, 100, 'montrez que G');
  const rest = itemsAt(125, 100, 'Z et le reste');
  assert.deepEqual(texts(before, itemsAt(118, 97, '∼'), itemsAt(118, 100.5, '='), rest), [
    'montrez que G ∼ = Z et le reste',
  ]);
  assert.equal(texts(before, itemsAt(118, 97, 'a'), itemsAt(116, 120, 'b')).length, 2);
});
