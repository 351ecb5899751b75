import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTexCode } from './tex-codes.ts';

const meaning = (codes: string, alone = false) => [...codes].map(code => fromTexCode(code, alone)).join('');

test('ligatures of both TeX encodings are spelled out', () => {
  assert.equal(meaning('speci\u001ccation, con\u000dict'), 'specification, conflict');
  assert.equal(meaning('e\u001ecient, sta\u000b'), 'efficient, staff');
});

test('dashes, quotes and letters beyond ASCII are those of the Cork encoding', () => {
  assert.equal(meaning('\u0010vi\u0015x\u0011'), '“vi–x”');
  assert.equal(meaning('gr\u00f6\u00ffer, \u008aód\u00b9'), 'größer, Łódź');
});

test('a code that its operator draws alone is a bullet or a sign, no ligature', () => {
  assert.equal(meaning('\u000f', true), '•');
  assert.equal(meaning('\u0088', true), '•');
  assert.equal(meaning('\u000c', true), '\u000c');
  assert.equal(meaning('\u00b0', true), '°');
});
