import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Element } from '../../schemas/api.ts';
import type { Block, Document, List, Table, TableCell } from '../../schemas/document.ts';
import { renderElements } from './elements.ts';
import { codePoints, renderPlainText } from './plain-text.ts';

const documentOf = (...blocks: Block[]): Document => ({ blocks, pages: null, ocr: false, warnings: [] });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text, page: 1 });
const cell = (text: string, fields: Partial<TableCell> = {}): TableCell => ({
  text,
  colspan: 1,
  rowspan: 1,
  header: false,
  ...fields,
});
const table = (...rows: TableCell[][]): Table => ({ kind: 'table', rows, page: 1 });
const list = (ordered: boolean, ...texts: string[]): List => ({
  kind: 'list',
  ordered,
  items: texts.map(text => ({ text, lists: [] })),
  page: 1,
});
const elementsOf = (...blocks: Block[]) => renderElements(renderPlainText(documentOf(...blocks)));
const only = (block: Block) => {
  const [element] = elementsOf(block);
  assert.ok(element);
  return element;
};

const flat = (elements: Element[]): Element[] =>
  elements.flatMap(element => [element, ...flat(element.items ?? [])]);

describe('plain text', () => {
  it('separates blocks by a blank line and leaves empty ones out', () => {
    assert.equal(renderPlainText(documentOf(paragraph('a'), paragraph(''), paragraph('b'))).text, 'a\n\nb');
  });

  it('numbers an ordered list and marks another', () => {
    assert.equal(renderPlainText(documentOf(list(true, 'x', 'y'))).text, '1. x\n2. y');
    assert.equal(renderPlainText(documentOf(list(false, 'x', 'y'))).text, '- x\n- y');
  });

  it('indents a nested list', () => {
    const outer = list(false, 'x');
    outer.items[0]?.lists.push(list(true, 'y'));
    assert.equal(renderPlainText(documentOf(outer)).text, '- x\n  1. y');
  });

  it('leaves nested lists without items out', () => {
    const outer = list(false, 'x', 'y');
    outer.items[0]?.lists.push(list(true));
    assert.equal(renderPlainText(documentOf(outer)).text, '- x\n- y');
    assert.deepEqual(
      only(outer).items?.map(item => item.items),
      [undefined, undefined],
    );
  });

  it('tells what an image shows and what stands under it, a line each, where it says so', () => {
    const textOf = (alt: string, caption: string | null) =>
      renderPlainText(documentOf({ kind: 'image', alt, caption, page: null })).text;
    assert.equal(textOf('A bridge', 'Figure 1'), 'A bridge\nFigure 1');
    assert.equal(textOf('', 'Figure 1'), 'Figure 1');
    assert.equal(textOf('A bridge', null), 'A bridge');
  });

  it('separates cells by tabs and rows by line ends', () => {
    assert.equal(
      renderPlainText(documentOf(table([cell('a'), cell('b')], [cell('c\nd'), cell('')]))).text,
      'a\tb\nc d',
    );
  });

  it('counts code points, not UTF-16 units', () => {
    assert.equal(codePoints('a😀b'), 3);
    assert.equal(codePoints('\ud83d'), 1);
    assert.equal(codePoints('\ud83dx\ude00\ud83d'), 4);
    // The first and the last character that take two UTF-16 units.
    assert.equal(codePoints('\u{10000}\u{10ffff}'), 2);
    assert.equal(renderPlainText(documentOf(paragraph('😀'), paragraph('b'))).chars, 4);
  });
});

describe('elements', () => {
  it('point at their own text, in code points, however many astral characters stand before', () => {
    const nested = list(true, 'one 😀', 'two');
    nested.items[1]?.lists.push(list(false, 'inner'));
    const blocks = [paragraph('😀😀'), nested, table([cell('𝒳'), cell('y')]), paragraph('end')];
    const text = [...renderPlainText(documentOf(...blocks)).text];
    const all = flat(elementsOf(...blocks));
    assert.equal(all.length, 8);
    for (const { offset, text: own } of all)
      assert.equal(text.slice(offset, offset + codePoints(own)).join(''), own);
  });

  it('have a level if they are headings', () => {
    assert.equal(only({ kind: 'heading', level: 3, text: 'h', page: 2 }).level, 3);
  });

  it('hold nested lists in their items', () => {
    const outer = list(false, 'x');
    outer.items[0]?.lists.push(list(true, 'y'));
    const inner = only(outer).items?.[0]?.items?.[0];
    assert.equal(inner?.type, 'list');
    assert.equal(inner?.ordered, true);
    assert.equal(inner?.items?.[0]?.text, 'y');
  });

  it('keep an image without any text', () => {
    const image = only({ kind: 'image', alt: '', caption: null, page: 1 });
    assert.deepEqual([image.type, image.alt, image.caption], ['image', '', null]);
  });
});

describe('a table', () => {
  it('keeps its spans in HTML and in cells', () => {
    const element = only(
      table(
        [cell('head', { colspan: 2, header: true })],
        [cell('a', { rowspan: 2 }), cell('b')],
        [cell('c')],
      ),
    );
    assert.match(element.html ?? '', /<th colspan="2">head<\/th>/);
    assert.match(element.html ?? '', /<td rowspan="2">a<\/td>/);
    assert.equal(element.cells?.[0]?.[0]?.colspan, 2);
    assert.deepEqual([element.rows, element.cols], [3, 2]);
  });

  it('counts the columns that only cells hanging down from above reach', () => {
    assert.equal(only(table([cell('a'), cell('b', { rowspan: 2 })], [cell('c')])).cols, 2);
  });

  it('puts the text of a span into its first position in Markdown', () => {
    const { markdown } = only(
      table([cell('a', { colspan: 2 })], [cell('b', { rowspan: 2 }), cell('c')], [cell('d')]),
    );
    assert.equal(markdown, '| a |  |\n| --- | --- |\n| b | c |\n|  | d |');
  });

  it('escapes what would end a cell or begin a tag', () => {
    const element = only(table([cell('a|b'), cell('<script>"&')]));
    assert.ok(element.markdown?.includes('a\\|b'));
    assert.ok(element.html?.includes('&lt;script&gt;&quot;&amp;'));
  });

  it('writes a table of three hundred thousand rows', () => {
    const { markdown } = only({ ...table(), rows: Array.from({ length: 300_000 }, () => [cell('x')]) });
    assert.equal(markdown?.split('\n').length, 300_001);
  });
});
