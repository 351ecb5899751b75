import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, PROSE, parsed, withFont } from '../built-pdf.fixture.ts';

/** Letters drawn by a procedure as boxes of half an em, in units of a thousandth of an em. */
function drawnFont(matrix: string, width: number): [font: string, objects: string] {
  const codes = Array.from({ length: 95 }, (_, at) => 32 + at);
  const procedure = `${width} 0 d0 0 0 ${0.8 * width} 600 re f`;
  const map =
    'begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7e> <0020> endbfrange endcmap';
  const stream = (data: string) => `<</Length ${data.length}>> stream\n${data}\nendstream endobj\n`;
  return [
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [${matrix}] /CharProcs <</g 500 0 R>>
/Encoding <</Type /Encoding /Differences [32 ${codes.map(() => '/g').join(' ')}]>> /FirstChar 32 /LastChar 126
/Widths [${codes.map(() => width).join(' ')}] /ToUnicode 501 0 R /Resources <<>> >>`,
    `500 0 obj ${stream(procedure)}501 0 obj ${stream(map)}`,
  ];
}

const lines = (shown: (at: number) => string, font = 'odd'): string =>
  PROSE.map((line, at) => `BT /${font} 10 Tf ${shown(at)} Tm (${line}) Tj ET `).join('');

async function read(bytes: Uint8Array): Promise<string> {
  const { blocks } = await parsed(bytes);
  return blocks
    .map(block => ('text' in block ? block.text : block.kind))
    .join(' | ')
    .replaceAll('\n', ' ');
}

test('letters drawn mirrored in a matrix that mirrors them back are read the way they run', async () => {
  for (const [matrix, shown] of [
    ['-.001 0 0 -.001 0 0', (at: number) => `-1 0 0 -1 72 ${700 - 12 * at}`],
    ['-.001 0 0 .001 0 0', (at: number) => `-1 0 0 1 72 ${700 - 12 * at}`],
    ['.001 0 0 -.001 0 0', (at: number) => `1 0 0 -1 72 ${700 - 12 * at}`],
  ] as const) {
    const [font, objects] = drawnFont(matrix, 500);
    assert.equal(await read(withFont(font, lines(shown), objects)), PROSE.join(' '), matrix);
  }
});

test('a page found turned by 180 degrees is read as PDFium does where that is upright', async () => {
  // Only the widths show that the letters run against their own direction; the matrix does not.
  const [font, objects] = drawnFont('.001 0 0 .001 0 0', -500);
  const content = lines(at => `-1 0 0 -1 72 ${700 - 12 * at}`);
  assert.equal(await read(withFont(font, content, objects)), PROSE.join(' '));
});

test('a page whose text stands upside down is turned, to PDFium as well', async () => {
  const content = lines(at => `-1 0 0 -1 500 ${100 + 12 * at}`, 'regular');
  assert.equal(await read(builtPdf([content])), PROSE.join(' '));
});

test('words that PDFium alone can read stand in their place on a page that is turned by 180 degrees', async () => {
  const refused = '<</Type /Font /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>';
  const shown = (font: string, x: number, words: string) =>
    `BT /${font} 10 Tf -1 0 0 -1 ${x} 100 Tm (${words}) Tj ET `;
  const content = `${shown('regular', 500, 'The committee')}${shown('odd', 432, 'met in the morning')}${shown('regular', 342, 'and heard.')}`;
  assert.equal(await read(withFont(refused, content)), 'The committee met in the morning and heard.');
});
