import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greekOfGlyph, isGreekOrder } from './greek-numbers.ts';

/** The letters that Word 2007 gives for glyph numbers: correct only at the start of each range. */
const WORD_2007 = (number: number): string | undefined => {
  if (number >= 0x12f && number <= 0x133) return String.fromCodePoint(0x3b4 + number - 0x12f);
  if (number >= 0x210 && number <= 0x213) return String.fromCodePoint(0x3ac + number - 0x210);
  if (number >= 0x215 && number <= 0x226) return String.fromCodePoint(0x3b2 + number - 0x215);
  return undefined;
};

test('Greek is read by the numbers of glyphs in the order of Microsoft’s core fonts', () => {
  const word = [0x21b, 0x12e, 0x21a].map(greekOfGlyph).join('');
  assert.equal(word, 'και');
  assert.equal([0x132, 0x218, 0x222].map(greekOfGlyph).join(''), 'της');
  assert.equal(greekOfGlyph(0x24), undefined);
});

test('a map that is right at the start of its ranges shows that order, one of another font does not', () => {
  assert.equal(isGreekOrder(WORD_2007), true);
  assert.equal(
    isGreekOrder(number => String.fromCodePoint(0x3b1 + (number % 25))),
    false,
  );
  assert.equal(
    isGreekOrder(() => undefined),
    false,
  );
});
