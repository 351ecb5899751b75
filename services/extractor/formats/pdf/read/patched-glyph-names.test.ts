import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';

const CODES_FROM = 65;
const QUARTZ_FROM = 33;

/** The text of a page that shows the glyphs with these names, in a font without a map to Unicode. */
async function textOf(
  names: readonly string[],
  entries: string,
  objects = '',
  from = CODES_FROM,
): Promise<string> {
  const codes = names.map((_, at) => (from + at).toString(16)).join('');
  const font = `<</Type /Font ${entries} /FirstChar ${from} /LastChar ${from + names.length - 1}
/Widths [${names.map(() => 600).join(' ')}] /Encoding <</Type /Encoding /Differences [${from} ${names.map(name => `/${name}`).join(' ')}]>>>>`;
  const file = Buffer.from(builtPdf([`BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`])).toString('latin1');
  const bytes = file
    .replace('/regular <<', `/odd ${font} /regular <<`)
    .replace('trailer', `${objects}trailer`);
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join('|');
}

const drawn = (names: readonly string[]): Promise<string> =>
  textOf(
    names,
    `/Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /Resources <<>>
/CharProcs <<${names.map(name => `/${name} 200 0 R`).join(' ')}>>`,
    '200 0 obj <</Length 36>> stream\n600 0 0 0 500 500 d1 0 0 500 500 re f\nendstream endobj\n',
  );

const outlined = (names: readonly string[], font = 'Odd'): Promise<string> =>
  textOf(
    names,
    `/Subtype /Type1 /BaseFont /ABCDEF+${font} /FontDescriptor <</Type /FontDescriptor /FontName /ABCDEF+${font} /Flags 32>>`,
  );

/** Glyph names, each with what the Adobe Glyph List Specification makes of it. */
const NAMES: readonly (readonly [string, string])[] = [
  ['D.sc', 'D'],
  ['o', 'o'],
  ['s.alt', 's'],
  ['e', 'e'],
  ['three.oldstyle', '3'],
  ['five.lnum.tab', '5'],
  ['o_f_f.liga', 'off'],
  ['T_h', 'Th'],
  ['f_uni0069', 'fi'],
  ['uni004F006B', 'Ok'],
  ['Tcommaaccent.smcp', 'Ţ'],
  ['u1F600', '😀'],
];

test('names of glyphs are read by the Adobe Glyph List: without suffix, part by part, by their codes', async () => {
  const names = NAMES.map(([name]) => name);
  const meant = NAMES.map(([, text]) => text).join('');
  assert.equal(await drawn(names), meant);
  assert.equal(await outlined(names), meant);
});

test('names that stand for no characters, surrogates or codes beyond Unicode leave a glyph to its code', async () => {
  assert.equal(await outlined(['D', 'uniD800', 'u110000', 'quux.alt', '.null']), 'DBCDE');
});

test('signs of Mathematical Pi, whose names are numbers, are what they show', async () => {
  const names = ['H9252', 'H11005', 'H11002', 'n', 'H9262', 'H11021', 'H11349', 'H9004'];
  assert.equal(await outlined(names, 'MathematicalPi-One'), 'β=−nμ<≤Δ');
});

test('symbols of typesetters that bear the names of letters and fractions are what they show', async () => {
  const names = ['eth', 'onehalf', 'onequarter', 'thorn', 'Thorn'];
  assert.equal(await outlined(names, 'AdvMathSymb'), '([=+)');
  assert.equal(await outlined(names), 'ð½¼þÞ', 'of other fonts they are those');
});

test('signs of TeX whose codes Quartz has counted anew mean what their glyphs are named, not their codes before', async () => {
  const names = ['universal', 'x', 'element', 'R', 'arrowright', 'minus', 'ff'];
  const said = ['0038', '0078', '0032', '0052', '0021', '0000', '21b5'];
  const read = (font: string, from = QUARTZ_FROM) => {
    const map = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange ${said.length} beginbfchar
${said.map((to, at) => `<${(from + at).toString(16)}> <${to}>`).join('\n')} endbfchar endcmap`;
    return textOf(
      names,
      `/Subtype /Type1 /BaseFont /AAAAAB+${font} /ToUnicode 200 0 R
/FontDescriptor <</Type /FontDescriptor /FontName /AAAAAB+${font} /Flags 4>>`,
      `200 0 obj <</Length ${map.length}>> stream\n${map}\nendstream endobj\n`,
      from,
    );
  };
  assert.equal(await read('CMSY10'), '∀x∈R→−ff');
  assert.equal((await read('Helvetica')).slice(0, 5), '8x2R!', 'of other fonts the map is believed');
  assert.equal(
    (await read('CMSY10', CODES_FROM)).slice(0, 5),
    '8x2R!',
    'and of codes that nobody has counted',
  );
});
