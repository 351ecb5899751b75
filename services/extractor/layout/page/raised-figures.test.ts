import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineText } from '../one-page/tables/shape/text.ts';
import { toWords } from '../one-page/tables/shape/words.ts';
import type { TextItem } from './content.ts';
import { itemsAt } from './line.fixture.ts';
import { textOf } from './line.ts';

type Drawn = readonly [text: string, sizePt: number, risePt: number];

/** Pieces of one word, each beginning at the end of the one before. */
function drawn(...pieces: readonly Drawn[]): TextItem[] {
  let left = 50;
  return pieces.flatMap(([text, size, rise], index) => {
    const [item] = itemsAt(left, 100 - rise, text, { size, index }) as [TextItem];
    left += item.width;
    return [{ ...item, spaceBefore: index === 0 }];
  });
}

const read = (...pieces: readonly Drawn[]) => textOf(drawn(...pieces));

test('raised figures behind a number are no figures of it: exponents, marks of notes', () => {
  assert.equal(read(['3×10', 10, 0], ['8', 7, 4]), '3×10⁸');
  assert.equal(read(['273.879.750', 10, 0], ['1', 6, 3]), '273.879.750¹');
  assert.equal(read(['10', 10, 0], ['−', 7, 4], ['3', 7, 4]), '10⁻³');
});

test('so they are in the cells of tables', () => {
  assert.equal(lineText(toWords(drawn(['1,529', 10, 0], ['2', 6, 4]))), '1,529²');
});

test('raised figures behind a word, lowered ones, and smaller ones on the base line are plain', () => {
  assert.equal(read(['word', 10, 0], ['3', 6, 4]), 'word3');
  assert.equal(read(['CO', 10, 0], ['2', 7, -2]), 'CO2');
  assert.equal(read(['1', 10, 0], ['2', 7, 0]), '12');
});
