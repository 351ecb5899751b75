import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, paragraph, parsed, text } from '../built-pdf.fixture.ts';
import { openPdf } from './open.ts';
import { readPage } from './read-page.ts';

const PROSE = [
  'The committee met in the morning and heard what the members had',
  'to say about the state of the river, which had risen since the rain.',
];

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  const { blocks } = await parsed(bytes);
  return blocks.map(block => ('text' in block ? block.text : block.kind));
}

/** A page that can also use the font `odd`; `objects` are added to the file. */
function withFont(font: string, content: string, objects = ''): Uint8Array {
  const file = Buffer.from(builtPdf([content])).toString('latin1');
  return Buffer.from(
    file.replace('/regular <<', `/odd ${font} /regular <<`).replace('trailer', `${objects}trailer`),
    'latin1',
  );
}

const IDENTITY = `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [<</Type /Font
/Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500>>]>>`;

const SENTENCE = 'Thecommitteemetinthemorning';

const unreadableOf = (codes: string): Promise<number> =>
  unreadableIn(withFont(IDENTITY, `BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`));

async function unreadableIn(bytes: Uint8Array): Promise<number> {
  const pdf = await openPdf(bytes);
  const { unreadable = 0 } = await readPage(pdf, 1, () => true);
  await pdf.close();
  return unreadable;
}

const hexOf = (letters: string, shift: number): string =>
  [...letters].map(letter => (letter.charCodeAt(0) - shift).toString(16).padStart(4, '0')).join('');

test('an invisible text layer is left out where the text itself is drawn, and read where it stands alone', async () => {
  const layer = paragraph(73, 701, PROSE, { before: '3 Tr', size: 9.6 });
  assert.deepEqual(await textsOf(builtPdf([paragraph(72, 700, PROSE) + layer])), [PROSE.join(' ')]);
  assert.deepEqual(await textsOf(builtPdf([layer])), [PROSE.join(' ')]);
});

test('bold made by painting every letter twice is read once', async () => {
  const letters = 'O'.concat('nly').split('');
  const twice = letters.map(
    (letter, at) =>
      `1 0 0 1 ${72 + 9 * at} 700 Tm (${letter}) Tj 1 0 0 1 ${72.3 + 9 * at} 700 Tm (${letter}) Tj`,
  );
  const [block = ''] = await textsOf(builtPdf([`BT /mono 15 Tf ${twice.join(' ')} ET`]));
  assert.equal(block, 'Only');
});

test('a page is upright whatever its rotation', async () => {
  for (const degrees of [90, 180, 270])
    assert.deepEqual(await textsOf(builtPdf([paragraph(72, 700, PROSE)], { page: `/Rotate ${degrees}` })), [
      PROSE.join(' '),
    ]);
});

test('a raised figure stays with its word', async () => {
  const line =
    'BT /regular 10 Tf 72 700 Td (The river rose) Tj 4 Ts /regular 6 Tf (1) Tj 0 Ts /regular 10 Tf ( last week.) Tj ET';
  assert.deepEqual(await textsOf(builtPdf([line])), ['The river rose1 last week.']);
});

test('a soft hyphen at the end of a line joins its word, drawn or as replacement text', async () => {
  const drawn =
    'BT /regular 10 Tf 72 700 Td (It was an extra\\255) Tj 0 -12 Td (ordinary morning for the boats.) Tj ET';
  const replaced = drawn.replace('\\255) Tj', ') Tj /Span <</ActualText (\\255)>> BDC (-) Tj EMC');
  for (const line of [drawn, replaced])
    assert.deepEqual(await textsOf(builtPdf([line])), ['It was an extraordinary morning for the boats.']);
});

test('replacement text of nothing hides what is drawn for it', async () => {
  const page = `/Span <</ActualText ()>> BDC ${text(72, 720, 'flourish')} EMC ${text(72, 700, 'Kept')}`;
  assert.deepEqual(await textsOf(builtPdf([page])), ['Kept']);
});

test('replacement text that is a part of the words drawn, as editing leaves it, does not hide their letters', async () => {
  const replaced = (actual: string, shown: string, y: number) =>
    `/Span <</ActualText (${actual})>> BDC ${text(72, y, shown)} EMC `;
  const page =
    replaced('ity', 'CITY', 720) + replaced('atio', 'RELATION TO US', 690) + replaced('Ann', 'AnnAnn', 660);
  assert.deepEqual(await textsOf(builtPdf([page])), ['CITY', 'RELATION TO US', 'Ann']);
});

