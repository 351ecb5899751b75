import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinedLetters } from './joined-letters.ts';

const word = (text: string, left: number, right: number) => ({
  text,
  left,
  right,
  top: 0,
  bottom: 40,
  confidence: 90,
});

test('Thai letters that stand together are one word, and a wide gap is a space', () => {
  const words = [
    word('ท', 0, 18),
    word('ํ', 18, 20),
    word('า', 20, 34),
    word('ได้', 60, 100),
    word('USB', 101, 140),
  ];
  const line = joinedLetters({ left: 0, top: 0, right: 140, bottom: 40, words });
  assert.deepEqual(
    line.words.map(({ text }) => text),
    ['ทำ', 'ได้', 'USB'],
  );
});

test('Korean syllables whose middles stand a square apart are one word, with the name that they follow', () => {
  const words = [
    word('시', 0, 36),
    word('스템', 46, 120),
    word('은', 131, 165),
    word('곧', 186, 222),
    word('USB', 240, 300),
    word('로', 302, 340),
  ];
  const line = joinedLetters({ left: 0, top: 0, right: 340, bottom: 40, words });
  assert.deepEqual(
    line.words.map(({ text }) => text),
    ['시스템은', '곧', 'USB로'],
  );
});
