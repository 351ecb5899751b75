import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { buildPptx, line, parse, type SlideSource, shape, tree } from './pptx.test-support.ts';

const lineOf = (block: Block): string => {
  if (block.kind === 'list') return `list ${block.items.map(({ text }) => text).join('|')}`;
  if (block.kind === 'table')
    return `table ${block.rows.map(row => row.map(({ text }) => text).join('|')).join('/')}`;
  return block.kind === 'image' ? `image ${block.alt}` : `${block.kind} ${block.text}`;
};
const outlineOf = async (shapes: SlideSource['shapes'], design?: Parameters<typeof buildPptx>[1]) =>
  (await parse(buildPptx([{ shapes }], design))).blocks.map(lineOf);

const BULLET = '<a:pPr><a:buChar char="–"/></a:pPr>';
const NUMBER = '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>';

test('bullets and numbers stay before the lines of a cell', async () => {
  const cell = (paragraphs: string, lists = '') =>
    `<a:tc><a:txBody><a:lstStyle>${lists}</a:lstStyle>${paragraphs}</a:txBody></a:tc>`;
  const row = (...cells: string[]) => `<a:tr>${cells.join('')}</a:tr>`;
  const rows =
    row(
      cell(line('Who:') + line('one', BULLET) + line('two', BULLET)),
      cell(line('a', NUMBER) + line('b', NUMBER)),
    ) +
    row(
      cell(
        line('by the cell') + line('off', '<a:pPr><a:buNone/></a:pPr>'),
        `<a:lvl1pPr>${'<a:buChar char="•"/>'}</a:lvl1pPr>`,
      ),
      cell(line('plain')),
    );
  const frame = (placeholder: string) =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1"/><p:nvPr>${placeholder}</p:nvPr></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl>${rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const expected = ['table Who:\n• one\n• two|1. a\n2. b/• by the cell\noff|plain'];
  assert.deepEqual(await outlineOf(frame('')), expected);
  // The bullets belong to the body placeholder that the table takes the place of, not to the table.
  const master = `${tree(shape('', { placeholder: 'type="body"' }))}<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles>`;
  assert.deepEqual(await outlineOf(frame('<p:ph idx="1"/>'), { master }), expected);
});

test('numbers are written in the numerals of their scheme, in the scripts of East and South too', async () => {
  for (const [scheme, second] of [
    ['ea1ChsPeriod', '二.'],
    ['ea1JpnChsDbPeriod', '二.'],
    ['thaiNumParenBoth', '(๒)'],
    ['hebrew2Minus', 'ב-'],
    ['arabic1Minus', 'ب-'],
    ['hindiNumPeriod', '२.'],
  ] as const) {
    const numbered = `<a:pPr><a:buAutoNum type="${scheme}"/></a:pPr>`;
    const { blocks } = await parse(
      buildPptx([{ shapes: shape(line('one', numbered) + line('two', numbered)) }]),
    );
    const [list] = blocks;
    assert.equal(list?.kind === 'list' ? list.items[1]?.text : '', `${second} two`, scheme);
  }
});

const COURIER = '<a:lvl1pPr><a:defRPr><a:latin typeface="Courier New"/></a:defRPr></a:lvl1pPr>';
const PROGRAM = line('if x:') + line('  run()');

test('a box whose list style sets a font of one width holds a program, its own or that of its layout', async () => {
  assert.deepEqual(await outlineOf(shape(PROGRAM, { lists: COURIER })), ['code if x:\n  run()']);
  const layout = shape('', { placeholder: 'type="body" idx="7"', lists: COURIER });
  assert.deepEqual(await outlineOf(shape(PROGRAM, { placeholder: 'idx="7"' }), { layout }), [
    'code if x:\n  run()',
  ]);
});

test('a run’s own font, a bullet, and a master that sets all text so tell otherwise', async () => {
  const named = (text: string) =>
    `<a:p><a:r><a:rPr><a:latin typeface="Arial"/></a:rPr><a:t>${text}</a:t></a:r></a:p>`;
  assert.deepEqual(await outlineOf(shape(named('one') + named('two'), { lists: COURIER })), [
    'paragraph one',
    'paragraph two',
  ]);
  assert.deepEqual(await outlineOf(shape(line('one', BULLET) + line('two', BULLET), { lists: COURIER })), [
    'list one|two',
  ]);
  const master = `${tree(shape('', { placeholder: 'type="body"' }))}<p:txStyles><p:bodyStyle>${COURIER}</p:bodyStyle></p:txStyles>`;
  assert.deepEqual(await outlineOf(shape(PROGRAM, { placeholder: 'idx="1"' }), { master }), [
    'paragraph if x:',
    'paragraph run()',
  ]);
});

test('a long outline is no text, wherever it lies, and animations are none', async () => {
  const points = '<a:pt x="1" y="1"/>'.repeat(600);
  const curve = `<p:sp><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="99" cy="99"/></a:xfrm><a:custGeom><a:pathLst>${points}</a:pathLst></a:custGeom></p:spPr></p:sp>`;
  const shapes = curve + shape('below', { at: [0, 50] }) + shape('headline', { at: [0, 4] });
  const bytes = buildPptx([{ shapes: `${shapes}<p:timing><a:t>moves</a:t></p:timing>` }]);
  assert.deepEqual((await parse(bytes)).blocks.map(lineOf), ['paragraph headline', 'paragraph below']);
});