test('bullets of picture fonts are list markers though no map leads to Unicode', async () => {
  const item = (font: string, code: string) =>
    withFont(font, `BT /odd 10 Tf 72 700 Td (${code}) Tj /regular 10 Tf ( Bring the boat in) Tj ET`);
  const dingbats = '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>';
  const wingdings = `<</Type /Font /Subtype /TrueType /BaseFont /Wingdings /FirstChar 32 /LastChar 255
/FontDescriptor <</Type /FontDescriptor /FontName /Wingdings /Flags 4>>>>`;
  assert.deepEqual(await textsOf(item(dingbats, 'n')), ['list']);
  assert.deepEqual(await textsOf(item(wingdings, '\\247')), ['list']);
});

test('letters drawn as procedures are read by their map or their names', async () => {
  const procedure =
    '200 0 obj <</Length 36>> stream\n600 0 0 0 500 500 d1 0 0 500 500 re f\nendstream endobj\n';
  const names = ['H', 'e', 'l', 'o'];
  const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /Resources <<>>
/CharProcs <<${names.map(name => `/${name} 200 0 R`).join(' ')}>> /FirstChar 65 /LastChar 68 /Widths [600 600 600 600]
/Encoding <</Type /Encoding /Differences [65 ${names.map(name => `/${name}`).join(' ')}]>>>>`;
  assert.deepEqual(await textsOf(withFont(font, 'BT /odd 10 Tf 72 700 Td (ABCCD) Tj ET', procedure)), [
    'Hello',
  ]);
});

test('letters drawn as procedures without a map or names are no text unless their codes look like it', async () => {
  const letters = [...new Set(SENTENCE)];
  const unreadableFrom = (codeOf: (letter: string) => number) => {
    const names = letters.map(letter => [codeOf(letter), `/x${300 + letter.charCodeAt(0)}`] as const);
    const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /Resources <<>>
/CharProcs <<>> /FirstChar 33 /LastChar 122 /Widths [${Array(90).fill(600).join(' ')}]
/Encoding <</Type /Encoding /Differences [${names.map(([code, name]) => `${code} ${name}`).join(' ')}]>>>>`;
    const codes = [...SENTENCE].map(letter => codeOf(letter).toString(16)).join('');
    return unreadableIn(withFont(font, `BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`));
  };
  assert.equal(await unreadableFrom(letter => 33 + letters.indexOf(letter)), SENTENCE.length);
  assert.equal(await unreadableFrom(letter => letter.charCodeAt(0)), 0);
});

