import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutDoubtedAccents, withoutStrayAccents } from './accents.ts';
import type { RecognizedLine } from './engine.ts';

/** A page of one line; the letters in `doubted` are read with low probability. */
function pageOf(text: string, doubted = ''): RecognizedLine[] {
  const place = { left: 0, top: 0, right: 9, bottom: 9 };
  const words = text.split(' ').map(word => {
    const letters = [...word].map(letter => ({
      text: letter,
      from: 0,
      to: 1,
      probability: doubted.includes(letter) ? 0.6 : 0.99,
    }));
    const withoutDoubted = withoutDoubtedAccents(letters);
    return { ...place, text: word, confidence: 90, ...(withoutDoubted !== undefined && { withoutDoubted }) };
  });
  return [{ ...place, words }];
}

const textOf = (lines: readonly RecognizedLine[]) =>
  lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');

const ENGLISH = 'the vector could be any of these and the place of each is told by its sequence '
  .repeat(20)
  .trim();

test('an accent that is read with doubt is a speck where others have none', () => {
  assert.equal(
    textOf(withoutStrayAccents(pageOf(`${ENGLISH} véctor ċould`, 'éċ'))),
    `${ENGLISH} vector could`,
  );
});

test('an accent that is read surely stays, though it be the only one', () => {
  assert.equal(
    textOf(withoutStrayAccents(pageOf(`${ENGLISH} Dvořák ċould`, 'ċ'))),
    `${ENGLISH} Dvořák could`,
  );
});

test('an accent that is read with doubt stays on a page of a language that has accents', () => {
  const swedish = 'på sidan står många små ord från en äldre bok';
  assert.equal(textOf(withoutStrayAccents(pageOf(`${swedish} även`, 'v'))), `${swedish} även`);
  assert.equal(textOf(withoutStrayAccents(pageOf(`${swedish} örter`, 'ö'))), `${swedish} örter`);
});

test('a stroke through an l and an i without its dot are doubted like accents', () => {
  assert.equal(
    textOf(withoutStrayAccents(pageOf(`${ENGLISH} schooł passıng`, 'łı'))),
    `${ENGLISH} school passing`,
  );
  const polish = 'był mały dom ze złą ścianą';
  assert.equal(textOf(withoutStrayAccents(pageOf(`${polish} łąka`, 'k'))), `${polish} łąka`);
});

test('nothing tells of what was doubted once the page has been read', () => {
  const [line] = withoutStrayAccents(pageOf('ċould', 'ċ'));
  assert.ok(line?.words.every(word => !('withoutDoubted' in word)));
});
