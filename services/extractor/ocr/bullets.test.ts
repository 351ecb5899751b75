import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBullets } from './bullets.ts';
import type { RecognizedLine } from './engine.ts';
import type { Component } from './pixels/components.ts';

/** Capitals of 23 pixels on the base line 100: one em is 33 pixels. */
function line(...words: [text: string, left: number, right: number][]): RecognizedLine {
  const read = words.map(([text, left, right]) => ({
    text,
    left,
    right,
    top: 77,
    bottom: 100,
    confidence: 90,
  }));
  return { left: read[0]?.left ?? 0, right: read.at(-1)?.right ?? 0, top: 77, bottom: 100, words: read };
}

const piece = (left: number, side: number, top: number, inkShare = 0.8): Component => ({
  left,
  right: left + side,
  top,
  bottom: top + side,
  area: inkShare * side * side,
});

const DOT = piece(50, 11, 84);
const textsOf = (lines: readonly RecognizedLine[]) =>
  lines.map(({ words }) => words.map(word => word.text).join(' '));

test('a solid dot before a line is a bullet, whatever it was read as', () => {
  const lines = [line(['e', 50, 61], ['North', 80, 160]), line(['North', 80, 160], ['quay', 170, 230])];
  assert.deepEqual(textsOf(withBullets(lines, [DOT])), ['• North', '• North quay']);
});

test('the line begins where its bullet does', () => {
  assert.equal(withBullets([line(['North', 80, 160], ['quay', 170, 230])], [DOT])[0]?.left, 50);
});

test('letters and rings, full stops and blots are none', () => {
  const ring = piece(50, 11, 84, 0.5);
  const stop = piece(50, 4, 96, 1);
  const blot = piece(40, 30, 70, 1);
  const words = [line(['o', 50, 61], ['North', 80, 160])];
  assert.deepEqual(textsOf(withBullets(words, [ring, stop, blot])), ['o North']);
});

test('a dot between two words or far from the text stays out', () => {
  const apart = [line(['Middle', 80, 160], ['Dot', 200, 260])];
  assert.deepEqual(textsOf(withBullets(apart, [piece(175, 11, 84)])), ['Middle Dot']);
  assert.deepEqual(textsOf(withBullets([line(['Far', 300, 360], ['off', 370, 400])], [DOT])), ['Far off']);
  assert.deepEqual(textsOf(withBullets([line(['80272', 80, 160])], [DOT])), ['80272']);
});
