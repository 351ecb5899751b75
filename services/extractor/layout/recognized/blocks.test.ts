import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RecognizedLine, RecognizedPage } from '../../ocr/engine.ts';
import { blocksOfPictures } from './blocks.ts';

const HEIGHT = 20;
const LETTER = 10;

/** Words with ten pixels a letter; two spaces in a row are a wide gap. */
function line(text: string, left: number, top: number, height = HEIGHT): RecognizedLine {
  const words = [...text.matchAll(/\S+/g)].map(match => ({
    text: match[0],
    confidence: 95,
    left: left + match.index * LETTER,
    top,
    right: left + (match.index + match[0].length) * LETTER,
    bottom: top + height,
  }));
  return { left, top, right: words.at(-1)?.right ?? left, bottom: top + height, words };
}

function page(...lines: RecognizedLine[]): RecognizedPage {
  const rules = { horizontal: [], vertical: [] };
  return { width: 1000, height: 1400, quarterTurns: 0, lines, rules, confidence: 95 };
}

const blocksOf = (recognized: RecognizedPage, number = 1) => blocksOfPictures([{ number, recognized }]);

const textsOf = (recognized: RecognizedPage) =>
  blocksOf(recognized).map(block => ('text' in block ? `${block.kind}: ${block.text}` : block.kind));

test('lines below each other are one paragraph, a larger gap begins another', () => {
  const recognized = page(
    line('the first line of some text that', 0, 0),
    line('goes on here for a while and ends', 0, 28),
    line('then another one begins down here', 0, 90),
  );
  assert.deepEqual(textsOf(recognized), [
    'paragraph: the first line of some text that goes on here for a while and ends',
    'paragraph: then another one begins down here',
  ]);
});

test('two columns of running text are read one after the other', () => {
  const left = [
    'the left of two columns says some',
    'words that have nothing to do with',
    'those of the other one and goes on',
  ];
  const right = [
    'whereas the right of the two says',
    'others, which nobody reads before',
    'the left one was read to its end,',
  ];
  const beside = (texts: string[], x: number, y: number) =>
    texts.map((text, row) => line(text, x, y + 28 * row));
  const last = [
    line('over four lines before it is done', 0, 84),
    line('as the two stand beside each other', 450, 89),
  ];
  assert.deepEqual(textsOf(page(...beside(left, 0, 0), ...beside(right, 450, 5), ...last)), [
    `paragraph: ${[...left, 'over four lines before it is done', ...right, 'as the two stand beside each other'].join(' ')}`,
  ]);
});

test('columns of a newspaper are read one after the other, though their gutters are hardly wider than a space', () => {
  const column = (name: string) =>
    [0, 1, 2, 3, 4, 5].map(row => `${name} has rows of words of which this is ${'abcdef'.charAt(row)}`);
  const names = ['first', 'other', 'third', 'forth'];
  const gutter = 30;
  const rows = [0, 1, 2, 3, 4, 5].flatMap(row =>
    names.map((name, at) => line(column(name)[row] ?? '', at * (420 + gutter), 28 * row)),
  );
  const text = textsOf(page(...rows))
    .join(' ')
    .replaceAll('paragraph: ', '');
  assert.equal(text, names.flatMap(column).join(' '));
});

/** As an engine gives it: the first word is on the right. */
function fromTheRight(text: string, x: number, y: number): RecognizedLine {
  const { words, ...box } = line(text, x, y);
  return {
    ...box,
    words: words.map(word => ({ ...word, left: 2 * x + 400 - word.right, right: 2 * x + 400 - word.left })),
  };
}

test('of two columns that are read from the right the right one comes first, and words keep their spaces', () => {
  const right = [
    'הטור הימני של שני טורים אומר',
    'מילים שאין להן דבר עם אלה של',
    'השני והוא ממשיך עוד שורה אחת',
  ];
  const left = [
    'והטור השמאלי אומר דברים אחרים',
    'שאיש אינו קורא לפני שהטור של',
    'ימין נקרא עד סופו ולא לפני כן',
  ];
  const end = 'ארבע שורות עד שהוא נגמר כאן';
  const beside = (texts: string[], x: number, y: number) =>
    [...texts, end].map((text, row) => fromTheRight(text, x, y + 28 * row));
  const recognized = page(...beside(left, 0, 0), ...beside(right, 450, 5));
  // In Arabic and fax print the space between words is hardly more than a hair's width.
  for (const { words } of recognized.lines) for (const word of words) word.left -= 9;
  const text = textsOf(recognized).join(' ').replaceAll('paragraph: ', '');
  assert.equal(text, [...right, end, ...left, end].join(' '));
});

