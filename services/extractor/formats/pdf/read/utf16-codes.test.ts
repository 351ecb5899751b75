import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';
import { asUtf16 } from './utf16-codes.ts';

/** The way jsPDF writes a text with a character outside its font's encoding. */
const inUtf16 = (text: string): string => `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj`;

const shownAs = async (text: string): Promise<string> => {
  const content = `BT /regular 10 Tf 1 0 0 1 72 700 Tm ${inUtf16(text)} ET\n`;
  const [block] = (await parsed(builtPdf([content]))).blocks;
  return block !== undefined && 'text' in block ? block.text : '';
};

const glyph = (code: number, unicode = String.fromCharCode(code)) => ({
  ...{ originalCharCode: code, unicode, width: 500, isSpace: code === 0x20 },
});

test('texts in UTF-16 in a font of one byte are read as what they say', async () => {
  assert.equal(await shownAs('Total Amount: ₹67'), 'Total Amount: ₹67');
  assert.equal(await shownAs('₹450'), '₹450');
  assert.equal(await shownAs('Привет, мир'), 'Привет, мир');
});

test('codes that a font draws letters for are no UTF-16', () => {
  const letters = [glyph(1, 'a'), glyph(0x42), glyph(1, 'a'), glyph(0x43)];
  assert.equal(asUtf16(letters), null);
  const oneOfThem = [glyph(0), glyph(0x42), glyph(1, 'a'), glyph(0x43)];
  assert.equal(asUtf16(oneOfThem), null);
});

test('single signs, rows of one blank, odd bytes and moved letters are left as they stand', () => {
  assert.equal(asUtf16([glyph(0x20), glyph(0xb9)]), null);
  assert.equal(asUtf16(Array.from({ length: 8 }, () => glyph(8, '\u2002'))), null);
  assert.equal(asUtf16([glyph(0), glyph(0x42), glyph(0), glyph(0x43), glyph(0)]), null);
  assert.equal(asUtf16([glyph(0), glyph(0x42), 20, glyph(0), glyph(0x43), 20]), null);
  assert.equal(asUtf16([glyph(0x20), glyph(0x42), glyph(0x20), glyph(0x43)]), null);
});
