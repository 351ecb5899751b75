import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTaggedOrder } from './tagged.ts';

const box = (name: string, left: number, top: number, place: number | null) => ({
  name,
  left,
  top,
  right: left + 100,
  bottom: top + 10,
  lineCount: 1,
  place,
});

const names = (boxes: ReturnType<typeof box>[]) => inTaggedOrder(boxes).map(({ name }) => name);

test('the tags decide where position leaves room', () => {
  const boxes = [
    box('title', 0, 0, 0),
    box('second', 0, 40, 2),
    box('first', 200, 40, 1),
    box('end', 0, 80, 3),
  ];
  assert.deepEqual(names(boxes), ['title', 'first', 'second', 'end']);
});

test('what is not tagged follows what stands before it', () => {
  const boxes = [box('a', 0, 0, 1), box('picture text', 0, 20, null), box('b', 0, 40, 2), box('c', 0, 60, 3)];
  assert.deepEqual(names(boxes), ['a', 'picture text', 'b', 'c']);
});

test('tags that turn a page upside down are not believed', () => {
  const boxes = [box('a', 0, 0, 3), box('b', 0, 20, 2), box('c', 0, 40, 1)];
  assert.deepEqual(names(boxes), ['a', 'b', 'c']);
});

test('a masthead in frames of its own comes first, though it is tagged where the frames are anchored', () => {
  const text = [...'abcdefghij'].map((name, at) => box(name, 0, 40 + 20 * at, at + 1));
  const masthead = [box('name', 0, 0, 11), box('date', 0, 20, 12)];
  assert.deepEqual(names([...text, ...masthead]), ['name', 'date', ...'abcdefghij']);
});

test('so does a name in a frame that is anchored at the first title below it', () => {
  const text = [...'abcdefghij'].map((name, at) => box(name, 0, 40 + 20 * at, at === 0 ? 1 : at + 2));
  assert.deepEqual(names([...text, box('name', 0, 0, 2)]), ['name', ...'abcdefghij']);
  const signature = box('signature', 0, 250, 0);
  assert.deepEqual(names([...text, signature]), [...'abcdefghij', 'signature']);
  const caption = box('caption', 0, 150, 0);
  assert.deepEqual(names([...text, caption]), ['caption', ...'abcdefghij'], 'all others are no frames');
});

test('tags in the order in which frames were laid on a page, as publishing programs write them, are not believed', () => {
  const boxes = [1, 2, 6, 7, 8, 3, 4, 5].map((place, at) => box('abcdefgh'[at] ?? '', 0, 20 * at, place));
  assert.deepEqual(names(boxes), [...'abcdefgh']);
});
