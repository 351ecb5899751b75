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

test('a style is a heading as its outline level or the style that it is based on says', async () => {
  const styles =
    '{\\stylesheet{\\ql Normal;}{\\s1 heading 1;}{\\*\\cs10 heading 3;}{\\s20\\sbasedon1\\snext0 Clause Title;}{\\s21\\sbasedon20\\outlinelevel9 Contents Title;}{\\s22\\sbasedon23 A;}{\\s23\\sbasedon22 B;}{\\s24\\outlinelevel1 Part;}}';
  const paragraphs = [0, 20, 21, 22, 24].map(style => `\\pard\\s${style} style ${style}\\par `).join('');
  assert.deepEqual(await outline(`${styles + paragraphs}\\pard\\s20{\\listtext (a)}clause\\par `), [
    'paragraph style 0',
    'h1 style 20',
    'paragraph style 21',
    'paragraph style 22',
    'h2 style 24',
    'list (a) clause',
  ]);
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

test('a number that stands alone in its cell is the text of the cell', async () => {
  const row = (marker: string, more: string, text: string) =>
    `\\trowd\\cellx1\\cellx2\\pard\\intbl{\\listtext ${marker}\\tab}${more}\\cell ${text}\\cell\\row`;
  const content =
    row('1.', '', 'pump') + row('2.', '', 'valve') + row('3.', 'spare', 'seal') + row('\\bullet', '', 'pipe');
  assert.deepEqual(await outline(content), ['table 1.,pump | 2.,valve | 3. spare,seal | ,pipe']);
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
    'paragraph Ada: why?',
    'paragraph Acme Ltd',
  ]);
});

