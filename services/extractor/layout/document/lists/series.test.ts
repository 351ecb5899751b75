import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { FlowText } from '../../page/flow.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { listItemsOf } from './series.ts';

/** A text that begins `gap` points after a number at the left. */
function numbered(number: string, text: string, at: number, gap: number, raise = 0): FlowText {
  const items = [
    ...itemsAt(40, 100 + 20 * at - raise, number),
    ...itemsAt(40 + 5 + gap, 100 + 20 * at, text),
  ];
  const block = blockOf([lineOf(items)]);
  return { kind: 'text', block, zone: 'body', page: 1, role: 'text' };
}

const count = (...pieces: FlowText[]) => listItemsOf(pieces, new Set()).size;

test('numbers without a sign that stand apart and count from 1 are markers', () => {
  const texts = ['To do so', 'The parts are public', 'However little'];
  assert.equal(count(...texts.map((text, at) => numbered(`${at + 1}`, text, at, 8))), 3);
  assert.equal(count(...texts.map((text, at) => numbered(`${at + 4}`, text, at, 8))), 0, 'not from 1');
  assert.equal(count(...texts.map((text, at) => numbered(`${at + 1}`, text, at, 3))), 0, 'a word apart');
  assert.equal(count(...texts.map((text, at) => numbered(`${at + 1}`, text, at, 8, 4))), 0, 'raised');
});

test('entries of contents end in a number and are no list', () => {
  const titles = ['Scope 2', 'Terms 3', 'Fees 7'];
  assert.equal(count(...titles.map((title, at) => numbered(`${at + 1}`, title, at, 8))), 0);
});

test('a letter counts only beside its neighbour', () => {
  const both = ['a) Boots', 'b) Coats'].map((text, at) => numbered(text.slice(0, 2), text.slice(3), at, 8));
  assert.equal(count(...both), 2);
  assert.equal(count(...both.slice(1)), 0);
});

test('initials of two people whose letters follow each other are no count', () => {
  const lines = (...texts: string[]) =>
    count(...texts.map((text, at) => numbered(text.slice(0, 2), text.slice(3), at, 8)));
  assert.equal(lines('R. Whitfield', 'S. Amadi'), 0);
  assert.equal(lines('A. Scope', 'B. Terms'), 2, 'from A on');
  assert.equal(lines('D. Scope', 'E. Terms', 'F. Fees'), 3, 'three of them');
  assert.equal(lines('D. What it is about', 'E. What it means'), 2, 'no names');
});

test('numbers in brackets with a point behind them are markers', () => {
  const both = ['(i). Boots', '(ii). Coats'].map((text, at) =>
    numbered(text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1), at, 8),
  );
  assert.equal(count(...both), 2);
});

test('rows of dashes part what stands above and below them, and are no list', () => {
  assert.equal(count(...[0, 1].map(at => numbered('-', '- - - - - -', at, 2))), 0);
});

/**
 * A line of program text, 12 points below the one before; the word `drawn` is in another font, because the program's
 * font lacks its sign.
 */
function listed(text: string, at: number, drawn = ''): FlowText {
  const items = itemsAt(40, 100 + 12 * at, text).map(item => ({
    ...item,
    font: { ...item.font, monospace: item.text !== drawn },
  }));
  return { kind: 'text', block: blockOf([lineOf(items)]), zone: 'body', page: 1, role: 'text' };
}

test('dashes and numbers in program text are no list', () => {
  const configuration = ['boats:', '- name: Anna', '- name: Berta'].map((text, at) => listed(text, at));
  assert.equal(count(...configuration), 0);
  assert.equal(listItemsOf(configuration, new Set(), true).size, 2, 'all is typed');
});

test('nor are signs in it that another font had to draw, but a list of commands is one', () => {
  const steps = ['Looking for boats', '✓ Anna found', '✓ Berta found'];
  assert.equal(count(...steps.map((text, at) => listed(text, at, '✓'))), 0);
  const commands = ['• npm install', '• npm start'];
  for (const drawn of ['•', ''])
    assert.equal(count(...commands.map((text, at) => listed(text, 2 * at, drawn))), 2);
});
