import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../layout/page/content.ts';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { misreadGreek, withoutFonts } from './misread-greek.ts';

/** The words of a text repeated six times, in one font. */
function read(text: string) {
  const words = Array.from({ length: 6 }, () => text.split(' ')).flat();
  const items = words.map((word, index): TextItem => {
    const place = { left: 50, baseline: 100, width: 30, size: 10, angle: 0, index };
    return { ...place, text: word, spaceBefore: true, font: GLYPH_STYLE.font, color: 0, invisible: false };
  });
  return withoutFonts({ items, unreadable: 0, gaps: [] }, misreadGreek(items));
}

test('Greek hardly a word of which ends in a sigma is said in the wrong letters, and left to OCR', () => {
  const { items, unreadable, gaps } = read('Θα βξεζεί έλα κεγάιν ζύλνιν θαη ηελ παξνπζίαζε ηνπ καζήκαηνο');
  assert.equal(items.length, 0);
  assert.equal(gaps.length, 60);
  assert.equal(unreadable, 306);
});

test('Greek as it is written stays, and so do its letters in formulas and other scripts', () => {
  const greek = 'Σε πολλές εφαρμογές είναι απαραίτητος ένας υπολογισμός του γινομένου';
  assert.equal(read(greek).items.length, 60 - 6);
  assert.equal(read('sin α + cos β = γ και δ').items.length, 54);
  assert.equal(read('Words of the Latin alphabet').items.length, 30);
});