test('a cell of a footer that only counts pages is empty, one of a text is not', async () => {
  const row = (text: string) =>
    `\\trowd\\cellx5000\\cellx9000\\pard\\intbl ${text}\\cell Page {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}\\cell\\row\\pard`;
  assert.deepEqual(await outline(`{\\footer ${row('Acme Ltd')}\\par}${row('body')} text\\par`), [
    'table body,Page 3',
    'paragraph text',
    'table Acme Ltd,',
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

test('the body goes on behind comments and notes whose groups have words of their own', async () => {
  const mark = '{\\*\\atnid A}{\\*\\atnauthor Ada}\\chatn';
  const comment = `${mark}{\\*\\annotation{\\*\\atnref 1}{\\*\\atndate 1}\\pard\\plain {\\chatn }why\\par then}`;
  assert.deepEqual(await outline(`One${comment} two{\\*\\footnote\\pard\\plain note} three\\par four`), [
    'paragraph One two three',
    'paragraph four',
    'paragraph note',
    'paragraph Ada: why',
    'paragraph then',
  ]);
});

test('the sign for what may be left out counts at the begin of a group only, and for one word', async () => {
  assert.deepEqual(await outline('{\\loch\\f2\\*\\cs7\\cf0 kept}{\\*\\data lost} {\\i\\*\\mark kept too}'), [
    'paragraph kept kept too',
  ]);
});

test('text boxes are read, in the old way and in the new', async () => {
  const box = '{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn a}{\\sv b}}{\\shptxt \\pard\\plain new\\par}}';
  const shown = '{\\shprslt{\\*\\do{\\dptxbxtext \\pard new\\par}}}}';
  const old = '{\\*\\do\\dobxpage\\dptxbx{\\dptxbxtext \\pard old\\par}\\dpx0}';
  assert.deepEqual(await outline(`${box}${shown} one\\par ${old} two\\par`), [
    'paragraph new',
    'paragraph one',
    'paragraph old',
    'paragraph two',
  ]);
  assert.deepEqual(await outline(`\\trowd\\cellx1\\pard\\intbl a${old}\\cell\\row`), ['table old\na']);
});

test('what is said for readers without nested tables and without Unicode is said once', async () => {
  const nested =
    '\\pard\\intbl\\itap2 n1\\nestcell n2\\nestcell{\\*\\nesttableprops\\trowd\\cellx1\\nestrow}';
  const cell = `\\pard\\intbl outer\\par ${nested}{\\nonesttables\\par substitute}\\pard\\intbl\\itap1 end\\cell`;
  assert.deepEqual(await outline(`\\trowd\\cellx5${cell}\\row`), ['table outer\nn1\tn2\nend']);
  assert.deepEqual(await outline('one {\\upr{two?}{\\*\\ud{tw\\u333 ?}}} three'), [
    'paragraph one twō three',
  ]);
});

test('text without a font is in the usual one, of whatever machine', async () => {
  const fonts =
    '\\deff1{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset238 B;}{\\f2\\fcharset78 C;}{\\f3\\fcharset89 D;}}';
  assert.deepEqual(
    await outline(`${fonts}\\'b9 \\f0 \\'b9 \\plain \\'b9 \\f2 \\'82\\'a8\\'93\\'c7 \\f3 \\'8c\\'ee\\'f0`),
    ['paragraph ą ¹ ą お読 Мор'],
  );
  assert.deepEqual(await outline("{\\fonttbl{\\f0\\fcharset128\\cpg65001 A;}}\\f0 \\'e4\\'b8\\'ad"), [
    'paragraph 中',
  ]);
  assert.deepEqual(await outline("\\pc \\'82 \\pca \\'b5 \\mac \\'8e"), ['paragraph é Á é']);
});

test('breaks of pages and columns part words, and what was moved away is gone', async () => {
  assert.deepEqual(await outline('one\\page two\\column three{\\mvf four}'), ['paragraph one\ntwo\nthree']);
});

test('lists of list definitions are no text where their table is broken', async () => {
  assert.deepEqual(await outline('{\\par}{\\list{\\listname List1;}\\listid1} text'), ['paragraph text']);
});

test('formulas are read as a line, without their properties', async () => {
  const fraction = '{\\mf{\\mfPr{\\mtype skw}{\\mctrlPr x}}{\\mnum{\\mr a}}{\\mden{\\mr b}}}';
  const power = '{\\msSup{\\me{\\mr x}}{\\msup{\\mr 2}}}';
  assert.deepEqual(await outline(`so {\\mmath{\\*\\moMath ${fraction}{\\mr +}${power}}{\\mmathPict 01}}`), [
    'paragraph so a/b+x^2',
  ]);
});

test('signs of symbol fonts are the characters that they look like, in fields as well', async () => {
  const fonts =
    '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset2 Symbol{\\*\\falt Other};}{\\f2\\fcharset2 Wingdings;}}';
  const sign = '{\\field{\\*\\fldinst {SYMBOL 97 \\\\f "Symbol" \\\\s 12}}{\\fldrslt\\f1 a}}';
  assert.deepEqual(
    await outline(
      `${fonts}{\\f1 ab\\'b3}{\\f1\\u-3999 a}{\\f2\\'fc} \\f0 ab\\'b3 ${sign}{\\field{\\fldrslt b}}`,
    ),
    ['paragraph αβ≥α✓ ab³ αb'],
  );
});

test('words that only happen to be called like members of objects are unknown words', async () => {
  assert.deepEqual(await outline('{\\toString one} {\\constructor two} {\\valueOf\\hasOwnProperty three}'), [
    'paragraph one two three',
  ]);
});

test('paragraphs of a table that never comes are read, and so is a cell that does not end', async () => {
  assert.deepEqual(await outline('\\pard\\intbl one\\par two\\par\\pard three\\par\\pard\\intbl four'), [
    'paragraph one',
    'paragraph two',
    'paragraph three',
    'paragraph four',
  ]);
  assert.deepEqual(await outline('\\trowd\\cellx1\\cellx2\\intbl a\\cell b\\par c'), ['table a,b\nc']);
});

test('boxes in boxes without end cost no more than their length', async () => {
  const [block, ...others] = await outline('{\\shptxt a '.repeat(20_000));
  assert.equal(block?.startsWith('paragraph a'), true);
  assert.equal(others.length < 100, true);
});

test('a cell that is wider than a column says so by its edge alone', async () => {
  const rows =
    '\\trowd\\cellx6425\\clvmgf\\cellx9638\\intbl wide\\cell tall\\cell\\row' +
    '\\trowd\\cellx3213\\cellx6430\\clvmrg\\cellx9638\\intbl a\\cell b\\cell\\cell\\row' +
    '\\trowd\\cellx3213\\cellx9640\\intbl c\\cell d\\cell\\row';
  assert.deepEqual(await outline(rows), ['table wide(2x1),tall(1x2) | a,b | c,d(2x1)']);
});

test('a paragraph parts two tables though nothing stands in it', async () => {
  const row = (...texts: string[]) => {
    const edges = texts.map((_, at) => `\\cellx${Math.round(((at + 1) * 6000) / texts.length)}`).join('');
    return `\\trowd${edges}\\pard\\intbl ${texts.join('\\cell ')}\\cell\\row `;
  };
  const empty = '\\pard\\par ';
  const hidden = '\\pard{\\v no}\\par ';
  const picture = '\\pard{\\pict 00}\\par ';
  const content =
    row('a', 'b') + empty + row('c', 'd', 'e') + row('f', '', 'g') + hidden + row('h') + picture + row('i');
  assert.deepEqual(await outline(content), [
    'table a,b',
    'table c,d,e | f,,g',
    'table h',
    'image',
    'table i',
  ]);
});

test('rows of as many cells stand below each other, wherever their edges are', async () => {
  const rows =
    '\\trowd\\cellx3000\\cellx6000\\intbl a\\cell b\\cell\\row\\trowd\\cellx2000\\cellx6500\\intbl c\\cell d\\cell\\row';
  assert.deepEqual(await outline(rows), ['table a,b | c,d']);
});

test('a cell that no definition knows and nothing stands in is none', async () => {
  const row = '\\trowd\\cellx100\\cellx200\\intbl a\\cell b\\cell\\cell\\row';
  assert.deepEqual(await outline(row), ['table a,b']);
  assert.deepEqual(await outline(row.replace('b\\cell', 'b\\cell c')), ['table a,b,c']);
});

test('rows that share no edge cost no more than their cells', async () => {
  const row = (at: number) => `\\trowd\\cellx${at * 50}\\intbl x\\cell${at % 2 === 0 ? ' y\\cell' : ''}\\row`;
  const few = Array.from({ length: 100 }, (_, at) => row(at + 1)).join('');
  await assert.rejects(parse(few, { cells: 400 }), /ceiling of cells/);
  const many = Array.from({ length: 1_000 }, (_, at) => row(at + 1)).join('');
  const [table] = (await parse(many, { cells: 2_600 })).blocks;
  assert.equal(table?.kind === 'table' && table.rows.length, 1_000);
});

test('markers written before the text of hanging paragraphs make lists, as pandoc writes them', async () => {
  const item = (left: number, marker: string, text: string) =>
    `{\\pard\\li${left}\\fi-360 ${marker}\\tx360\\tab ${text}\\par}`;
  const content =
    item(360, '\\bullet ', 'one') +
    item(720, '\\endash ', 'sub') +
    item(360, '\\bullet ', 'two') +
    item(360, '1.', 'first') +
    item(360, '2.', 'second') +
    '{\\pard\\li0\\fi0 3.\\tab no item\\par}';
  assert.deepEqual(await outline(content), [
    'list one > list sub | two',
    'ordered first | second',
    'paragraph 3.\tno item',
  ]);
});

test('the mark of a note stands apart from its text', async () => {
  assert.deepEqual(await outline('word\\chftn{\\*\\footnote \\chftn\\pard{Note}}'), [
    'paragraph word[1]',
    'paragraph [1] Note',
  ]);
});

test('raised figures at a number are told from its own', async () => {
  const content =
    '3\\u215?10{\\super 8} and 1,234\\super 1\\nosupersub 5 and 10\\super 6\\plain 7 m{\\super 2}';
  assert.deepEqual(await outline(content), ['paragraph 3×10⁸ and 1,234¹5 and 10⁶7 m2']);
  // As written by LibreOffice and LaTeX2RTF.
  assert.deepEqual(await outline('10{\\*\\updnprop8000}\\up8 6\\up0 7 10{\\up6\\fs16 3}'), [
    'paragraph 10⁶7 10³',
  ]);
});

test('the second byte of a Japanese character may be a brace or backslash, plain or escaped', async () => {
  const fonts = '{\\fonttbl{\\f0\\fcharset128 MS Mincho;}{\\f1\\fcharset0 Arial;}}';
  const bytes = '\x84\x7b\x95\x5c\x84\x7d';
  assert.deepEqual(await outline(`${fonts}{\\f0 ${bytes}\\par \\'95\\'5c}{\\f1 caf\xe9}`), [
    'paragraph к表м',
    'paragraph 表café',
  ]);
});

test('a font that declares no character set has the alphabet that ends its name', async () => {
  const fonts =
    '{\\fonttbl{\\f0 Arial CE;}{\\f1 Times New Roman Cyr;}{\\f2 Arial (Hebrew);}{\\f3\\fcharset161 Arial CE;}{\\f4 Arial;}}';
  const shown = [0, 1, 2, 3, 4].map(font => `\\f${font} \\'e0\\'e8`).join(' ');
  assert.deepEqual(await outline(fonts + shown), ['paragraph ŕč аи אט ΰθ àè']);
});

test('where no heading style is used, lines in bold or large letters above text are headings', async () => {
  const prose = `${'The members met at noon and spoke of the harvest. '.repeat(4)}\\par `;
  const content = [
    '{\\fs48 Annual report\\par}',
    '\\b Harvest\\b0\\par ',
    '{\\b Out}{\\b look}\\par ',
    '\\b\\fs40\\plain Plain again\\par ',
    '\\b 2.1\\tab Means\\plain\\par ',
  ];
  const headings = (lines: string[]) => lines.filter(line => /^h\d/.test(line));
  assert.deepEqual(headings(await outline(content.map(line => line + prose).join(''))), [
    'h1 Annual report',
    'h2 Harvest',
    'h2 Outlook',
    'h3 2.1 Means',
  ]);
  const styled = `{\\stylesheet{\\s1 heading 1;}}\\pard\\s1 Report\\par\\pard ${content.slice(1, 3).join(prose)}${prose}`;
  assert.deepEqual(headings(await outline(styled)), ['h1 Report']);
});
