import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../../layout/page/blank-page.fixture.ts';
import { itemsAt } from '../../../layout/page/line.fixture.ts';
import { freePart, wordShare } from './layer.ts';

const shareOf = (text: string) => wordShare(text.split(' '));

test('words of any script, names, initials of companies and broken words are words', () => {
  assert.equal(shareOf('The well-known O’Leary of NATO says “déjà-vu”, d’accord.') ?? 0, 45 / 47);
  assert.equal(shareOf('Überschwemmungsgebiete'), 1);
  assert.equal(shareOf('Документ 文書は一枚の紙に印刷されています'), 1);
  assert.equal(shareOf('được trước những người đường phố'), 1);
  assert.equal(shareOf('製作Debian原始碼套件的程式、コンピューター'), 1);
  assert.equal(shareOf('Contents..............Chapter and/or the.rest'), 1);
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

/** A scan of 600 × 800 points with hidden lines between two heights, each `across` points wide. */
function layered(from: number, to: number, across: number) {
  const line = 'river '.repeat(across / 30).trim();
  const baselines = Array.from({ length: (to - from) / 20 }, (_, at) => from + 20 * at);
  return blankPage({
    items: baselines.flatMap(y => itemsAt(50, y, line).map(item => ({ ...item, invisible: true }))),
    pictures: [{ name: null, left: 0, top: 0, right: 600, bottom: 800 }],
  });
}

test('a layer is a part of the page where a third of its height, or a column, has no words', () => {
  const whole = { left: 0, top: 0, right: 600, bottom: 800 };
  assert.deepEqual(freePart(layered(60, 400, 480)), { ...whole, top: 380 });
  assert.deepEqual(freePart(layered(400, 740, 480)), { ...whole, bottom: 390 });
  assert.equal(freePart(layered(60, 740, 240))?.right, 600);
  assert.equal(freePart(layered(60, 640, 480)), null);
});
