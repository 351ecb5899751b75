import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withBullets } from './bullets.ts';
import type { Component } from './pixels/components.ts';
import { inkOf, lineAt, PITCH_PX, textsOf } from './testing/drawn-lines.ts';

const piece = (left: number, top: number, size: number, share = 0.78): Component => ({
  ...{ left, top, right: left + size, bottom: top + size },
  area: share * size * size,
});

const ITEMS = [0, 1, 2].map(row => lineAt(100, row, 'move', 'on'));
const bulletsAt = (left: number, share?: number) =>
  [0, 1, 2].map(row => piece(left, PITCH_PX * row + 15, 11, share));

test('discs and rings in front of lines open them', () => {
  const ink = ITEMS.flatMap(inkOf);
  assert.deepEqual(textsOf(withBullets(ITEMS, [...ink, ...bulletsAt(60)])), Array(3).fill('• move on'));
  assert.deepEqual(textsOf(withBullets(ITEMS, [...ink, ...bulletsAt(60, 0.4)])), Array(3).fill('○ move on'));
});

test('a disc in the box of the first word, which does not say it, opens the line and is no part of the word', () => {
  const wide = ITEMS.map(line => ({
    ...line,
    words: line.words.map((word, at) => (at === 0 ? { ...word, left: 60 } : word)),
  }));
  const read = withBullets(wide, [...ITEMS.flatMap(inkOf), ...bulletsAt(60)]);
  assert.deepEqual(textsOf(read), Array(3).fill('• move on'));
  assert.equal(read[0]?.words[1]?.left, 100);
});

test('rings that were read as letters of their own are those of the lines behind', () => {
  const rings = [0, 1, 2].map(row => {
    const line = lineAt(60, row, 'o');
    return { ...line, right: 75, words: line.words.map(word => ({ ...word, right: 71 })) };
  });
  const read = withBullets([...rings, ...ITEMS], [...ITEMS.flatMap(inkOf), ...bulletsAt(60, 0.4)]);
  assert.deepEqual(textsOf(read), Array(3).fill('○ move on'));
});

test('a disc whose fellow in the list was read is one, too', () => {
  const [first, ...others] = ITEMS;
  const disc = { ...piece(60, 15, 11), text: '•', confidence: 99 };
  const lines = [
    { ...lineAt(100, 0, 'move', 'on'), words: [disc, ...(first?.words ?? [])] },
    ...others.slice(0, 1),
  ];
  const ink = [...lines.flatMap(inkOf), ...bulletsAt(60).slice(1, 2)];
  assert.deepEqual(textsOf(withBullets(lines, ink)), Array(2).fill('• move on'));
});

test('a disc that the first word’s box begins in opens the line, though that word be a single letter', () => {
  const lines = [0, 1, 2].map(row => {
    const { words, ...line } = lineAt(100, row, 'I', 'move');
    const place = row === 0 ? { left: 60, right: 108 } : { left: 64, right: 108 };
    return { ...line, words: words.map((word, at) => (at === 0 ? { ...word, ...place } : word)) };
  });
  const letters = lines.flatMap(({ words }) =>
    words.map(({ left, top, right, bottom }, at) => ({
      left: at === 0 ? 100 : left,
      top,
      right,
      bottom,
      area: 99,
    })),
  );
  assert.deepEqual(textsOf(withBullets(lines, [...letters, ...bulletsAt(60)])), Array(3).fill('• I move'));
});

test('a triangle that was read as a letter which would be higher is a bullet', () => {
  const lone = (text: string, size: number) => {
    const line = lineAt(58, 1, text);
    const pieces = [0, 1, 2].map(row => piece(60, PITCH_PX * row + 15, row === 1 ? size : 11));
    const lines = [{ ...line, right: 75, words: line.words.map(word => ({ ...word, right: 73 })) }, ...ITEMS];
    return textsOf(withBullets(lines, [...ITEMS.flatMap(inkOf), ...pieces]));
  };
  assert.deepEqual(lone('T', 11), Array(3).fill('• move on'));
  assert.deepEqual(lone('x', 11), ['x', '• move on', 'move on', '• move on']);
});

test('bullets in a frame are no part of it', () => {
  const frame = { left: 10, top: 0, right: 900, bottom: 300, area: 4000 };
  const ink = [...ITEMS.flatMap(inkOf), ...bulletsAt(60), frame];
  assert.deepEqual(textsOf(withBullets(ITEMS, ink)), Array(3).fill('• move on'));
});

/** A mark higher than wide and as large as a letter, in front of an item. */
const emblem = (row: number, area: number): Component => {
  const top = PITCH_PX * row + 11;
  return { left: 52, top, right: 69, bottom: top + 20, area };
};

test('three arrows, ticks or stars alike that the reader passed over open their lines', () => {
  const ink = [...ITEMS.flatMap(inkOf), ...[0, 1, 2].map(row => emblem(row, 120))];
  assert.deepEqual(textsOf(withBullets(ITEMS, ink)), Array(3).fill('○ move on'));
});

test('letters and figures that differ, two alike and boxes to tick are no such bullets', () => {
  const unchanged = (pieces: Component[]) =>
    assert.deepEqual(textsOf(withBullets(ITEMS, [...ITEMS.flatMap(inkOf), ...pieces])), textsOf(ITEMS));
  unchanged([90, 160, 240].map((area, row) => emblem(row, area)));
  unchanged([0, 1].map(row => emblem(row, 120)));
  unchanged([0, 1, 2].map(row => piece(52, PITCH_PX * row + 11, 20, 0.36)));
});

test('a single speck, letters that are read, full stops and what stands far off are no bullets', () => {
  const ink = ITEMS.flatMap(inkOf);
  const unchanged = (pieces: Component[], lines = ITEMS) =>
    assert.deepEqual(textsOf(withBullets(lines, [...ink, ...pieces])), textsOf(lines));
  unchanged(bulletsAt(60).slice(0, 1));
  unchanged(bulletsAt(10));
  unchanged([0, 1, 2].map(row => piece(80, PITCH_PX * row + 26, 4)));
  const marked = [0, 1, 2].map(row => lineAt(-40, row, 'so', 'x'));
  unchanged(bulletsAt(85), [...ITEMS, ...marked]);
});

test('bullets are found among the grain of a noisy page, however much of it there is', () => {
  const grain = Array.from({ length: 30_001 }, (_, at) =>
    piece(40 + (at % 200), 5 + Math.floor(at / 200), 1),
  );
  const lines = withBullets(ITEMS, [...ITEMS.flatMap(inkOf), ...bulletsAt(60), ...grain]);
  assert.deepEqual(textsOf(lines), Array(3).fill('• move on'));
});

test('a page of grain as large as print is not looked through', () => {
  const grain = Array.from({ length: 30_001 }, (_, at) => piece(500 + at, 900, 4));
  const lines = withBullets(ITEMS, [...ITEMS.flatMap(inkOf), ...bulletsAt(60), ...grain]);
  assert.deepEqual(textsOf(lines), textsOf(ITEMS));
});
