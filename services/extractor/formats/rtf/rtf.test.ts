import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Document } from '../../../../schemas/document.ts';
import { CEILINGS, type Ceilings } from '../../format.ts';
import { format } from './format.ts';

function parse(content: string, ceilings: Partial<Ceilings> = {}): Promise<Document> {
  const bytes = Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${content}}`, 'latin1');
  const ocr = { recognize: () => Promise.reject(new Error('no OCR here')) };
  return format.parse(
    { bytes, contentType: 'application/rtf' },
    { ocr, ceilings: { ...CEILINGS, ...ceilings } },
  );
}

const lineOf = (block: Block): string => {
  if (block.kind === 'list')
    return `${block.ordered ? 'ordered' : 'list'} ${block.items.map(({ text, lists }) => [text, ...lists.map(lineOf)].join(' > ')).join(' | ')}`;
  if (block.kind === 'table')
    return `table ${block.rows.map(row => row.map(({ text, colspan, rowspan }) => `${text}${colspan * rowspan > 1 ? `(${colspan}x${rowspan})` : ''}`).join(',')).join(' | ')}`;
  if (block.kind === 'image') return 'image';
  return `${block.kind === 'heading' ? `h${block.level}` : block.kind} ${block.text}`;
};
const outline = async (content: string) => (await parse(content)).blocks.map(lineOf);

test('paragraphs, line ends, signs and hidden text', async () => {
  const content =
    'One {\\b bold} word\\par two\\line three\\tab four \\emdash  five\\~six\\par {\\v secret}seen{\\deleted gone}';
  assert.deepEqual(await outline(content), [
    'paragraph One bold word',
    'paragraph two\nthree\tfour — five\u00a0six',
    'paragraph seen',
  ]);
});

test('text is decoded by the font, by the code page and as Unicode, whose substitutes are passed over', async () => {
  const fonts =
    '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset128 MS Mincho;}}';
  assert.deepEqual(
    await outline(
      `${fonts}caf\\'e9 {\\f1 \\'cc\\'e8\\'f0} {\\f2 \\'93\\'fa\\'96\\'7b} \\u8364?5 \\uc2\\u-10179\\'3f\\'3f\\u-8704\\'3f\\'3f!`,
    ),
    ['paragraph café Мир 日本 €5 😀!'],
  );
});

test('headings by style and by outline level', async () => {
  const styles = '{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 heading 1;}{\\s2 Title;}}';
  assert.deepEqual(
    await outline(
      `${styles}\\pard\\s2 Report\\par\\pard\\s1 Findings\\par\\pard\\outlinelevel2 Deeper\\par\\pard text`,
    ),
    ['h1 Report', 'h1 Findings', 'h3 Deeper', 'paragraph text'],
  );
});

test('lists by the marker that readers without lists would show', async () => {
  const item = (marker: string, text: string, level = 0) =>
    `{\\listtext\\tab ${marker}\\tab}\\ls1\\ilvl${level} ${text}\\par`;
  assert.deepEqual(
    await outline(
      `\\pard ${item('1.', 'one')}${item('\\bullet', 'dot', 1)}${item('2.', 'two')}\\pard between\\par ${item('c)', 'three')}`,
    ),
    ['ordered one > list dot | two', 'paragraph between', 'list c) three'],
  );
});

test('tables with merged cells, paragraphs in cells and a head', async () => {
  const content =
    '\\trowd\\trhdr\\clmgf\\cellx1\\clmrg\\cellx2\\pard\\intbl a\\cell\\cell\\row' +
    '\\trowd\\clvmgf\\cellx1\\cellx2\\pard\\intbl b\\cell c\\par d\\cell\\row' +
    '\\trowd\\clvmrg\\cellx1\\cellx2\\pard\\intbl\\cell e\\cell\\row\\pard after';
  assert.deepEqual(await outline(content), ['table a(2x1) | b(1x2),c\nd | e', 'paragraph after']);
  const [table] = (await parse(content)).blocks;
  assert.equal(table?.kind === 'table' && table.rows[0]?.[0]?.header, true);
});

test('fields show their result, pictures are told, data and properties are not', async () => {
  const content =
    '{\\field{\\*\\fldinst HYPERLINK "http://example.org"}{\\fldrslt a link}} {\\*\\unknown data}{\\info{\\title No}}' +
    '{\\*\\shppict{\\pict\\pngblip 89504e47}}{\\nonshppict{\\pict 0102}}{\\object{\\*\\objdata 0105}{\\result shown}}';
  assert.deepEqual(await outline(content), ['paragraph a link shown', 'image']);
});

test('notes and comments follow the body, then heads and feet that say something', async () => {
  const content =
    '{\\header Acme Ltd\\par}{\\headerf Acme Ltd\\par}{\\footer Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}\\par}' +
    'Text{\\super\\chftn{\\footnote{\\super\\chftn} a note}} goes on*{\\footnote * another}{\\*\\atnauthor Ada}{\\*\\annotation why?}';
  assert.deepEqual(await outline(content), [
    'paragraph Text[1] goes on*',
    'paragraph [1] a note',
    'paragraph * another',
    'paragraph why?',
    'paragraph Acme Ltd',
  ]);
});

test('raw data is passed over, broken files are read as far as they go', async () => {
  assert.deepEqual(await outline('a{\\*\\x\\bin5 }}{{\\ }b'), ['paragraph ab']);
  assert.deepEqual(await outline('}}} still {here'), ['paragraph still here']);
  await assert.rejects(parse(`\\pard\\intbl ${'x\\cell '.repeat(99)}\\row`, { cells: 50 }), {
    code: 'extraction_failed',
  });
});

test('heading styles count in the names of any language, as in Word', async () => {
  const styles = '{\\stylesheet{\\s1 Otsikko 2;}{\\s2 TOC Heading;}}';
  assert.deepEqual(await outline(`${styles}\\pard\\s1 One\\par\\pard\\s2 Contents\\par`), [
    'h2 One',
    'h1 Contents',
  ]);
});

test('what stands in a merged cell behind its first is kept', async () => {
  const row = '\\trowd\\clmgf\\cellx1\\clmrg\\cellx2\\cellx3 \\intbl a\\cell b\\cell c\\cell\\row';
  assert.deepEqual(await outline(row), ['table a\nb(2x1),c']);
});

test('heads and feet keep numbers that no field counts, and notes all of theirs', async () => {
  const page = '{\\field{\\*\\fldinst { PAGE }}{\\fldrslt 3}}';
  const foot = (content: string) => `{\\footer \\pard ${content}\\par}`;
  assert.deepEqual(
    await outline(
      `text\\par ${foot('4711')}${foot(page)}${foot(`Page ${page} of 8`)}${foot(`2024-0017 ${page}`)}`,
    ),
    ['paragraph text', 'paragraph 4711', 'paragraph 2024-0017 3'],
  );
  assert.deepEqual(await outline(`text{\\footnote p. ${page}}\\par ${foot('\\chpgn')}`), [
    'paragraph text',
    'paragraph p. 3',
  ]);
});
