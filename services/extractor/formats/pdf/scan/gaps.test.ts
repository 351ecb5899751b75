import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../../format.ts';
import type { OcrEngine } from '../../../ocr/engine.ts';
import { builtPdf, paragraph } from '../built-pdf.fixture.ts';
import { parsePdf } from '../parse.ts';

const PROSE = [
  'The boats are kept below the bridge, all of them, for as long as the river is high.',
  'No boat may leave before the keeper has seen it, and the gate is closed at night.',
];

/** A font that gives no way from its codes to letters. */
const BROKEN = `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [<</Type /Font
/Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500>>]>>`;

/** Codes that are neither characters nor the usual glyph numbers, which are 29 below the letters. */
const hexOf = (letters: string): string =>
  [...letters].map(letter => (letter.charCodeAt(0) - 47).toString(16).padStart(4, '0')).join('');

function withTitle(title: string): Uint8Array {
  return withOdd(`BT /odd 16 Tf 72 740 Td <${hexOf(title)}> Tj ET ${paragraph(72, 700, PROSE)}`);
}

function withOdd(content: string): Uint8Array {
  const file = Buffer.from(builtPdf([content])).toString('latin1');
  return Buffer.from(file.replace('/regular <<', `/odd ${BROKEN} /regular <<`), 'latin1');
}

/** An engine that sees `text` in the title's place and something else below. */
const seeing = (text: string): OcrEngine => ({
  recognize: async ({ width, height }) => {
    const scale = width / 612;
    const word = (shown: string, y: number) => ({
      text: shown,
      left: 72 * scale,
      right: 150 * scale,
      top: (792 - y - 11) * scale,
      bottom: (792 - y) * scale,
      confidence: 95,
    });
    const lines = [...(text === '' ? [] : [word(text, 740)]), word('Misread', 700)].map(shown => ({
      ...shown,
      words: [shown],
    }));
    const rules = { horizontal: [], vertical: [] };
    return { width, height, quarterTurns: 0, lines, rules, confidence: 90 };
  },
});

const read = (title: string, ocr: OcrEngine) => readBytes(withTitle(title), ocr);

async function readBytes(bytes: Uint8Array, ocr: OcrEngine) {
  const document = await parsePdf({ bytes, contentType: 'application/pdf' }, { ocr, ceilings: CEILINGS });
  return { ...document, text: document.blocks.map(block => ('text' in block ? block.text : '')).join(' ') };
}

test('words of a broken font are read from their picture, the others as the file says them', async () => {
  const { text, ocr } = await read('Thegateatnight', seeing('GATE'));
  assert.equal(text, `GATE ${PROSE.join(' ')}`);
  assert.equal(ocr, true);
});

test('words of a broken font that cannot be seen are left out with a warning, not guessed', async () => {
  const { text, ocr, warnings } = await read('Thegateatnight', seeing(''));
  assert.equal(text, PROSE.join(' '));
  assert.equal(ocr, false);
  assert.deepEqual(warnings, [{ code: 'font-without-unicode', page: 1 }]);
});

test('a sign or two of a broken font cost no reading', async () => {
  const { text, ocr } = await read('Th', seeing('GATE'));
  assert.doesNotMatch(text, /GATE/);
  assert.equal(ocr, false);
});

test("on a page read by OCR for its broken font the words of the others are the file's own", async () => {
  const hex = hexOf('Theboatsarekeptbelowthebridgeallofthemforaslongastheriverishigh');
  const page = `BT /odd 10 Tf 72 740 Td <${hex}> Tj ET BT /regular 10 Tf 72 700 Td (Kept by the keeper) Tj ET`;
  const { text, ocr } = await readBytes(withOdd(page), seeing('BOATS'));
  assert.match(text, /BOATS/);
  assert.match(text, /Kept by the keeper/);
  assert.doesNotMatch(text, /Misread/);
  assert.equal(ocr, true);
});
