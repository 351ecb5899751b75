import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { withSpaces } from './spaces.ts';

/** Letters 10 wide and 20 high at the given places. */
const letters = (...lefts: number[]): Component[] =>
  lefts.map(left => ({ left, right: left + 10, top: 0, bottom: 20, area: 100 }));

function read(text: string, components: readonly Component[]): string {
  const right = Math.max(...components.map(piece => piece.right));
  const box = { left: 0, right, top: 0, bottom: 20 };
  const line: RecognizedLine = { ...box, words: [{ ...box, text, confidence: 90 }] };
  return withSpaces([line], components)
    .flatMap(of => of.words)
    .map(word => `${word.text}@${word.left}-${word.right}`)
    .join(' ');
}

test('a gap as wide as a space parts a word', () => {
  assert.equal(read('13A', letters(0, 12, 32)), '13@0-22 A@32-42');
});

test('even gaps, however wide, are letter-spacing', () => {
  assert.equal(read('WIDE', letters(0, 20, 40, 60)), 'WIDE@0-70');
});

test('a narrow letter in monospaced print has wide gaps and no spaces', () => {
  const narrow = { left: 46, right: 49, top: 0, bottom: 20, area: 60 };
  assert.equal(read('QUICK', [...letters(0, 21, 63, 84), narrow]), 'QUICK@0-94');
});

test('marks part no word', () => {
  assert.equal(read('1/A', letters(0, 12, 32)), '1/A@0-42');
});

test('the dot of a letter and its stem are one letter', () => {
  const dot = { left: 33, right: 37, top: 0, bottom: 3, area: 12 };
  assert.equal(read('13i', [...letters(0, 12, 32), dot]), '13@0-22 i@32-42');
});

test('a word whose letters touch stays whole', () => {
  assert.equal(read('13AB', letters(0, 12, 32)), '13AB@0-42');
});
