import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMarker, startsItem } from './markers.ts';

test('section numbers of an appendix are markers, words are none', () => {
  for (const marker of ['•', '3.', '4.2', 'B.1', 'A.1.2', 'II.3.', 'iv.', '(2)', '(iv).', '(2).'])
    assert.equal(isMarker(marker), true, marker);
  for (const word of ['B', 'e.g', 'II', 'Table']) assert.equal(isMarker(word), false, word);
});

test('a reference that a line end cut in two opens no item', () => {
  for (const text of ['21). Another antigen', '2). In our setup'])
    assert.equal(startsItem(text), false, text);
  assert.equal(startsItem('(ii). Another antigen'), true);
});

test('right-to-left text may follow its number without a space', () => {
  assert.equal(startsItem('1.ראשון'), true);
  assert.equal(startsItem('1.5'), false);
});

test('an arrow before a sentence is a bullet, before a formula it is none', () => {
  assert.equal(startsItem('⇒ Rules and policies'), true);
  assert.equal(startsItem('⇒ x + y'), false);
  assert.equal(startsItem('♦ Plenary keynotes'), true);
});

test('stars and dashes of mathematics open items of words, a minus in front of a term does not', () => {
  for (const item of ['∗ A third level', '− the second level', '‐ another one'])
    assert.ok(startsItem(item), item);
  for (const term of ['− x + y', '−4 degrees', '∗∗']) assert.ok(!startsItem(term), term);
});

test('items are counted in the numerals and letters of any script', () => {
  for (const item of ['١. أول', '۲- دوم', 'أ- أول', 'ב. שני', 'б) второе', 'α) πρῶτο', '२. दूसरा'])
    assert.equal(startsItem(item), true, item);
  for (const item of [
    '一、总则',
    '（二）范围',
    '③其他',
    '２．目的',
    '가. 목적',
    '나) 범위',
    '・項目',
    'ข. ข้อ',
    '1）総則',
  ])
    assert.equal(startsItem(item), true, item);
});

test('what only begins like a number of another script opens no item', () => {
  for (const text of ['二、三日は', '一般的に', '1.º de mayo', 'в доме', '다음은', '١٫٥ متر'])
    assert.equal(startsItem(text), false, text);
});

test('words open no item, however they begin; Roman numerals do', () => {
  for (const word of ['Ox. is', 'ab) is', 'a1. is']) assert.equal(startsItem(word), false, word);
  for (const item of ['iv. Law', 'xi) Law', 'VIII. Law', 'b) Law'])
    assert.equal(startsItem(item), true, item);
});
