import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../../layout/page/blank-page.fixture.ts';
import { itemsAt } from '../../../layout/page/line.fixture.ts';
import type { OcrEngine } from '../../../ocr/engine.ts';
import { builtPdf } from '../built-pdf.fixture.ts';
import { PageScanner } from './scan.ts';

const HINDI = 'पु तकालय के नयम: पाठक पु तक मेज़ पर लाएँ और चुप रह। पु तकालय के नयम: पाठक पु तक मेज़ पर लाएँ';
const ENGLISH =
  'The rules of the reading room: readers bring their books to the table, and are silent there.';

/** The warning for a page with this text and `unreadable` glyphs without a letter. */
async function warningOf(words: string, unreadable: number): Promise<string | undefined> {
  const ocr: OcrEngine = { recognize: () => Promise.reject(new Error('nothing is to be recognised')) };
  const scanner = new PageScanner(builtPdf(['']), ocr);
  const page = { ...blankPage({ items: itemsAt(60, 100, words) }), unreadable };
  const { warning } = await scanner.finish({ page, reading: null });
  await scanner.close();
  return warning?.code;
}

test('text in a script of joined letters that has lost some of them has a warning', async () => {
  assert.equal(await warningOf(HINDI, 11), 'font-without-unicode');
});

test('a few signs without a letter, or ornaments of other scripts, are no loss', async () => {
  assert.equal(await warningOf(HINDI, 2), undefined);
  assert.equal(await warningOf(ENGLISH, 11), undefined);
});
