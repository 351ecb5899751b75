import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Block } from '../../schemas/document.ts';
import { storable } from './storable.ts';

const DIRTY = 'a\0b\x1b[31m\x7f 😀\ud83d \udc00\uffff\ttab\nline';
const CLEAN = 'ab[31m 😀\ufffd \ufffd\ttab\nline';

const cleaned = (block: Block): Block | undefined =>
  storable({ blocks: [block], pages: null, ocr: false, warnings: [] }).blocks[0];

describe('a storable document', () => {
  it('has no control characters and no halves of characters, wherever its text stands', () => {
    const cell = { colspan: 1, rowspan: 1, header: false };
    const blocks = (text: string): Block[] => [
      { kind: 'heading', level: 1, text, page: 1 },
      { kind: 'paragraph', text, page: null },
      { kind: 'code', text, page: null },
      { kind: 'image', alt: text, caption: text, page: null },
      { kind: 'table', rows: [[{ text, ...cell }]], page: null },
      {
        kind: 'list',
        ordered: false,
        page: null,
        items: [
          {
            text,
            lists: [{ kind: 'list', ordered: true, page: null, items: [{ text, lists: [] }] }],
          },
        ],
      },
    ];
    assert.deepEqual(blocks(DIRTY).map(cleaned), blocks(CLEAN));
  });

  it('has none of them where one stands alone, in short texts and in long ones', () => {
    for (const [sign, left] of [
      ['\0', ''],
      ['\x1f', ''],
      ['\x7f', ''],
      ['\uffff', ''],
      ['\ud83d', '\ufffd'],
      ['\udc00', '\ufffd'],
    ])
      for (const around of ['', 'a', 'a'.repeat(40)]) {
        const text = `${around}${sign}${around}`;
        const cell = { colspan: 1, rowspan: 1, header: false };
        const table: Block = { kind: 'table', rows: [[{ text, ...cell }]], page: null };
        const expected = { ...table, rows: [[{ text: `${around}${left}${around}`, ...cell }]] };
        assert.deepEqual(cleaned(table), expected, JSON.stringify(text));
      }
  });

  it('keeps words apart that a form feed or a vertical tab parted', () => {
    assert.equal((cleaned({ kind: 'code', text: 'a\fb\vc', page: null }) as { text: string }).text, 'a b c');
  });

  it('is the same object where nothing is refused in it', () => {
    const block: Block = { kind: 'paragraph', text: 'é 😀 \u0085\u00ad', page: null };
    assert.equal(cleaned(block), block);
  });
});
