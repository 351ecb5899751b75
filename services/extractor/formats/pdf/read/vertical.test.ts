import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../layout/page/content.ts';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';
import { withRuby } from './ruby.ts';
import { isStacked, laidDown } from './vertical.ts';

const FONT = { name: 'Mincho', bold: false, italic: false, monospace: false };

function item(text: string, left: number, baseline: number, size: number, index: number): TextItem {
  const width = size * text.length;
  const place = { left, baseline, width, size, angle: 0, spaceBefore: true, index };
  return { text, ...place, font: FONT, color: 0, invisible: false };
}

/** Characters drawn one below the other. */
const column = (text: string, left: number, from = 0): TextItem[] =>
  [...text].map((character, at) => item(character, left, 100 + 12 * at, 12, from + at));

test('characters drawn one below the other make a vertical page, lines of them do not', () => {
  assert.equal(isStacked([...column('今では誰も覚えて', 500), ...column('いないほど高く', 480, 8)]), true);
  assert.equal(
    isStacked([...'今では誰も覚えていないほど'].map((text, at) => item(text, 100 + 12 * at, 100, 12, at))),
    false,
  );
  assert.equal(
    isStacked([...'ABCDEFGHIJKLMN'].map((text, at) => item(text, 100, 100 + 12 * at, 12, at))),
    false,
  );
});

test('a column lies down as one run, the column to its left below it', () => {
  const turned = (stacked: TextItem[]) =>
    stacked.map(({ left, baseline, ...rest }) => ({
      ...rest,
      left: baseline,
      baseline: 600 - left,
      angle: 90,
    }));
  const runs = laidDown(turned([...column('川の状態', 500), ...column('報告', 480, 4)]));
  assert.deepEqual(
    runs.map(run => run.text),
    ['川の状態', '報告'],
  );
  assert.ok((runs[1]?.baseline ?? 0) > (runs[0]?.baseline ?? 0));
});

test('a reading in small kana stands behind its word', () => {
  const line = item('この漢字を読む', 100, 200, 12, 0);
  const reading = [...'かんじ'].map((text, at) => item(text, 125 + 8 * at, 189, 6, 1 + at));
  assert.deepEqual(
    withRuby([line, ...reading]).map(({ text }) => text),
    ['この漢字(かんじ)を読む'],
  );
});

test('small kana in a line of its own is no reading', () => {
  const items = [item('この漢字を読む', 100, 200, 12, 0), item('ちいさい', 100, 220, 6, 1)];
  assert.deepEqual(withRuby(items), items);
});

test('a line goes on behind a reading that was drawn before the rest of it', () => {
  const items = [
    item('漢', 100, 200, 12, 0),
    item('かん', 100, 189, 6, 1),
    item('字を読む', 112.5, 200, 12, 2),
  ];
  assert.deepEqual(
    withRuby(items).map(({ text, spaceBefore }) => [text, spaceBefore]),
    [
      ['漢(かん)', true],
      ['字を読む', false],
    ],
  );
});

test('letters that lie on their side in a vertical line are part of it', async () => {
  const font = `<</Type /Font /Subtype /Type0 /BaseFont /Mincho /Encoding /UniJIS-UCS2-V /DescendantFonts [<</Type /Font
/Subtype /CIDFontType0 /BaseFont /Mincho /CIDSystemInfo <</Registry (Adobe) /Ordering (Japan1) /Supplement 2>> /DW 1000>>]>>`;
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const upright = (x: number, y: number, text: string) =>
    `BT /tate 12 Tf 1 0 0 1 ${x} ${y} Tm <${hex(text)}> Tj ET\n`;
  const content =
    `${upright(500, 700, '川の状態を今では誰も覚えていない。')}${upright(480, 700, '船は')}` +
    `BT /regular 12 Tf 0 -1 1 0 475.8 673 Tm (Paris) Tj ET\n${upright(480, 640, 'にある。')}`;
  const file = Buffer.from(builtPdf([content])).toString('latin1');
  const bytes = Buffer.from(file.replace('/regular <<', `/tate ${font} /regular <<`), 'latin1');
  const [block] = (await parsed(bytes)).blocks;
  assert.equal(
    block && 'text' in block && block.text.replaceAll(' ', ''),
    '川の状態を今では誰も覚えていない。船はParisにある。',
  );
});
