import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repaired } from './repairs.ts';

function mended(...lines: string[]): string[] {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  const read = lines.map(line => ({
    ...box,
    words: line.split(' ').map(text => ({ ...box, text, confidence: 90 })),
  }));
  return repaired(read).map(line => line.words.map(word => word.text).join(' '));
}

test('an apostrophe after d, t or l is a caron on a page that has carons', () => {
  assert.deepEqual(mended('Ďalej keď podľa atď. byť', "vel'kosti ked' veľ'ký"), [
    'Ďalej keď podľa atď. byť',
    'veľkosti keď veľký',
  ]);
});

test('an apostrophe stays one on other pages, and in English words on that one', () => {
  assert.deepEqual(mended("l'eau d'hiver, it's"), ["l'eau d'hiver, it's"]);
  assert.deepEqual(mended("keď podľa byť User's it's that'll"), ["keď podľa byť User's it's that'll"]);
});

test('quotes of a page are of the kind that most of them are', () => {
  assert.deepEqual(mended('“We” “said”', 'left," and more'), ['“We” “said”', 'left,” and more']);
  assert.deepEqual(mended('„Der "schnelle" „braune“ „Fuchs“ „springt“ „über“'), [
    '„Der „schnelle“ „braune“ „Fuchs“ „springt“ „über“',
  ]);
  assert.deepEqual(mended('"a" "b" "c" “d'), ['"a" "b" "c" "d']);
});

test('a mark after figures alone is that of inches', () => {
  assert.deepEqual(mended('PVC PIPE 1/2” x2'), ['PVC PIPE 1/2" x2']);
});

test('of about as many quotes of both kinds each stays', () => {
  assert.deepEqual(mended('“prose” print("code")'), ['“prose” print("code")']);
});

test('apostrophes are typographic where a third of them is read so, and straight elsewhere', () => {
  assert.deepEqual(mended("It's the firm’s, didn't the tenants'"), ['It’s the firm’s, didn’t the tenants’']);
  assert.deepEqual(mended("it's can't won't don’t"), ["it's can't won't don't"]);
  assert.deepEqual(mended('GARDENIA\'S 5" PIPE'), ['GARDENIA\'S 5" PIPE']);
});

test('short words that Greek and Cyrillic draw like Latin ones are theirs on their pages', () => {
  assert.deepEqual(mended('Ta αρχεία o PDF ανοίγουν'), ['Τα αρχεία ο PDF ανοίγουν']);
  assert.deepEqual(mended('файлы c именем B папке TCP'), ['файлы с именем В папке TCP']);
  assert.deepEqual(mended('файлы с именем', 'in a folder'), ['файлы с именем', 'in a folder']);
  assert.deepEqual(mended('Take a B'), ['Take a B']);
});

test('commas after Arabic letters are Arabic ones on Arabic pages', () => {
  assert.deepEqual(mended('ثقافة, تلميح; كيف? 1,5'), ['ثقافة، تلميح؛ كيف؟ 1,5']);
  assert.deepEqual(mended('the word ثقافة, which means culture'), ['the word ثقافة, which means culture']);
});

test('a zero among the capitals of a word is the letter', () => {
  assert.deepEqual(mended('INV0ICE NO: IBUPR0FEN (AM0XICAP)'), ['INVOICE NO: IBUPROFEN (AMOXICAP)']);
});

test('a zero in a number, a short code or one without vowels stays', () => {
  assert.deepEqual(mended('A40BX B0X WDS0XLR OR18031402 T0314 vdv0al'), [
    'A40BX B0X WDS0XLR OR18031402 T0314 vdv0al',
  ]);
});

test('the sign of a millionth among Greek letters is mu, before a unit it stays', () => {
  assert.deepEqual(mended('δικαιώ\u00b5ατα \u00b5ε 12 \u00b5m'), ['δικαιώ\u03bcατα \u03bcε 12 \u00b5m']);
});

test('a zero that looks like a day beside figures is a zero, but on pages of Chinese and Japanese', () => {
  assert.deepEqual(mended('Tax number: 日日1210日56日', 'SW1A日AA 日 7'), [
    'Tax number: 0012100560',
    'SW1A0AA 0 7',
  ]);
  assert.deepEqual(mended('3月19日 (日)'), ['3月19日 (日)']);
});

test('a small round letter among figures is a zero of old style, on the whole page', () => {
  assert.deepEqual(mended('Award (2o16) 1oo+ pages', '+250,00o in 202o'), [
    'Award (2016) 100+ pages',
    '+250,000 in 2020',
  ]);
});

test('degrees, ordinals and names keep their letter', () => {
  assert.deepEqual(mended('turned by 180o, 2o STEC, o2, H2O, v2oh'), [
    'turned by 180o, 2o STEC, o2, H2O, v2oh',
  ]);
});
