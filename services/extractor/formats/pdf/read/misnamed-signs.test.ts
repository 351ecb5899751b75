import assert from 'node:assert/strict';
import { test } from 'node:test';
import { misnamedSigns, signOf } from './misnamed-signs.ts';

const read = (font: string, text: string, width = 500): string => {
  const signs = misnamedSigns(font);
  return [...text].map(sign => (signs === null ? sign : signOf(signs, sign, width))).join('');
};

test('signs that bear the names of figures, letters and points are what they show, in the fonts that are known for it', () => {
  assert.equal(read('AdvPS7DA6', '2'), '−');
  assert.equal(read('AdvPS7DA6', ','), '<');
  assert.equal(read('AdvP4C4E51', ':'), '.');
  assert.equal(read('AdvPS44A44B', 'CKe'), '+−–');
  assert.equal(read('TeXCMMathsSymbols', 'ð½¼þÞ'), '([=+)');
});

test('braces named by their numbers are no letters of Chinese', () => {
  assert.equal(read('Universal-GreekwithMathPi', '兵其'), '{}');
});

test('what the map of such a font has no name for is a minus sign or a bracket, by its width', () => {
  assert.equal(read('TeXCMMathsSymbols', '\ufffd', 770), '−');
  assert.equal(read('TeXCMMathsSymbols', '\ufffd', 270), ']');
});

test('the grave accent of Rupee Foradian is the sign of rupees, and its other letters are themselves', () => {
  for (const font of ['RupeeForadian', 'Rupee_Foradian', 'Rupee Foradian', 'RupeeForadian,Bold'])
    assert.equal(read(font, '` 7,707.00'), '₹ 7,707.00');
});

test('other fonts, those of the same houses among them, are believed', () => {
  for (const font of ['Helvetica', 'AdvPS405B7', 'AdvTT928d35c8', 'constructor', ''])
    assert.equal(misnamedSigns(font), null, font);
});