test('bitmap letters of contents are text however many dots lead from them to their pages', async () => {
  const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /Resources <<>>
/CharProcs <<>> /FirstChar 33 /LastChar 122 /Widths [${Array(90).fill(500).join(' ')}]
/Encoding <</Type /Encoding /Differences [33 ${Array.from({ length: 90 }, (_, at) => `/a${33 + at}`).join(' ')}]>>>>`;
  const leader = `[-500 ${'(.) -500 '.repeat(40)}] TJ`;
  const entry = `BT /odd 10 Tf 72 700 Td (Origin) Tj ${leader} (2) Tj ET`;
  assert.match((await textsOf(withFont(font, entry))).join(' '), /^Origin [. ]+ 2$/);
});

test('codes without a map to Unicode count as unreadable unless they look like text', async () => {
  assert.equal(await unreadableOf(hexOf(SENTENCE, 47)), SENTENCE.length);
  assert.equal(await unreadableOf(hexOf(SENTENCE, 0)), 0);
});

test('codes that are the numbers of glyphs in the usual order of TrueType fonts are read as what they show', async () => {
  const sentence = 'The committee met at 10:45 in the morning.';
  const page = withFont(IDENTITY, `BT /odd 10 Tf 72 700 Td <${hexOf(sentence, 29)}> Tj ET`);
  assert.deepEqual(await textsOf(page), [sentence]);
  assert.equal(await unreadableIn(page), 0);
});

test('codes that lead to glyphs by a map are no numbers of glyphs: capitals and figures among them are text', async () => {
  const signature = 'Signed: ANNE MILLER, 2026-11-27 10:45';
  const shown = (font: string, text: string, objects = '') =>
    textsOf(withFont(font, `BT /odd 10 Tf 72 700 Td <${hexOf(text, 0)}> Tj ET`, objects));
  const map = `200 0 obj <</Length 256>> stream\n${'\0\x01'.repeat(128)}\nendstream endobj\n`;
  assert.deepEqual(await shown(IDENTITY.replace('/DW', '/CIDToGIDMap 200 0 R /DW'), signature, map), [
    signature,
  ]);
  assert.deepEqual(await shown(IDENTITY, signature), [], 'numbers of glyphs, as far as one can tell');
});

test('codes of a standard font that are said to be Unicode are, whichever of them a list of its glyphs lacks', async () => {
  const font = IDENTITY.replaceAll('/Odd', '/Arial')
    .replace('/Identity-H', '/Identity-H /ToUnicode /Identity-H')
    .replace('/DW', '/CIDToGIDMap 200 0 R /DW');
  const map = `200 0 obj <</Length 8>> stream\n${'\0\x01'.repeat(4)}\nendstream endobj\n`;
  const page = withFont(font, `BT /odd 10 Tf 72 700 Td <${hexOf('Minutes of the board', 0)}> Tj ET`, map);
  assert.deepEqual(await textsOf(page), ['Minutes of the board']);
});

test('so are codes of one byte whose space is the third glyph; where they show running text they are left alone', async () => {
  const font = `<</Type /Font /Subtype /TrueType /BaseFont /Odd /FirstChar 3 /LastChar 120 /Widths [${'500 '.repeat(118)}]
/FontDescriptor <</Type /FontDescriptor /FontName /Odd /Flags 4>>>>`;
  const hex = (text: string, shift: number) =>
    [...text].map(letter => (letter.charCodeAt(0) - shift).toString(16).padStart(2, '0')).join('');
  const sentence = 'The members of the committee met at 10:45 in the morning, and heard of the rain.';
  const shown = (codes: string) => textsOf(withFont(font, `BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`));
  assert.deepEqual(await shown(hex(sentence, 29)), [sentence]);
  assert.deepEqual(await shown(hex(sentence, 0).replaceAll('20', '03')), [sentence]);
});

test('beside such a font what is no running text is a gap, and headings with a numbered space are read', async () => {
  const font = `<</Type /Font /Subtype /TrueType /BaseFont /Odd /FirstChar 3 /LastChar 120 /Widths [${'500 '.repeat(118)}]
/FontDescriptor <</Type /FontDescriptor /FontName /Odd /Flags 4>>>>`;
  const hex = (text: string) =>
    [...text].map(letter => (letter.charCodeAt(0) - 29).toString(16).padStart(2, '0')).join('');
  const body = 'The members of the committee met at 10:45 in the morning, and heard of the rain.';
  const content = `BT /odd 10 Tf 72 700 Td <${hex(body)}> Tj /other 14 Tf 0 30 Td <${hex('GENERAL TERMS')}> Tj /third 14 Tf 0 30 Td <${hex('Minutes')}> Tj /regular 9 Tf 0 30 Td (-13-) Tj ET`;
  const others = `/other ${font.replaceAll('/Odd', '/Other')} /third ${font.replaceAll('/Odd', '/Third')} /regular <<`;
  const file = Buffer.from(withFont(font, content)).toString('latin1').replace('/regular <<', others);
  const pdf = await openPdf(Buffer.from(file, 'latin1'));
  const { items, gaps = [] } = await readPage(pdf, 1, () => true);
  await pdf.close();
  assert.deepEqual(
    items.map(({ text, font: { name } }) => [name, text]).filter(([name]) => name === 'Other'),
    [
      ['Other', 'GENERAL'],
      ['Other', 'TERMS'],
    ],
  );
  assert.equal(items.at(-1)?.text, '-13-');
  assert.equal(items.filter(({ font: { name } }) => name === 'Odd').length, body.split(' ').length);
  assert.deepEqual(
    gaps.map(({ glyphs, font: { name } }) => [name, glyphs]),
    [['Third', 7]],
  );
});

test('codes that a map to Unicode leaves out are read by the names that the font gives its glyphs', async () => {
  const program = [
    '%!PS-AdobeFont-1.0: Signs\n/FontName /Signs def\n/FontMatrix [0.001 0 0 0.001 0 0] readonly def',
    '/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 6 /plusminus put\ndup 65 /B put\nreadonly def',
    'currentdict end\ncurrentfile eexec\n',
  ].join('\n');
  const map =
    'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfchar <41> <0041> endbfchar endcmap';
  const stream = (data: string, entries = '') =>
    `<</Length ${data.length} ${entries}>> stream\n${data}\nendstream endobj\n`;
  const objects = `200 0 obj <</Type /FontDescriptor /FontName /Signs /Flags 4 /FontFile 201 0 R>> endobj
201 0 obj ${stream(`${program}0000`, `/Length1 ${program.length} /Length2 4 /Length3 0`)}202 0 obj ${stream(map)}`;
  const font = `<</Type /Font /Subtype /Type1 /BaseFont /Signs /FirstChar 0 /LastChar 65 /Widths [${'500 '.repeat(66)}]
/FontDescriptor 200 0 R /ToUnicode 202 0 R>>`;
  const [block] = await textsOf(withFont(font, 'BT /odd 10 Tf 72 700 Td <0641> Tj ET', objects));
  assert.equal(block, '±A');
});
