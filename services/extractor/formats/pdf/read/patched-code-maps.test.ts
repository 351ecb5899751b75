import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';

const COMPOSITE = `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /ToUnicode 90 0 R /DescendantFonts [<</Type /Font
  /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500>>]>>`;

/** The text of a page whose codes are mapped by a CMap with these sections. */
async function textOf(codes: string, sections: string, font = COMPOSITE): Promise<string> {
  const map = `/CMapName /Made def 1 begincodespacerange <0000> <FFFF> endcodespacerange ${sections} endcmap`;
  const stream = `90 0 obj <</Length ${map.length}>> stream\n${map}\nendstream endobj\n`;
  const file = Buffer.from(builtPdf([`BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`])).toString('latin1');
  const bytes = file
    .replace('/regular <<', `/odd ${font} /regular <<`)
    .replace('trailer', `${stream}trailer`);
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join('|');
}

const codesOf = (text: string, shift = 0): string =>
  [...text].map(letter => (letter.charCodeAt(0) + shift).toString(16).padStart(4, '0')).join('');

const EVERY_CODE = '1 beginbfrange <0000> <FFFF> <0000> endbfrange';

const rowsOf = (first: number, last: number): string => {
  const rows = Array.from({ length: last - first + 1 }, (_, at) =>
    (first + at).toString(16).padStart(2, '0'),
  );
  return `${rows.length} beginbfrange ${rows.map(row => `<${row}00> <${row}FF> <${row}00>`).join(' ')} endbfrange`;
};

test('codes that are characters themselves are read, whether one range says so or one for each 256 codes', async () => {
  for (const sections of [EVERY_CODE, rowsOf(0, 255)]) {
    assert.equal(await textOf(codesOf('The river Ω 河'), sections), 'The river Ω 河');
  }
});

test('a long range may begin anywhere and stand for characters elsewhere', async () => {
  const shifted = '1 beginbfrange <0100> <02FF> <0000> endbfrange';
  assert.equal(await textOf(codesOf('The river', 0x100), shifted), 'The river');
});

test('what a map says after its long range holds: other codes, the same codes, a range that goes on elsewhere', async () => {
  const single = `${EVERY_CODE} 1 beginbfchar <0041> <0058> endbfchar`;
  assert.equal(await textOf(codesOf('ABBA'), single), 'XBBX');
  const leap = `${rowsOf(0, 1)} 1 beginbfrange <0200> <02FF> <0000> endbfrange`;
  assert.equal(await textOf(codesOf('AB') + codesOf('CD', 0x200), leap), 'ABCD');
});

test('a long range after other entries replaces them', async () => {
  const later = `1 beginbfchar <0041> <0058> endbfchar ${EVERY_CODE}`;
  assert.equal(await textOf(codesOf('ABBA'), later), 'ABBA');
});

test('so are the codes of one byte of letters drawn as procedures', async () => {
  const drawn = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /Resources <<>>
    /CharProcs <<>> /Encoding <<>> /FirstChar 0 /LastChar 255 /Widths [${Array(256).fill(600).join(' ')}] /ToUnicode 90 0 R>>`;
  assert.equal(
    await textOf('53676471686475', '1 beginbfrange <00> <FF> <0001> endbfrange', drawn),
    'Theriev',
  );
});

test('a code that stands for more text than a map may say means what its font says', async () => {
  const font = '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 90 0 R>>';
  const codes = Buffer.from('ropes').toString('hex');
  const letters = (count: number) => '0078'.repeat(count);
  for (const [section, said] of [
    [`1 beginbfchar <65> <${letters(3)}> endbfchar`, 'ropxxxs'],
    [`1 beginbfchar <65> <${letters(257)}> endbfchar`, 'ropes'],
    [`1 beginbfrange <65> <66> <${letters(257)}> endbfrange`, 'ropes'],
    [`1 beginbfrange <65> <73> [<${letters(257)}> ${'<0079> '.repeat(14)}] endbfrange`, 'yyyey'],
  ] as const)
    assert.equal(await textOf(codes, section, font), said, section.slice(0, 40));
});
