import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document, List } from '../../schemas/document.ts';
import { renderElements } from './elements.ts';
import { withinDepth } from './list-depth.ts';
import { renderPlainText } from './plain-text.ts';

const LEVELS = 32;

/** Nested lists, each with one item of `characters` characters. */
function nested(levels: number, characters: number): Document {
  let list: List | undefined;
  for (let level = levels; level > 0; level--) {
    const text = `${level} `.padEnd(characters, 'x');
    list = {
      kind: 'list',
      ordered: false,
      items: [{ text, lists: list === undefined ? [] : [list] }],
      page: null,
    };
  }
  return { blocks: list === undefined ? [] : [list], pages: null, ocr: false, warnings: [] };
}

function depthOf({ blocks }: Document): number {
  let depth = 0;
  for (let list = blocks[0]; list?.kind === 'list'; list = list.items[0]?.lists[0]) depth++;
  return depth;
}

const jsonLength = (document: Document) => JSON.stringify(renderElements(renderPlainText(document))).length;

test('lists deep in each other are told a few times at most, and no item is lost', () => {
  const document = nested(LEVELS, 60_000);
  const within = withinDepth(document);
  assert.ok(jsonLength(document) > 30_000_000);
  assert.ok(jsonLength(within) < 15_000_000);
  // An answer has room for four times 1,920,000 characters and a million more: the four outermost levels, of 1.92,
  // 1.86, 1.80 and 1.74 million, fit.
  assert.equal(depthOf(within), 4);
  const numbers = (one: Document) => renderPlainText(one).text.match(/\d+ x/g);
  assert.deepEqual(numbers(within), numbers(document));
});

test('lists that people write are as deep as they wrote them', () => {
  const outline = nested(LEVELS, 1_000);
  assert.equal(withinDepth(outline), outline);
  const large = nested(4, 1_000_000);
  assert.equal(withinDepth(large), large);
});
