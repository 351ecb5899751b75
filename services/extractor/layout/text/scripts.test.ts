import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startsSmall, wordCount } from './scripts.ts';

test('scripts without spaces have words, too', () => {
  assert.equal(wordCount('All men are born free'), 5);
  assert.equal(wordCount('すべての人間は生まれながらにして自由'), 9);
  assert.equal(wordCount('มนุษย์ทั้งหลายเกิดมามีอิสระ'), 5);
  assert.equal(wordCount('第一条'), 2);
  assert.equal(wordCount('인간은 존엄하다'), 2);
  assert.equal(wordCount('የሰው፡ልጅ፡ሁሉ'), 3);
});

test('letters of Georgian are small ones, but begin sentences', () => {
  assert.equal(startsSmall('and so on'), true);
  assert.equal(startsSmall('და ასე'), false);
});
