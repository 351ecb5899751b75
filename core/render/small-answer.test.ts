import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, ListItem, TableCell } from '../../schemas/document.ts';
import { renderElements } from './elements.ts';
import { renderPlainText } from './plain-text.ts';
import { elementsJson } from './small-answer.ts';

/** Texts that JSON, HTML and pipe tables each write differently; the last are unpaired surrogates. */
const TEXTS = [
  '',
  'plain',
  'a|b\\c',
  '<&>',
  `"'`,
  'two\nlines\n\n',
  '“é”',
  '😀',
  '\t',
  '\u0007\u007f',
  'x'.repeat(300),
  '\u2028',
  '\ud83d',
  '\ude00',
];

const cell = (text: string, at: number): TableCell => ({
  text,
  colspan: at % 5 === 0 ? 3 : 1,
  rowspan: at % 7 === 0 ? 2 : 1,
  header: at % 3 === 0,
});
const single = (text: string): TableCell => ({ text, colspan: 1, rowspan: 1, header: false });

const item = (text: string, ...below: ListItem[]): ListItem => ({
  text,
  lists: below.map(one => ({ kind: 'list', ordered: text === 'a', items: [one, one], page: null })),
});

const BLOCKS: Block[] = [
  { kind: 'table', rows: TEXTS.map(text => [single(text), single(text + text)]), page: 1 },
  { kind: 'paragraph', text: 'Between “them”\n.', page: null },
  { kind: 'paragraph', text: '', page: null },
  { kind: 'image', alt: 'Alt <b>', caption: null, page: 2 },
  { kind: 'table', rows: TEXTS.map((text, at) => [cell(text, at), cell(text, at + 1)]), page: null },
  { kind: 'table', rows: TEXTS.map((_, at) => TEXTS.slice(0, at).map(single)), page: null },
  { kind: 'table', rows: [], page: null },
  { kind: 'table', rows: [[], []], page: null },
  { kind: 'list', ordered: true, items: [{ text: 'One', lists: [] }], page: 4 },
  {
    kind: 'list',
    ordered: false,
    items: [{ text: '“Two”', lists: [] }, item('a', item('b'), item(''), item('"c"'))],
    page: null,
  },
  { kind: 'image', alt: 'Alt\n"', caption: 'Below', page: 2 },
  { kind: 'heading', level: 2, text: 'The \\ “end”', page: 3 },
  { kind: 'code', text: 'if (a < b)\n\treturn "\ud83d";', page: null },
];

test('elements are written as JSON.stringify writes them, tables with awkward texts and spans included', () => {
  for (let from = 0; from < BLOCKS.length; from++)
    for (const blocks of [BLOCKS.slice(from), BLOCKS.slice(0, from), BLOCKS.slice(from, from + 1)]) {
      const plain = renderPlainText({ blocks, pages: null, ocr: false, warnings: [] });
      assert.equal(elementsJson(plain), JSON.stringify(renderElements(plain)));
    }
});
