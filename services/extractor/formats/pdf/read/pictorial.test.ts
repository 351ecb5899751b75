import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictorialKind, pictureOf } from './pictorial.ts';

const drawn = (font: string, ...codes: string[]) => {
  const kind = pictorialKind(font);
  return codes.map(code => (kind === null ? code : pictureOf(code, kind))).join('');
};

test('the triangle before the items of a Beamer slide is no letter', () => {
  assert.equal(drawn('MSAM7', 'I'), '▶');
  assert.equal(drawn('MSAM10', 'X', '6', '>'), '✓⩽⩾');
  assert.equal(drawn('MSAM10', '⊴'), '⊴');
});

test('the letters of TeX’s fonts of the euro are that sign', () => {
  assert.equal(drawn('TeX-feymr10', 'e'), '€');
  assert.equal(drawn('feymbr10', 'e'), '€');
});

test('letters of dingbats and wingdings are their pictures, letters of other fonts are letters', () => {
  assert.equal(drawn('ZapfDingbats', 'n', '4'), '■✔');
  assert.equal(drawn('Wingdings-Regular', 'n'), '■');
  assert.equal(drawn('CMR10', 'I'), 'I');
});
