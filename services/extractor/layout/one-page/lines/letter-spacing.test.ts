import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { withoutLetterSpacing } from './letter-spacing.ts';

/** Single letters, with `gap` points before the first of each word. */
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

/** Words with `room` between their letters if they are spaced out, and a drawn space between the words. */
function line(words: readonly (readonly [text: string, room: number])[]): string {
  let left = 50;
  const items = words.flatMap(([text, room], at) => {
    const pieces = room === 0 ? [text] : [...text];
    return pieces.flatMap((piece, place) => {
      const [item] = itemsAt(left, 100, piece, { index: 100 * at + place });
      left += (item?.width ?? 0) + (place === pieces.length - 1 ? 3 : room);
      if (item === undefined) return [];
      return [{ ...item, spaceBefore: true, ...(place > 0 && { isSpaceLeftOpen: true }) }];
    });
  });
  return withoutLetterSpacing(items)
    .map(({ text, spaceBefore }, at) => (at > 0 && spaceBefore ? ` ${text}` : text))
    .join('');
}

test('a word that is set wide for emphasis is a word, the others keep their spaces', () => {
  assert.equal(
    line([
      ['The', 0],
      ['word', 0],
      ['Freiheit', 3],
      ['is', 0],
      ['wide', 0],
    ]),
    'The word Freiheit is wide',
  );
});

test('words at the ends of a line that is mostly set wide keep their spaces', () => {
  const wide = [
    ['LETTERSPACED', 3],
    ['WORDS', 3],
  ] as const;
  assert.match(
    line([['Small', 0], ['text', 0], ...wide, ['once', 0], ['more', 0]]),
    /^Small text LETTERSPACED.*once more$/,
  );
});

test('single letters with drawn spaces between them, and cells far apart, are words of their own', () => {
  assert.equal(
    line([
      ['choose', 0],
      ['a', 0],
      ['b', 0],
      ['c', 0],
      ['or', 0],
      ['both', 0],
    ]),
    'choose a b c or both',
  );
  assert.equal(
    line([
      ['Answer', 0],
      ['sheet', 0],
      ['ABCD', 20],
    ]),
    'Answer sheet A B C D',
  );
});
