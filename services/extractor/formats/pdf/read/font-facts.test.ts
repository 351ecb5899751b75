import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, withFont } from '../built-pdf.fixture.ts';
import { fontFacts, isBoldName } from './font-facts.ts';

const nameOf = (extra: object, id: string) => fontFacts({ extra }, id).style.name;

test('fonts without a name are told apart, since a heading may have nothing but its font', () => {
  const drawn = { type: 'Type3', name: 'Type3' };
  assert.notEqual(nameOf(drawn, 'g_d0_f1'), nameOf(drawn, 'g_d0_f2'));
  assert.equal(nameOf({ type: 'Type1', name: 'ABCDEF+Times-Bold' }, 'g_d0_f3'), 'Times-Bold');
});

test('names without words tell weight and slant by the letters behind a point', () => {
  const style = (name: string) => fontFacts({ extra: { name } }).style;
  assert.equal(style('ABCDEF+AdvOT3b30f6db.B').bold, true);
  assert.equal(style('ABCDEF+AdvOT65f8a23b.I').italic, true);
  assert.equal(style('AdvOT46dcae81').bold, false);
});

test('weights are told by name, as designers and TeX write them', () => {
  for (const name of ['Helvetica-Bold', 'CMBX10', 'LinLibertineTB'])
    assert.equal(isBoldName(name), true, name);
  for (const name of ['Helvetica', 'LinLibertineT', 'LinLibertineTI'])
    assert.equal(isBoldName(name), false, name);
});

/** A font with these characters; `widthOf` gives their widths in thousandths of an em. */
function fontOf(characters: string, widthOf: (character: string) => number) {
  const codes = new Map([...characters].map((character, code) => [code, character]));
  return {
    type: 'TrueType',
    name: 'ABCDEF+Plain',
    widths: Object.fromEntries([...codes].map(([code, character]) => [code, widthOf(character)])),
    toUnicode: {
      get: (code: number) => codes.get(code),
      forEach: (callback: (code: number, character: number) => void) => {
        for (const [code, character] of codes) callback(code, character.codePointAt(0) as number);
      },
    },
  };
}
const isMonospace = (extra: object) => fontFacts({ extra }).style.monospace;

test('a font whose small letters are all equally wide is of fixed pitch, whatever its name and flags say', () => {
  assert.ok(isMonospace(fontOf('abcdefgilmw', () => 500)));
  assert.ok(!isMonospace(fontOf('abcdefgilmw', character => ('il'.includes(character) ? 280 : 500))));
});

test('letters that a subset has left out are as wide as any sign that it has not, and say nothing', () => {
  const subset = (left: string) => {
    const font = fontOf(`abcdefgiklmquw`, character => (left.includes(character) ? 364 : 500));
    return { ...font, widths: { ...font.widths, 127: 364 } };
  };
  assert.ok(isMonospace(subset('akq')));
  assert.ok(!isMonospace(subset('abcdefgi')), 'too few are left to tell');
  assert.ok(!isMonospace({ ...subset('akq'), widths: { ...subset('akq').widths, 127: 500 } }));
});

test('a map with an entry for every code is not gone through for a font whose first letters differ', () => {
  const font = fontOf('abcdefgilmw', character => ('il'.includes(character) ? 280 : 500));
  Object.assign(font.toUnicode, { forEach: () => assert.fail('65,536 entries') });
  assert.ok(!isMonospace(font));
});

test('a few letters, figures alone and East Asian fonts do not tell', () => {
  assert.ok(!isMonospace(fontOf('acde', () => 500)));
  assert.ok(!isMonospace(fontOf('0123456789', () => 500)));
  assert.ok(!isMonospace(fontOf('abcdefgilmw漢', () => 500)));
});

test('a code of two bytes that the map of its font leaves out means nothing', () => {
  const map = new Map([[3, 'क']]);
  const toUnicode = { has: (code: number) => map.has(code), get: (code: number) => map.get(code) };
  const facts = fontFacts({ extra: { composite: true, toUnicode } });
  assert.deepEqual([facts.isUnmapped?.(3), facts.isUnmapped?.(61)], [false, true]);
  assert.equal(fontFacts({ extra: { toUnicode } }).isUnmapped, null, 'codes of one byte may be letters');
  const identity = { ...toUnicode, firstChar: 0 };
  assert.equal(fontFacts({ extra: { composite: true, toUnicode: identity } }).isUnmapped, null, 'no map');
});

test('a code that the map of a font leaves out whose codes are counted from 1 means nothing (Bengali by Ghostscript)', () => {
  const mapOf = (said: Record<number, string>) => {
    const map = new Map(Object.entries(said).map(([code, text]) => [Number(code), text]));
    return { has: (code: number) => map.has(code), get: (code: number) => map.get(code) };
  };
  const unmapped = (said: Record<number, string>, type = 'TrueType') =>
    fontFacts({ extra: { type, toUnicode: mapOf(said) } }).isUnmapped;
  const counted = { 1: ' ', 22: ',', 37: ':', 56: '(' };
  assert.deepEqual([unmapped(counted)?.(22), unmapped(counted)?.(65)], [false, true]);
  assert.equal(unmapped(counted, 'Type1'), null, 'TeX has letters there');
  assert.equal(unmapped({ 2: 'fi', 3: 'fl', 65: 'A', 66: 'B' }), null, 'its other codes are letters');
  assert.equal(unmapped({ 37: ':', 56: '(' }), null);
});

