import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordShare } from './scan-layer.ts';

const shareOf = (text: string) => wordShare(text.split(' '));

test('words of any script, names, initials of companies and broken words are words', () => {
  assert.equal(shareOf('The well-known O’Leary of NATO says “déjà-vu”, d’accord.') ?? 0, 45 / 49);
  assert.equal(shareOf('Überschwemmungsgebiete'), 1);
  assert.equal(shareOf('Документ 文書は一枚の紙に印刷されています'), 1);
});

test('codes, cut up words and lines without spaces are none', () => {
  assert.equal(shareOf('"/ &9&$65"# 0634 G#:-*/,*/(HZ'), 0);
  assert.equal(shareOf('T h e w o r d s'), 0);
  assert.equal(shareOf('Thefollowingtestsensurethatwritesworkwithsets.'), 0);
  assert.ok((shareOf('poxmnbor 10Uaxe nog -soisnp>v swusSeSuyzontuow pu Sur88o] Aqpasmnbas') ?? 1) < 0.5);
});

test('figures say nothing either way', () => {
  assert.equal(shareOf('4,769.32 2023-474 A4'), null);
  assert.equal(shareOf('Total 4,769.32'), 1);
});
