import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { withoutLetterSpacing } from './letter-spacing.ts';

/** Letters one by one, a space of `gap` points before those of a new word. */
function spread(text: string, gap: number): string {
  let left = 50;
  const items = [...text].flatMap((letter, at) => {
    if (letter === ' ') {
      left += gap;
      return [];
    }
    const [item] = itemsAt(left, 100, letter, { index: at });
    left += (item?.width ?? 0) + 3;
    return item ? [{ ...item, spaceBefore: true }] : [];
  });
  return withoutLetterSpacing(items)
    .map(({ text, spaceBefore }, at) => (at > 0 && spaceBefore ? ` ${text}` : text))
    .join('');
}

test('letters set wide are words again', () => {
  assert.equal(spread('THE RIVER', 8), 'THE RIVER');
});

test('Korean words of one syllable stay apart', () => {
  assert.equal(spread('에모여지난주', 0), '에 모 여 지 난 주');
});

test('a formula full of scripts is no word with wide letter-spacing', () => {
  const word = (left: number, text: string, size: number) => itemsAt(left, 100, text, { size });
  const formula = [
    ...word(10, 'i', 5),
    ...word(14, '=1', 5),
    ...word(24, 'z', 10),
    ...word(30, '2', 5),
    ...word(34, 'i', 5),
    ...word(42, 'is', 10),
    ...word(56, 'distributed', 10),
  ];
  assert.deepEqual(
    withoutLetterSpacing(formula).map(item => item.spaceBefore),
    formula.map(() => true),
  );
});
