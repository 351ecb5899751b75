import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../../../tests/support/cpu-time.ts';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';
import { openPdf } from './open.ts';

const DESCRIPTOR = '200 0 obj <</Type /FontDescriptor /FontName /ABCDEF+Odd /Flags 32>> endobj\n';

/** The text of a page in fonts that share a descriptor; each font shows its code 65. */
async function textOf(namesOfGlyphs: readonly string[]): Promise<string> {
  const fonts = namesOfGlyphs.map(
    (name, at) =>
      `/odd${at} <</Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Odd /FontDescriptor 200 0 R /FirstChar 65 /LastChar 65
/Widths [600] /Encoding <</Type /Encoding /Differences [65 /${name}]>>>>`,
  );
  const shown = fonts.map((_, at) => `/odd${at} 10 Tf <41> Tj`).join(' ');
  const file = Buffer.from(builtPdf([`BT 72 700 Td ${shown} ET`])).toString('latin1');
  const bytes = file
    .replace('/regular <<', `${fonts.join(' ')} /regular <<`)
    .replace('trailer', `${DESCRIPTOR}trailer`);
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join('|');
}

test('fonts with one descriptor are told apart by their encodings, whichever comes first', async () => {
  assert.equal(await textOf(['x', 'y', 'x', 'z', 'y']), 'xyxzy');
});

test('an encoding with a code far beyond all others costs no more than its entries', async () => {
  const file = Buffer.from(builtPdf(['BT /regular 10 Tf 72 700 Td (Minutes) Tj ET'])).toString('latin1');
  const odd = file.replaceAll(
    /\/Encoding \/WinAnsiEncoding/g,
    '/Encoding <</BaseEncoding /WinAnsiEncoding /Differences [4294967290 /x]>>',
  );
  assert.notEqual(odd, file);
  const tookMs = await cpuMsOf(async () => {
    const { blocks } = await parsed(Buffer.from(odd, 'latin1'));
    assert.match(JSON.stringify(blocks), /Minutes/);
  });
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
});

test('handlers of messages take their listeners off when a document is closed', async () => {
  const pdf = await openPdf(builtPdf(['BT /regular 10 Tf 72 700 Td (Minutes) Tj ET']));
  const removed: string[] = [];
  const remove = pdf.port.removeEventListener.bind(pdf.port);
  pdf.port.removeEventListener = (name, listener) => {
    removed.push(name);
    remove(name, listener);
  };
  await pdf.close();
  assert.ok(removed.length > 0);
});
