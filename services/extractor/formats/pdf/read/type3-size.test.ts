import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';
import { openPdf } from './open.ts';
import { readPage } from './read-page.ts';
import { emsToSize } from './type3-size.ts';

/** Letters of a roman typeface at ten points, drawn for a printer of 600 dots an inch. */
const DOTS = 600 / 72;
const LETTERS = [...'Theboatscmk'];
const WIDTHS = [7.2, 5.6, 4.4, 5.6, 5, 5, 3.9, 3.9, 4.4, 8.3, 5.3];

/** A page whose fonts have an identity matrix, so that the font size is that of a dot. */
function bitmapPage(shows: string): Uint8Array {
  const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 -17 60 66] /FontMatrix [1 0 0 1 0 0] /Resources <<>>
/CharProcs <<${LETTERS.map(letter => `/${letter} 200 0 R`).join(' ')}>> /FirstChar 65 /LastChar ${64 + LETTERS.length}
/Widths [${WIDTHS.map(width => Math.round(width * DOTS)).join(' ')}]
/Encoding <</Type /Encoding /Differences [65 ${LETTERS.map(letter => `/${letter}`).join(' ')}]>>>>`;
  const procedure = '200 0 obj <</Length 35>> stream\n40 0 0 0 35 50 d1 0 0 35 50 re f \nendstream endobj\n';
  const file = Buffer.from(builtPdf([`BT /odd .12 Tf 72 700 Td ${shows} ET`])).toString('latin1');
  return Buffer.from(
    file.replace('/regular <<', `/odd ${font} /regular <<`).replace('trailer', `${procedure}trailer`),
    'latin1',
  );
}

const codesOf = (word: string): string =>
  [...word].map(letter => String.fromCharCode(65 + LETTERS.indexOf(letter))).join('');

const widthOf = (word: string): number =>
  [...word].reduce((sum, letter) => sum + (WIDTHS[LETTERS.indexOf(letter)] ?? 0), 0);

test('bitmap letters set at the size of a dot are as large as they are drawn', async () => {
  const pdf = await openPdf(bitmapPage(`(${codesOf('Theboats')}) Tj`));
  const { items } = await readPage(pdf, 1, () => true);
  await pdf.close();
  assert.deepEqual(
    items.map(item => item.text),
    ['Theboats'],
  );
  assert.ok(Math.abs((items[0]?.size ?? 0) - 10) < 1.5, `${items[0]?.size} points`);
});

test('their words, each placed for itself, are a line, and lines a paragraph', async () => {
  const words = ['The', 'boat', 'at', 'the', 'back'];
  const steps = words.map(word => widthOf(word) + 3.3);
  const line = words.map((word, at) => `(${codesOf(word)}) Tj ${steps[at]} 0 Td`).join(' ');
  const back = steps.reduce((sum, step) => sum - step, 0);
  const { blocks } = await parsed(bitmapPage(`${line} ${back} -12 Td ${line}`));
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    [`${words.join(' ')} ${words.join(' ')}`],
  );
});

test('a font whose letters are as wide as its size lets expect is as large as it says', () => {
  const narrow = ['a', 'e', 'n', 't'].map(letter => [letter, 300] as const);
  const typed = ['i', 'l', 'm'].map(letter => [letter, 600] as const);
  assert.equal(emsToSize(narrow), 1);
  assert.equal(emsToSize(typed), 1);
  assert.equal(emsToSize([]), 1);
});

test('letters that are set in squares are as wide as the size, and no larger', () => {
  const inFloat = 1000 * (1 + 5e-8);
  for (const letters of ['村庄', 'かな', '한글'])
    assert.equal(emsToSize([...'\0', ...letters].map(letter => [letter, inFloat] as const)), 1, letters);
});

test('signs without letters tell the size by what a sign takes in the mean', () => {
  assert.equal(
    emsToSize([
      ['⊕', 40_000],
      ['⊗', 60_000],
    ]),
    100,
  );
});
