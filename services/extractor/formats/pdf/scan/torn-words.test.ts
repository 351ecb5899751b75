import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../../layout/page/blank-page.fixture.ts';
import type { Gap, PageContent, TextItem } from '../../../layout/page/content.ts';
import type { OcrEngine } from '../../../ocr/engine.ts';
import { OutOfTime } from '../../../ocr/engine.ts';
import { builtPdf } from '../built-pdf.fixture.ts';
import { PageScanner } from './scan.ts';
import { withTornWords } from './torn-words.ts';

const FONT = { name: 'Noto', bold: false, italic: false, monospace: false };

/** Lines, 5 points a character, in which `?` is a glyph without a letter and `^` is one without a width as well. */
function torn(...lines: string[]): { page: PageContent; holes: Gap[] } {
  const items: TextItem[] = [];
  const holes: Gap[] = [];
  lines.forEach((line, row) => {
    const place = { baseline: 100 + 20 * row, size: 10, font: FONT };
    let left = 50;
    let spaceBefore = true;
    for (const part of line.match(/[?^]|[^?^ ]+| /g) ?? []) {
      const width = part === '^' ? 0 : 5 * part.length;
      if (part === '?' || part === '^') holes.push({ ...place, left, width, glyphs: 1 });
      else if (part !== ' ')
        items.push({
          ...place,
          text: part,
          left,
          width,
          spaceBefore,
          index: items.length,
          angle: 0,
          color: 0,
          invisible: false,
        });
      spaceBefore = part === ' ' || part === '?';
      left += width;
    }
  });
  return { page: blankPage({ width: 612, height: 792, items, holes, unreadable: holes.length }), holes };
}

/** The same lines as OCR reads them, word by word. */
const readAs = (...lines: string[]): TextItem[] =>
  lines.flatMap((line, row) => {
    let left = 50;
    return line.split(' ').map((text, index): TextItem => {
      const item = {
        text,
        left,
        width: 5 * text.length,
        spaceBefore: true,
        index,
        angle: 0,
        color: 0,
        invisible: false,
      };
      left += item.width + 5;
      return { ...item, baseline: 101 + 20 * row, size: 9, font: FONT };
    });
  });

function mended(lines: string[], read: string[]): { text: string[]; page: PageContent } {
  const { page, holes } = torn(...lines);
  const whole = withTornWords(page, holes, readAs(...read));
  return { text: whole.items.map(({ text }) => text), page: whole };
}

test('a glyph without a letter is what OCR reads between the letters around it', () => {
  const { text, page } = mended(['£7?491?18 and 9?5%'], ['£7,491.18 and 9.5%']);
  assert.deepEqual(text, ['£7,491.18', 'and', '9.5%']);
  assert.equal(page.unreadable, 0);
  assert.deepEqual(page.holes, []);
});

test('letters that the file says stay, whatever OCR reads', () => {
  assert.deepEqual(mended(['infor?ation of 12 boats'], ['informatlon of 72 beats']).text, [
    'information',
    'of',
    '12',
    'boats',
  ]);
  assert.deepEqual(mended(['whole?ale'], ['wholesa1e']).text, ['wholesale']);
});

test('a word of which OCR reads something else stays as it is, and its glyphs stay lost', () => {
  const { text, page } = mended(['har?our'], ['lnrtxu']);
  assert.deepEqual(text, ['har', 'our']);
  assert.equal(page.unreadable, 1);
});

test('signs of formulas are left out: OCR takes them for letters', () => {
  assert.deepEqual(mended(['p, ?, X'], ['p, €, X']).text, ['p,', ',', 'X']);
});

test('a space whose glyph has no letter parts words', () => {
  assert.deepEqual(mended(['네?배는?다리'], ['네 배는 다리']).text, ['네', '배는', '다리']);
  assert.deepEqual(mended(['네?배는?다리?'], ['네배는다리.']).text, ['네', '배는', '다리.']);
});

