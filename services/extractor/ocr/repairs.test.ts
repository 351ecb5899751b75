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

test('quotes that close and apostrophes are printed as the quotes that open', () => {
  assert.deepEqual(mended('He said that “we', 'can\'t," and “left".'), [
    'He said that “we',
    'can’t,” and “left”.',
  ]);
  assert.deepEqual(mended('„Der "schnelle" „braune" Fuchs'), ['„Der „schnelle“ „braune“ Fuchs']);
});

test('straight quotes stay beside straight ones that open, and where none opens', () => {
  assert.deepEqual(mended('“prose" print("code")'), ['“prose" print("code")']);
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
