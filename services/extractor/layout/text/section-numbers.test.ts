import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countsAmong,
  isLabel,
  isNumberInWords,
  labelFormOf,
  numberingOf,
  sectionNumberOf,
} from './section-numbers.ts';

test('a section number tells its depth', () => {
  assert.equal(numberingOf('2 Methods')?.depth, 1);
  assert.equal(numberingOf('2.1.3 Counting of birds')?.depth, 3);
  assert.equal(numberingOf('B.2 Counting of birds')?.depth, 2);
});

test('a year or a word alone is no section number', () => {
  assert.equal(numberingOf('Methods'), null);
  assert.equal(numberingOf('2021 was a warm year'), null);
});

test('a chapter word alone, with a number, or with a number in words is the label of what follows', () => {
  for (const label of ['CHAPTER', 'Chapter 4', 'CHAPTER ELEVEN', 'Part Twenty-one', 'Appendix B'])
    assert.equal(isLabel(label), true, label);
});

test('a chapter word before a title is no label', () => {
  for (const title of ['Chapter 4 Rivers', 'Part of the whole', 'Section three of the act'])
    assert.equal(isLabel(title), false, title);
});

test('a number in words alone is told from a title that begins with one', () => {
  for (const number of ['ELEVEN', 'Twenty-one', 'two.']) assert.equal(isNumberInWords(number), true, number);
  assert.equal(isNumberInWords('Seven Rivers'), false);
});

test('a section number counts where a neighbour or a part of it is numbered too', () => {
  const numbers = new Set(['4', '4.1', '4.2', '7', 'B.3', 'B.4']);
  for (const number of ['4', '4.1', 'B.4']) assert.equal(countsAmong(number, numbers), true, number);
  assert.equal(countsAmong('7', numbers), false);
  assert.equal(sectionNumberOf('B.3. Counting of birds'), 'B.3');
  assert.equal(sectionNumberOf('B 3 Counting of birds'), null);
});

test('a chapter word that is part of another word, or of a sentence, numbers nothing', () => {
  for (const title of ['Parties to the contract', 'Articles of Association', 'Step up to the line'])
    assert.equal(numberingOf(title), null, title);
  for (const title of ['Part IV', 'Part two', 'Appendix A1 Tables', 'Kapitel 3'])
    assert.equal(numberingOf(title)?.kind, 'worded', title);
});

test('chapters and articles are numbered in many languages', () => {
  for (const text of ['Article (45):', 'Artículo 7', '第三章 河流', '제 2 장 강', 'Глава 5. Река', 'الفصل ٣'])
    assert.equal(numberingOf(text)?.kind, 'worded', text);
  assert.equal(numberingOf('第三次 会议'), null);
});

test('the form of a number says what is numbered alike', () => {
  assert.equal(labelFormOf('Article (٤٥): boats'), 'article (#):');
  assert.equal(labelFormOf('4.12 Ropes'), '#.#');
  assert.equal(labelFormOf('Ropes 4'), 'ropes #');
  assert.equal(labelFormOf('Ropes and chains'), '');
  assert.equal(labelFormOf('Article IV Boats'), 'article #');
  assert.equal(labelFormOf('IV. Boats'), '#.');
  assert.equal(labelFormOf('Civil engineering'), '');
});

test('articles are numbered in other scripts, too, unless their text follows on the line', () => {
  for (const title of [
    '第１条',
    '第三條 目的',
    '제3조 (목적)',
    'المادة ٣',
    'دفعہ ۳۔',
    'अनुच्छेद ३',
    'มาตรา ๓',
    'Điều 3',
    'ΑΡΘΡΟ 3',
  ])
    assert.equal(numberingOf(title)?.kind, 'worded', title);
  for (const text of ['第三条 この法律は公布する。', '제3조 이 법은 시행한다.'])
    assert.equal(numberingOf(text), null, text);
});