test('figures and a few letters of one width are no fixed pitch, though pdf.js says so of them', () => {
  const flagged = (characters: string) =>
    isMonospace({ ...fontOf(characters, () => 500), isMonospace: true });
  assert.ok(flagged('PRINT42'));
  assert.ok(!flagged('0123456789.,()'));
  assert.ok(!flagged('A1'));
});

test('a width of the two thousand millionth glyph does not have all those before it looked at', () => {
  const font = fontOf('abc', () => 500);
  const widths: number[] = [];
  for (const code of [0, 1, 2, 2 ** 31]) widths[code] = 500;
  const before = process.cpuUsage();
  assert.equal(
    fontFacts({ extra: { ...font, composite: true, isMonospace: true, widths } }, 'g').style.monospace,
    false,
  );
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user} µs of CPU time`);
});

test('wide letters of a font that tells no widths are whole words with the letters moved behind them', async () => {
  const letters =
    '1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0020> <007E> <0020> endbfrange endcmap';
  const font = `<</Type /Font /Subtype /Type0 /BaseFont /Calibri /Encoding /Identity-H /ToUnicode 90 0 R /DescendantFonts [<</Type /Font
    /Subtype /CIDFontType2 /BaseFont /Calibri /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 503>>]>>`;
  const map = `90 0 obj <</Length ${letters.length}>> stream\n${letters}\nendstream endobj\n`;
  const code = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0');
  const shown = { N: -143, o: -24, t: 168, ' ': 277, m: -296, a: 24, k: 48, e: 5 };
  const content = [...'Not make']
    .map(letter => `<${code(letter)}> ${shown[letter as keyof typeof shown]}`)
    .join(' ');
  const { blocks } = await parsed(withFont(font, `BT /odd 10 Tf 72 700 Td [${content}] TJ ET`, map));
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    ['Not make'],
  );
});

test('a dagger as wide as the space is the hard space of Windows, in fonts that say nothing of their codes', () => {
  const font = (dagger: number) => ({
    type: 'TrueType',
    name: 'ABCDEF+Plain',
    widths: { 32: 278, 97: 537, 160: dagger },
    toUnicode: { get: (code: number) => (code === 160 ? '†' : String.fromCharCode(code)) },
  });
  assert.equal(fontFacts({ extra: font(278) }).misnamed?.get('†'), '\u00a0');
  assert.equal(fontFacts({ extra: font(556) }).misnamed, null);
});

/** A subset as Quartz writes it: codes in order of use, each 500 wide except those in `widths`. */
function countedFont(used: string, widths: Record<number, number>, hasEncoding = false) {
  const codes = new Map([...used].map((character, at) => [0x21 + at, character]));
  return {
    type: 'TrueType',
    name: 'ABCDEF+Calibri',
    hasEncoding,
    widths: { ...Object.fromEntries([...codes.keys()].map(code => [code, 500])), ...widths },
    toUnicode: { get: (code: number) => codes.get(code) },
  };
}

test('a mark of exclamation that is a font’s first code in the order of use is its blank', () => {
  const corrected = (font: object) => fontFacts({ extra: font }).corrected?.get(0x21);
  assert.equal(corrected(countedFont('!Confis', { 33: 226 })), ' ');
  assert.equal(corrected(countedFont('!', { 33: 226 })), ' ');
  assert.equal(corrected(countedFont('!"#$', { 33: 326 })), undefined, 'all codes stand for themselves');
  assert.equal(corrected(countedFont('!Con fis', { 33: 326 })), undefined, 'it has a blank');
  assert.equal(corrected(countedFont('!', { 33: 326 }, true)), undefined, 'its encoding names the sign');
});

test('a figure at its own code of such a font, hardly wider than the blank, is the hyphen', () => {
  const used = '!Confis+ayt,rdmcg';
  const corrected = (character: string, width: number) => {
    const at = character.charCodeAt(0);
    const font = countedFont(`${used.slice(0, at - 0x21) + character}u`, { 33: 226, [at]: width });
    return fontFacts({ extra: font }).corrected?.get(at);
  };
  assert.equal(corrected('0', 306), '-');
  assert.equal(corrected('0', 507), undefined, 'as wide as figures are');
  assert.equal(corrected('.', 252), undefined, 'a stop may be as narrow');
});

test('words of a document by Quartz are parted where its font does not know the blank', async () => {
  const used = '!Confisayueow-';
  const map = `1 begincodespacerange <00><FF> endcodespacerange ${used.length} beginbfchar ${[...used]
    .map(
      (character, at) =>
        `<${(0x21 + at).toString(16)}> <${character.charCodeAt(0).toString(16).padStart(4, '0')}>`,
    )
    .join(' ')} endbfchar endcmap`;
  const font = `<</Type /Font /Subtype /TrueType /BaseFont /ABCDEF+Calibri /FirstChar 33 /LastChar ${0x20 + used.length}
    /Widths [226 ${'500 '.repeat(used.length - 1)}] /ToUnicode 90 0 R
    /FontDescriptor <</Type /FontDescriptor /FontName /ABCDEF+Calibri /Flags 4>>>>`;
  const shown = [...'Conf is easy now']
    .map(letter => (0x21 + used.indexOf(letter === ' ' ? '!' : letter)).toString(16))
    .join('');
  const extra = `90 0 obj <</Length ${map.length}>> stream\n${map}\nendstream endobj\n`;
  const { blocks } = await parsed(withFont(font, `BT /odd 10 Tf 72 700 Td <${shown}> Tj ET`, extra));
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    ['Conf is easy now'],
  );
});
