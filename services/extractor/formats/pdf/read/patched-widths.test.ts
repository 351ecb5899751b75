import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, withFont } from '../built-pdf.fixture.ts';

const MOST_CPU_MS = 1_500;

const fontOf = (encoding: string, widths: string): string =>
  `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /${encoding} /ToUnicode 90 0 R /DescendantFonts [<</Type /Font /Subtype
  /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 1000 ${widths}>>]>>`;
const MAP =
  '1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <00FF> <0000> endbfrange endcmap';
const STREAM = `90 0 obj <</Length ${MAP.length}>> stream\n${MAP}\nendstream endobj\n`;

async function textOf(encoding: string, widths: string): Promise<string> {
  const codes = Buffer.from('ropes', 'utf16le').swap16().toString('hex');
  const file = withFont(fontOf(encoding, widths), `BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`, STREAM);
  const { blocks } = await parsed(file);
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join('|');
}

test('widths of a thousand million glyphs are those of the 65,536 that a font can have', async () => {
  assert.equal(await textOf('Identity-H', '/W [0 255 500]'), 'ropes');
  for (const [encoding, widths] of [
    ['Identity-H', '/W [0 1000000000 500]'],
    ['Identity-H', '/W [-1000000000 255 500]'],
    ['Identity-V', '/W2 [0 1000000000 -1000 250 800]'],
  ] as const) {
    const before = process.cpuUsage();
    assert.equal(await textOf(encoding, widths), 'ropes', widths);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < MOST_CPU_MS * 1_000, `${widths}: ${user + system} µs of CPU time`);
  }
});
