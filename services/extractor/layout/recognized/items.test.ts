import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedLine } from '../../ocr/engine.ts';
import { itemsOf, rulesFrom, upendedItems } from './items.ts';

/** Words as an engine gives them: 100 pixels an em, with the base line at `y`. */
function line(text: string, y: number): RecognizedLine {
  const words = text.split(' ').map((word, index) => ({
    text: word,
    confidence: 90,
    left: 200 * index,
    right: 200 * index + 150,
    top: y - (/[A-Zbdfhijklt]/.test(word) ? 69 : 46),
    bottom: y + (/[gjpqy]/.test(word) ? 21 : 0),
  }));
  return { left: 0, right: 900, top: y - 69, bottom: y + 21, words };
}

const AT_ORIGIN = { left: 0, top: 0, scale: 10 };

test('each word is an item on the base line of its line', () => {
  const items = itemsOf([line('no page', 500)], { left: 7, top: 3, scale: 10 }, 4);
  assert.deepEqual(
    items.map(({ text, left, baseline, width, index }) => ({ text, left, baseline, width, index })),
    [
      { text: 'no', left: 7, baseline: 53, width: 15, index: 4 },
      { text: 'page', left: 27, baseline: 53, width: 15, index: 5 },
    ],
  );
});

test('the size is that of the print, whichever letters a line happens to have', () => {
  const sizes = itemsOf([line('no', 100), line('Had', 300), line('page', 500)], AT_ORIGIN, 0).map(
    item => item.size,
  );
  assert.deepEqual(sizes, [10, 10, 10]);
});

test('a size a little off the usual one is the usual one, a headline is not', () => {
  const headline = line('Headline', 900);
  for (const word of headline.words) word.top = 900 - 140;
  const lines = [line('one', 100), line('two', 200), line('six', 300), line('ten', 400), headline];
  const [first] = lines[0]?.words ?? [];
  if (first) first.top -= 4;
  assert.deepEqual(
    itemsOf(lines, AT_ORIGIN, 0).map(item => item.size),
    [10, 10, 10, 10, 20],
  );
});

test('a number in a line that is read from the right has its stop on the left, whoever recognised it', () => {
  const texts = (text: string) => itemsOf([line(text, 100)], AT_ORIGIN, 0).map(item => item.text);
  assert.deepEqual(texts('מבוא 3.1. על'), ['אובמ', '.3.1', 'לע']);
  assert.deepEqual(texts('מבוא .3.1 על'), ['אובמ', '.3.1', 'לע']);
  assert.deepEqual(texts('chapter 3.1.'), ['chapter', '3.1.']);
});

test('brackets around words that are read from the right are seen as those around Latin words', () => {
  const texts = itemsOf([line('מבוא (על הכל) (F2)', 100)], AT_ORIGIN, 0).map(item => item.text);
  assert.deepEqual(texts, ['אובמ', 'לע)', '(לכה', '(F2)']);
});

test('lines under heads are no rules of a table, a grid and three equal lines are', () => {
  const across = (top: number, right = 900) => ({ left: 100, right, top, bottom: top + 4 });
  const down = (left: number) => ({ left, right: left + 4, top: 100, bottom: 500 });
  const count = (horizontal: ReturnType<typeof across>[], vertical: ReturnType<typeof down>[]) =>
    rulesFrom({ horizontal, vertical }, AT_ORIGIN).length;
  assert.equal(count([across(100), across(1000, 300)], [down(50)]), 0);
  assert.equal(count([across(100), across(500)], [down(100), down(900)]), 4);
  assert.equal(count([across(100), across(300), across(500), across(1000, 300)], []), 3);
});

test('a rule that parts the rows of some columns is kept between rules that run across all of them', () => {
  const across = (top: number, left = 100, right = 900) => ({ left, right, top, bottom: top + 4 });
  const table = [across(100), across(200), across(400)];
  const count = (rule: ReturnType<typeof across>) =>
    rulesFrom({ horizontal: [...table, rule], vertical: [] }, AT_ORIGIN).length;
  assert.equal(count(across(300, 500)), 4);
  assert.equal(count(across(500, 500)), 3);
  assert.equal(count(across(300, 500, 1000)), 3);
});

test('cells of a leaning row come from left to right, one after the other', () => {
  const cell = (text: string, left: number, y: number) => {
    const { words, ...box } = line(text, y);
    const move = <B extends { left: number; right: number }>(one: B) => ({
      ...one,
      left: one.left + left,
      right: one.left + left + 150,
    });
    return { ...move(box), words: words.map(move) };
  };
  const rows = [
    [cell('c', 800, 96), cell('b', 400, 98), cell('a', 0, 100)],
    [cell('f', 800, 196), cell('e', 400, 198), cell('d', 0, 200)],
  ].flat();
  const items = itemsOf(rows, AT_ORIGIN, 0);
  assert.equal(items.map(({ text }) => text).join(''), 'abcdef');
});

test('words of lines that run up and down stand where a PDF would set them', () => {
  const frame = { left: 40, top: 20, right: 60, bottom: 80 };
  const words = [{ left: 4, top: 2, right: 34, bottom: 18, text: 'Nickel', confidence: 99 }];
  const placement = { left: 0, top: 0, scale: 2 };
  const [up, down] = [true, false].map(
    runsUp => upendedItems([{ runsUp, frame, words }], placement, 7)[0] ?? assert.fail(),
  );
  assert.deepEqual([up?.angle, up?.baseline, up?.width, up?.index], [90, 38, 15, 7]);
  assert.deepEqual([down?.angle, down?.baseline, down?.width], [-90, 12, 15]);
  assert.ok((up?.left ?? 0) > 25 && (up?.left ?? 0) < 30);
  assert.ok((down?.left ?? 0) > 20 && (down?.left ?? 0) < 25);
});