test('Indic signs come where OCR reads them, not where they are drawn', () => {
  assert.deepEqual(mended(['व?ष और ?कया'], ['वर्ष और किया']).text, ['वर्ष', 'और', 'किया']);
  assert.deepEqual(mended(['वष^', 'माच^'], ['वर्ष', 'मार्च']).text, ['वर्ष', 'मार्च']);
});

test('tone marks of Thai that have no letter are put back', () => {
  assert.deepEqual(mended(['ที^ใบ'], ['ที่ใบ']).text, ['ที่ใบ']);
});

test('right-to-left words are mended as they stand on the page', () => {
  // In the order in which items hold them: the last letter first.
  assert.deepEqual(mended(['لو??ا مويلا'], ['لولأا مويلا']).text, ['لولأا', 'مويلا']);
});

const LINE = 'te?t of a lett?r in w?ich ?ome let?ers ar? lost';
const WHOLE = 'text of a letter in which some letters are lost';

async function seen(lines: string[], recognize: OcrEngine['recognize']) {
  const { page } = torn(...lines);
  const scanner = new PageScanner(builtPdf(['']), { recognize });
  const { page: whole, ocr, warning } = await scanner.finish({ page, reading: null });
  await scanner.close();
  return { text: whole.items.map(({ text }) => text).join(' '), ocr, warning: warning?.code };
}

/** An engine that sees this text on the two lines. */
const seeing =
  (...lines: string[]): OcrEngine['recognize'] =>
  async ({ width, height }) => {
    const scale = width / 612;
    const read = lines.map((line, row) => {
      const words = readAs(line).map(({ text, left, width: wide }) => ({
        text,
        left: left * scale,
        right: (left + wide) * scale,
        top: (93 + 20 * row) * scale,
        bottom: (100 + 20 * row) * scale,
        confidence: 95,
      }));
      return {
        left: 50 * scale,
        right: 500 * scale,
        top: (93 + 20 * row) * scale,
        bottom: (100 + 20 * row) * scale,
        words,
      };
    });
    return {
      width,
      height,
      quarterTurns: 0,
      lines: read,
      rules: { horizontal: [], vertical: [] },
      confidence: 95,
    };
  };

test('a page whose words have lost letters is read by OCR for them', async () => {
  assert.deepEqual(await seen([LINE, LINE], seeing(WHOLE, WHOLE)), {
    text: `${WHOLE} ${WHOLE}`,
    ocr: true,
    warning: undefined,
  });
});

test('a page is read for one ligature that is lost amid a word (Microsoft Print to PDF)', async () => {
  const line = 'the descrip?on of a sensor';
  assert.equal(
    (await seen([line], seeing('the description of a sensor'))).text,
    'the description of a sensor',
  );
  assert.equal((await seen([line], seeing())).warning, 'font-without-unicode');
});

test('a page with a lost sign or two beside its words costs no reading', async () => {
  const { ocr, warning } = await seen(['?text of a letter?'], () =>
    Promise.reject(new Error('nothing is to be read')),
  );
  assert.equal(ocr, false);
  assert.equal(warning, undefined);
});

test('lost letters that nobody can read, or that there is no time for, are told by a warning', async () => {
  assert.equal((await seen([LINE, LINE], seeing())).warning, 'font-without-unicode');
  const { text, warning } = await seen([LINE, LINE], () => Promise.reject(new OutOfTime()));
  assert.equal(warning, 'font-without-unicode');
  assert.match(text, /^te t of a lett r/);
});

test('a line of more glyphs than any page has is left as it is', () => {
  const words = Array.from({ length: 400 }, (_, at) => `wat?r${at}`).join(' ');
  const { page, holes } = torn(words);
  assert.equal(withTornWords(page, holes, readAs(words.replaceAll('?', 'e'))), page);
  const short = words.slice(0, 2_000).replace(/ \S*$/, '');
  const few = torn(short);
  assert.notEqual(
    withTornWords(few.page, few.holes, readAs(short.slice(0, 400).replaceAll('?', 'e'))),
    few.page,
  );
});
