import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';

/** As long as the outlines of some hundred letters, and incompressible. */
const OUTLINE_BYTES = 60_000;

/** A TrueType file with one table of meaningless data. */
function trueTypeFile(): Buffer {
  const directory = Buffer.alloc(28);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(1, 4);
  directory.write('glyf', 12, 'latin1');
  directory.writeUInt32BE(directory.length, 20);
  directory.writeUInt32BE(OUTLINE_BYTES, 24);
  let seed = 1;
  const outlines = Array.from({ length: OUTLINE_BYTES }, () => {
    seed = (seed * 48_271) % 0x7fffffff;
    return seed & 255;
  });
  return Buffer.concat([directory, Buffer.from(outlines)]);
}

const LETTERS =
  '1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0001> <001A> <0041> endbfrange';

const DESCRIPTOR = '<</Type /FontDescriptor /FontName /Odd /Flags 4 /FontFile2 91 0 R>>';
const COMPOSITE = `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /ToUnicode 90 0 R /DescendantFonts [<</Type /Font
  /Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500
  /FontDescriptor ${DESCRIPTOR}>>]>>`;
const SYMBOLIC = `<</Type /Font /Subtype /TrueType /BaseFont /Odd /FirstChar 0 /LastChar 0 /Widths [500] /FontDescriptor ${DESCRIPTOR}>>`;

/** A page that draws these codes with a font whose file is embedded. */
function pageWith(codes: string, font: string): Buffer {
  const file = deflateSync(trueTypeFile()).toString('latin1');
  const built = Buffer.from(builtPdf([`BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`])).toString('latin1');
  const streams = `90 0 obj <</Length ${LETTERS.length}>> stream\n${LETTERS}\nendstream endobj
    91 0 obj <</Length ${file.length} /Filter /FlateDecode>> stream\n${file}\nendstream endobj\n`;
  const bytes = built
    .replace('/regular <<', `/odd ${font} /regular <<`)
    .replace('trailer', () => `${streams}trailer`);
  return Buffer.from(bytes, 'latin1');
}

/** Counts the streams that are inflated whole, from now to the end of the test. */
function countInflated(t: TestContext): () => number {
  const inflating = globalThis.DecompressionStream as unknown as { inflated(): unknown };
  const { mock } = t.mock.method(inflating, 'inflated');
  return () => mock.callCount();
}

test('a TrueType file whose codes are explained outside of it is not inflated', async t => {
  await parsed(pageWith('0001', COMPOSITE));
  const inflated = countInflated(t);
  const { blocks } = await parsed(pageWith('000200010004', COMPOSITE));
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['BAD'],
  );
  assert.equal(inflated(), 0);
});

test('one whose own names may explain them is', async t => {
  await parsed(pageWith('01', SYMBOLIC));
  const inflated = countInflated(t);
  await parsed(pageWith('424144', SYMBOLIC));
  assert.equal(inflated(), 1);
});
