import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { builtPdf, PROSE, withFont } from '../built-pdf.fixture.ts';
import { openPdf } from './open.ts';
import { readPage } from './read-page.ts';

async function textOf(bytes: Uint8Array): Promise<string> {
  const pdf = await openPdf(bytes);
  const { items } = await readPage(pdf, 1, () => true);
  await pdf.close();
  return items.map(item => item.text).join(' ');
}

const shown = (string: string): string => `BT /regular 10 Tf 0 700 Td ${string} Tj ET`;

test('a long string is read whole, in letters or in digits', async () => {
  const [line = ''] = PROSE;
  const long = 'so many boats '.repeat(100).trim();
  for (const text of [line, long])
    for (const string of [`(${text})`, `<${Buffer.from(text).toString('hex')}>`]) {
      const file = Buffer.from(builtPdf([shown(string)])).toString('latin1');
      assert.equal(await textOf(Buffer.from(file.replace('612 792', '9000 792'), 'latin1')), text);
    }
});

/** A page whose content is compressed. */
function withPacked(packed: Uint8Array): Uint8Array {
  const file = Buffer.from(builtPdf([Buffer.from(packed).toString('latin1')])).toString('latin1');
  return Buffer.from(file.replace('<</Length', '<</Filter /FlateDecode /Length'), 'latin1');
}

test('a short packed stream is read, and as much of a damaged one as there is', async () => {
  const packed = deflateSync(PROSE.map((line, at) => shown(`0 ${-20 * at} Td (${line})`)).join('\n'));
  assert.equal(await textOf(withPacked(packed)), PROSE.join(' '));
  const wrongSum = Buffer.from(packed);
  wrongSum.fill(0, packed.length - 4);
  assert.equal(await textOf(withPacked(wrongSum)), PROSE.join(' '));
  const cutOff = await textOf(withPacked(packed.subarray(0, -20)));
  assert.ok(cutOff.startsWith(PROSE[0] ?? '-'), cutOff);
});

test('a map beside an encoding says what it says, and the encoding the rest', async () => {
  const map = `1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <0042> <42> <0000> endbfchar`;
  const font =
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding <</Type /Encoding /Differences [67 /eacute]>> /ToUnicode 300 0 R>>';
  const objects = `300 0 obj <</Length ${map.length}>> stream\n${map}\nendstream endobj\n`;
  assert.equal(await textOf(withFont(font, 'BT /odd 10 Tf 72 700 Td (ABCD) Tj ET', objects)), 'BBéD');
});
