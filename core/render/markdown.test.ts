import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Element } from '../../schemas/api.ts';
import type { Block, Document, List, TableCell } from '../../schemas/document.ts';
import { renderElements } from './elements.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPlainText } from './plain-text.ts';

const page = null;
const elementsOf = (...blocks: Block[]): Element[] => {
  const document: Document = { blocks, pages: null, ocr: false, warnings: [] };
  return renderElements(renderPlainText(document));
};
const markdown = (...blocks: Block[]): string => renderMarkdown(elementsOf(...blocks));
const paragraph = (text: string): Block => ({ kind: 'paragraph', text, page });
const list = (ordered: boolean, ...items: List['items']): List => ({ kind: 'list', ordered, items, page });
const cell = (text: string, spans: Partial<TableCell> = {}): TableCell => ({
  text,
  colspan: 1,
  rowspan: 1,
  header: false,
  ...spans,
});

describe('Markdown of elements', () => {
  test('headings have their level, blocks a blank line between them, the last a line break', () => {
    const heading: Block = { kind: 'heading', level: 3, text: 'Costs', page };
    assert.equal(markdown(heading, paragraph('Low.'), paragraph('High.')), '### Costs\n\nLow.\n\nHigh.\n');
  });

  test('a heading of two lines is one line', () => {
    assert.equal(
      markdown({ kind: 'heading', level: 1, text: 'Costs\nof 2026 ##', page }),
      '# Costs of 2026 \\##\n',
    );
  });

  test('a document without elements is empty', () => {
    assert.equal(renderMarkdown([]), '');
  });

  test('lines of a paragraph stay lines', () => {
    assert.equal(markdown(paragraph('1 Main Street\nSpringfield')), '1 Main Street\\\nSpringfield\n');
  });

  test('nested lists are indented by the width of their marker', () => {
    const inner = list(false, { text: 'red', lists: [] }, { text: 'green', lists: [] });
    const outer = list(true, { text: 'colours', lists: [inner] }, { text: 'shapes', lists: [] });
    assert.equal(markdown(outer), '1. colours\n   - red\n   - green\n2. shapes\n');
  });

  test('the tenth item of an ordered list carries its list as far in as its marker is wide', () => {
    const items = Array.from({ length: 10 }, (_, at) => ({
      text: `step ${at + 1}`,
      lists: at === 9 ? [list(false, { text: 'last', lists: [] })] : [],
    }));
    assert.match(markdown(list(true, ...items)), /\n10\. step 10\n {4}- last\n$/);
  });

  test('two lists behind each other stay two', () => {
    const one = list(false, { text: 'a', lists: [] });
    const numbered = list(true, { text: 'b', lists: [] });
    assert.equal(markdown(one, one, numbered), '- a\n\n<!-- -->\n\n- a\n\n1. b\n');
  });

  test('a table without spans is a pipe table', () => {
    const rows = [
      [cell('name', { header: true }), cell('a|b', { header: true })],
      [cell('x*y*'), cell('2')],
    ];
    assert.equal(
      markdown({ kind: 'table', rows, page }),
      '| name | a\\|b |\n| --- | --- |\n| x\\*y\\* | 2 |\n',
    );
  });

  test('a table with spans is HTML without an empty line', () => {
    const rows = [[cell('both', { colspan: 2 })], [cell('1\n\n2'), cell('3')]];
    const text = markdown({ kind: 'table', rows, page });
    assert.match(text, /^<table>\n[\s\S]*colspan="2"[\s\S]*<\/table>\n$/);
    assert.doesNotMatch(text.trimEnd(), /\n\s*\n/);
  });

  test('cells that only hang down are spans as well', () => {
    const rows = [[cell('both', { rowspan: 2 }), cell('1')], [cell('2')]];
    assert.match(markdown({ kind: 'table', rows, page }), /<td rowspan="2">both<\/td>/);
  });

  test('code is fenced by more backticks than it has itself', () => {
    const text = '```\nlet a_b = *c;\n```';
    assert.equal(markdown({ kind: 'code', text, page }), `\`\`\`\`\n${text}\n\`\`\`\`\n`);
  });

  test('a picture is what its author says of it, and nothing where he says nothing', () => {
    const image = (alt: string, caption: string | null): Block => ({ kind: 'image', alt, caption, page });
    assert.equal(markdown(image('A bridge', 'Figure 1')), '*A bridge*\n\n*Figure 1*\n');
    assert.equal(markdown(image('', null), paragraph('after')), 'after\n');
  });

  const escapes: [text: string, markdown: string][] = [
    ['# no heading', '\\# no heading'],
    ['- no item', '\\- no item'],
    ['1. no item', '1\\. no item'],
    ['> no quotation', '\\> no quotation'],
    ['---', '\\---'],
    ['5 * 3 and 2*3*4', '5 * 3 and 2\\*3\\*4'],
    ['snake_case_name and _this_', 'snake_case_name and \\_this\\_'],
    ['[1] and [a](b)', '[1] and [a\\](b)'],
    ['a < b, <script>', 'a < b, \\<script>'],
    ['AT&T, &amp;', 'AT&T, \\&amp;'],
    ['`x` and ~~y~~', '\\`x\\` and \\~~y\\~~'],
    ['C:\\temp\\*', 'C:\\temp\\\\\\*'],
    ['3.5 kg, #1, -5', '3.5 kg, #1, -5'],
    ['since 1999. The end', 'since 1999. The end'],
    ['a # b', 'a # b'],
    ['<B>x</B> &AMP;', '\\<B>x\\</B> \\&AMP;'],
  ];
  for (const [text, expected] of escapes) {
    test(`${text} is no markup`, () => {
      assert.equal(markdown(paragraph(text)), `${expected}\n`);
    });
  }
});
