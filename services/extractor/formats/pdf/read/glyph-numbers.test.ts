import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, withFont } from '../built-pdf.fixture.ts';
import { characterOfGlyph } from './glyph-numbers.ts';

const IDENTITY = `<</Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [<</Type /Font
/Subtype /CIDFontType2 /BaseFont /Odd /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /DW 500>>]>>`;

const NUMBERS = new Map(Array.from({ length: 258 }, (_, number) => [characterOfGlyph(number), number]));

test('text drawn by the numbers of its glyphs keeps its accents', async () => {
  const sentence = 'Die Gemeinde führt die Wärme über Straßen – und die Škoda-Brücke hinaus';
  const codes = [...sentence]
    .map(letter => (NUMBERS.get(letter) ?? 0).toString(16).padStart(4, '0'))
    .join('');
  const { blocks } = await parsed(withFont(IDENTITY, `BT /odd 10 Tf 72 700 Td <${codes}> Tj ET`));
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    [sentence],
  );
});

test('the standard glyphs are numbered as the table of Apple names them', () => {
  const known: [number, string][] = [
    [0, ''],
    [3, ' '],
    [36, 'A'],
    [97, '~'],
    [98, 'Ä'],
    [108, 'ä'],
    [129, 'ü'],
    [137, 'ß'],
    [192, 'fi'],
    [210, ''],
    [225, 'ˇ'],
    [226, 'Ł'],
    [257, 'đ'],
    [258, ''],
  ];
  for (const [number, character] of known) assert.equal(characterOfGlyph(number), character, String(number));
});
