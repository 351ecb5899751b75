import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import type { Line } from '../../page/line.ts';
import { repeatedLines } from './repeated.ts';

const BODY = [lineAt(72, 100, 'The first line of the text'), lineAt(72, 112, 'and the second one of it')];

/** Pages with the given lines above or below the same text. */
const pagesWith = (...edges: Line[][]) =>
  edges.map(lines => ({ width: 612, height: 792, lines: [...lines, ...BODY.map(line => ({ ...line }))] }));

const textsFound = (pages: ReturnType<typeof pagesWith>) =>
  [...repeatedLines(pages, 10)].map(([line, edge]) => `${edge}: ${line.text}`);

test('a line that recurs at the same height is furniture, whatever number it ends in', () => {
  const pages = pagesWith(...[4, 5, 6].map(number => [lineAt(300, 760, `Page ${number} of 9`)]));
  assert.deepEqual(textsFound(pages), ['footer: Page 4 of 9', 'footer: Page 5 of 9', 'footer: Page 6 of 9']);
});

test('a head that names another section on every page is known by the page number beside it', () => {
  const heads = ['Rivers', 'Lakes', 'Seas'].map((title, at) => [
    lineAt(72, 40, title),
    lineAt(500, 40, `${12 + at}`),
  ]);
  assert.deepEqual(
    textsFound(pagesWith(...heads)).filter(text => /\p{L}$/u.test(text)),
    ['header: Rivers', 'header: Lakes', 'header: Seas'],
  );
});

test('the number at the foot of a page that opens a chapter counts with those in the heads of others', () => {
  const head = (number: number) => [lineAt(500, 40, `${number}`)];
  const opening = (number: number) => [lineAt(300, 650, `${number}`)];
  const pages = pagesWith(opening(1), head(2), head(3), head(4), opening(5), opening(7));
  assert.deepEqual(
    textsFound(pages).filter(text => text.startsWith('footer')),
    ['footer: 1', 'footer: 5'],
  );
});

test('a head that differs on every page is known by standing apart at the same height', () => {
  const heads = ['1.2 Rivers', '1.2 Lakes', '2.1 Seas'].map(title => [lineAt(72, 40, title)]);
  assert.equal(textsFound(pagesWith(...heads)).length, 3);
});

test('the first line of a page is no head where every line of it stands apart like a paragraph', () => {
  const steps = ['Technology', 'Hosting', 'Reports'].map(title => ({
    width: 612,
    height: 792,
    lines: [title, `${title} of ours`, 'Processing', 'Backup'].map((text, at) =>
      lineAt(72, 72 + 23 * at, text),
    ),
  }));
  assert.equal(repeatedLines(steps, 10).size, 0);
});

test('titles set larger than the text are no furniture, even where they count', () => {
  const titles = ['1 Rivers', '2 Lakes', '3 Seas'].map(title => [lineAt(72, 40, title, { size: 14 })]);
  assert.deepEqual(textsFound(pagesWith(...titles)), []);
});

test('what recurs as large as a title is one where it stands first', () => {
  const heads = [1, 2, 3].map(() => [lineAt(72, 40, 'Members Price List', { size: 26 })]);
  assert.deepEqual(textsFound(pagesWith(...heads)).length, 2);
  const numbers = [1, 2, 3].map(number => [lineAt(72, 40, `Page ${number}`, { size: 26 })]);
  assert.deepEqual(textsFound(pagesWith(...numbers)).length, 3, 'numbers of pages');
});

test('text under a title of its page is no furniture, though other pages have the same words there', () => {
  const heads = ['Interpretation', 'Payment', 'Liability'].map(title => [
    lineAt(72, 40, 'Sample agreement'),
    lineAt(72, 72, title, { size: 15 }),
    lineAt(72, 88, 'This clause has no legal weight'),
  ]);
  assert.deepEqual(
    textsFound(pagesWith(...heads)),
    heads.map(() => 'header: Sample agreement'),
  );
});

test('the first line of running text is no furniture though every page begins at the same height', () => {
  const pages = ['Ober', 'Unter', 'Nieder'].map(word => ({
    width: 612,
    height: 792,
    lines: [lineAt(72, 40, `${word} of the many things`), lineAt(72, 52, `that go on in ${word}`)],
  }));
  assert.equal(repeatedLines(pages, 10).size, 0);
});

test('a head stands as low as the LaTeX classes of books set it', () => {
  const heads = ['CHAPTER 1. RIVERS', 'CHAPTER 2. LAKES', 'CHAPTER 3. SEAS'].map((title, at) => [
    lineAt(134, 108, title),
    lineAt(472, 108, `${12 + at}`),
  ]);
  const pages = heads.map(lines => ({
    width: 612,
    height: 792,
    lines: [...lines, lineAt(134, 134, 'The first line of the text'), lineAt(134, 146, 'and the second one')],
  }));
  assert.equal(repeatedLines(pages, 10).size, 6);
});

test('numbers of two pages are at their foot, however high it is and though one page has nothing else but a table', () => {
  const number = (page: number, left = 300) => lineAt(left, 665, `${page}`);
  const [first, second] = pagesWith([number(1)], [number(2)]);
  assert.ok(first && second);
  assert.deepEqual(textsFound([first, { ...second, lines: [number(2)] }]), ['footer: 1', 'footer: 2']);
  assert.deepEqual(textsFound([first, ...pagesWith([number(2, 400)])]), [], 'at other places');
  assert.deepEqual(textsFound(pagesWith([number(4)], [number(7)])), [], 'no numbers of these pages');
});
