import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { buildXlsx, parse, type RelatedPart, type SheetSource } from './xlsx.test-support.ts';

const NAMESPACES = [
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:cdr="http://schemas.openxmlformats.org/drawingml/2006/chartDrawing"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
].join(' ');

const root = (name: string, content: string) => `<${name} ${NAMESPACES}>${content}</${name}>`;
const drawing = (content: string, shows?: RelatedPart['shows']): RelatedPart => ({
  type: 'drawing',
  content: root('xdr:wsDr', content),
  ...(shows === undefined ? {} : { shows }),
});
const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;

const lineOf = (block: Block): string => {
  if (block.kind === 'table') return block.rows.map(row => row.map(cell => cell.text).join()).join('|');
  return block.kind === 'image' ? `image ${block.alt}` : 'text' in block ? block.text : block.kind;
};
const outlineOf = async (sheet: Partial<SheetSource>) =>
  (await parse(buildXlsx([{ rows: '', ...sheet }]))).blocks.map(lineOf);

test('what the author describes is a picture: shapes without text, groups, lines, charts; a title describes as well', async () => {
  const properties = (kind: string, attributes: string) =>
    `<xdr:${kind}><xdr:cNvPr ${attributes}/></xdr:${kind}>`;
  const content = [
    `<xdr:sp>${properties('nvSpPr', 'descr="a star"')}</xdr:sp>`,
    `<xdr:sp>${properties('nvSpPr', 'descr="repeats"')}<xdr:txBody>${text('said')}</xdr:txBody></xdr:sp>`,
    `<xdr:grpSp>${properties('nvGrpSpPr', 'descr="the plant"')}<xdr:pic>${properties('nvPicPr', 'title="the hall"')}</xdr:pic></xdr:grpSp>`,
    `<xdr:cxnSp>${properties('nvCxnSpPr', 'descr="leads to"')}</xdr:cxnSp>`,
    `<xdr:graphicFrame>${properties('nvGraphicFramePr', 'descr="sales by year"')}</xdr:graphicFrame>`,
  ].join('');
  assert.deepEqual(await outlineOf({ related: [drawing(content)] }), [
    'Sheet1',
    'image a star',
    'said',
    'image the plant',
    'image the hall',
    'image leads to',
    'image sales by year',
  ]);
});

const chart = (value: string) =>
  root(
    'c:chartSpace',
    `<c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart>`,
  );
const onChartSheet = (value: string, after = '') =>
  outlineOf({
    type: 'chartsheet',
    after,
    related: [drawing('<c:chart r:id="x"/>', { type: 'chart', content: chart(value) })],
  });

test('numbers of single precision lose their noise, small and large ones too', async () => {
  for (const [written, shown] of [
    ['2.29999995232', '2.3'],
    ['1.2000000104308128E-2', '0.012'],
    ['-1.2300000190734863E1', '-12.3'],
    ['4.4000000000000004', '4.4'],
    ['3.14159265', '3.14159265'],
    ['1E-3', '1E-3'],
  ] as const)
    assert.deepEqual(await onChartSheet(written), ['Sheet1', `,|,${shown}`], written);
});

test('heads and feet of a chart sheet are printed as those of any sheet', async () => {
  const foot = '<headerFooter><oddFooter>&amp;CConfidential &amp;P</oddFooter></headerFooter>';
  assert.deepEqual(await onChartSheet('7', foot), ['Sheet1', ',|,7', 'Confidential']);
});