test('a headline over both columns comes before them', () => {
  const rows = [100, 128, 156, 184];
  const left = rows.map(top => line('this is the text of the left column', 0, top));
  const right = rows.map(top => line('and that is the text of the right one', 450, top));
  const headline = line('THE HEADLINE OVER ALL OF IT', 100, 0, 40);
  assert.equal(textsOf(page(...left, ...right, headline))[0], 'heading: THE HEADLINE OVER ALL OF IT');
});

test('rows whose pieces stand below each other are a table', () => {
  const recognized = page(
    line('Item       Count      Price', 0, 0),
    line('Apples     12         3.50', 0, 30),
    line('Pears      7          12.00', 0, 60),
  );
  const [table] = blocksOf(recognized, 2);
  assert.ok(table?.kind === 'table');
  assert.equal(table.page, 2);
  assert.deepEqual(
    table.rows.map(row => row.map(cell => cell.text)),
    [
      ['Item', 'Count', 'Price'],
      ['Apples', '12', '3.50'],
      ['Pears', '7', '12.00'],
    ],
  );
});

test('a cell that is missing leaves its place empty', () => {
  const recognized = page(
    line('Item       Count      Price', 0, 0),
    line('Apples                3.50', 0, 30),
    line('Pears      7          12.00', 0, 60),
  );
  const [table] = blocksOf(recognized);
  assert.ok(table?.kind === 'table');
  assert.deepEqual(
    table.rows[1]?.map(cell => cell.text),
    ['Apples', '', '3.50'],
  );
});

test('larger print is a heading, by its height a higher one', () => {
  const body = [200, 228, 256].map(top => line('some body text to set the usual height', 0, top));
  const recognized = page(line('The Title', 0, 0, 48), line('A Section', 0, 120, 32), ...body);
  const levels = blocksOf(recognized).map(block => (block.kind === 'heading' ? block.level : 0));
  assert.deepEqual(levels, [1, 2, 0]);
});

test('neighbouring paragraphs with bullets are a list', () => {
  const [list] = blocksOf(page(line('• one thing', 0, 0), line('• another thing', 0, 30)));
  assert.ok(list?.kind === 'list');
  assert.deepEqual(
    list.items.map(item => item.text),
    ['one thing', 'another thing'],
  );
});

test('a word that is broken at the end of a line is one word', () => {
  const recognized = page(
    line('here is a word that is hyphen-', 0, 0),
    line('ated at the end of its line', 0, 28),
  );
  assert.deepEqual(textsOf(recognized), [
    'paragraph: here is a word that is hyphenated at the end of its line',
  ]);
});

test('print is measured by the print of the whole file, whatever its density', () => {
  const dense = (recognized: RecognizedPage, factor: number): RecognizedPage => ({
    ...recognized,
    width: recognized.width * factor,
    height: recognized.height * factor,
    lines: recognized.lines.map(line => ({
      ...scaled(line, factor),
      words: line.words.map(word => ({ ...word, ...scaled(word, factor) })),
    })),
  });
  const recognized = page(
    line('A Title', 0, 0, 48),
    line('and some body text to set the usual height', 0, 100),
    line('of all that is printed on this page', 0, 128),
  );
  assert.deepEqual(textsOf(dense(recognized, 4)), textsOf(recognized));
  assert.equal(textsOf(recognized)[0], 'heading: A Title');
});

function scaled<T extends Box>(box: T, factor: number): T {
  const { left, top, right, bottom } = box;
  return { ...box, left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor };
}

test('a page without lines has no blocks', () => {
  assert.deepEqual(blocksOf(page()), []);
});
