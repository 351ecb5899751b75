import assert from 'node:assert/strict';
import { test } from 'node:test';
import { characterOf } from './characters.ts';

test('ligatures and presentation forms are spelled out, radicals are the letters they look like', () => {
  assert.equal(characterOf('\ufb01', false), 'fi');
  assert.equal(characterOf('\ufefb', false), 'لا');
  assert.equal(characterOf('\ufe12', false), '。');
  assert.equal(characterOf('\u2f00', false), '一');
});

test('powers, fractions and full-width letters stay as they are', () => {
  for (const sign of ['²', '½', 'Ａ', '™']) assert.equal(characterOf(sign, false), sign);
});

test('a bullet of a symbol font is a bullet, a private character of a text font is nothing', () => {
  assert.equal(characterOf('\uf0b7', true), '•');
  assert.equal(characterOf('\ue123', false), '');
});

test('what no standard gives a meaning to says nothing', () => {
  assert.equal(characterOf('\uffff', false), '');
  assert.equal(characterOf('\u0378', false), '');
});

test('marks of direction and invisible joiners are left out, a soft hyphen that is drawn is a hyphen', () => {
  assert.equal(characterOf('\u200f', false), '');
  assert.equal(characterOf('\u00ad', false), '-');
});

test('ligatures whose bytes Ghostscript has swapped are the letters they were, a Chinese word stays', () => {
  assert.equal(characterOf('\u6600\u6900', false), 'fi');
  assert.equal(characterOf('\u6600\u6600\u6c00', false), 'ffl');
  assert.equal(characterOf('\u6600\ucf00', false), 'ffi');
  assert.equal(characterOf('\u6600\ud200', false), 'ffl');
  assert.equal(characterOf('\u6600', false), '\u6600');
  assert.equal(characterOf('\u6587\u5b57', false), '文字');
});

test('joiners are kept behind letters of scripts that have them, and mean nothing elsewhere', () => {
  assert.equal(characterOf('ප්\u200dර', false), 'ප්\u200dර');
  assert.equal(characterOf('می\u200cشود', false), 'می\u200cشود');
  assert.equal(characterOf('f\u200ci\u200d', false), 'fi');
  assert.equal(characterOf('\u200d', false), '');
});
