import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../layout/page/content.ts';
import { itemsAt } from '../../../layout/page/line.fixture.ts';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { hasGapsInStrings, withGapsClosed, withSpacedLettersJoined } from './spaced-letters.ts';

const FONT = GLYPH_STYLE.font;
const PROSE = 'The board met on Monday and agreed on the plan';

/**
 * A line of prose, whose spaces are drawn if `drawn`, and below it pieces `room` points apart; a leading space in a
 * piece is a drawn one.
 */
function placed(pieces: readonly string[], { room = 2, drawn = true, baseline = 100 } = {}): TextItem[] {
  const prose = itemsAt(50, 80, PROSE).map(item => (drawn ? item : { ...item, isSpaceLeftOpen: true }));
  let left = 50;
  const letters = pieces.flatMap(piece => {
    const isDrawn = piece.startsWith(' ');
    left += isDrawn ? 5 : 0;
    const [item] = itemsAt(left, baseline, piece.trim(), { index: prose.length });
    left += (item?.width ?? 0) + room;
    return item ? [{ ...item, ...(!isDrawn && { isSpaceLeftOpen: true }) }] : [];
  });
  return [...prose, ...letters].map((item, index) => ({ ...item, font: FONT, index }));
}

const page = (...given: Parameters<typeof placed>): TextItem[] => withSpacedLettersJoined(placed(...given));

const wordsOf = (items: readonly TextItem[]): string =>
  items
    .filter(({ baseline }) => baseline === 100)
    .map(({ text }) => text)
    .join(' ');

test('letters that are set wide are words between the spaces that are drawn', () => {
  const items = page([...'PRODUCT', ' L', ...'AUNCH']);
  assert.equal(wordsOf(items), 'PRODUCT LAUNCH');
  const [product, launch] = items.slice(-2);
  assert.deepEqual([product?.left, product?.width, launch?.left], [50, 47, 104]);
  assert.deepEqual(
    items.map(({ index }) => index),
    [...items.keys()],
  );
});

test('short words, numbers and their signs are words as well, with letters that kerning has joined', () => {
  assert.equal(wordsOf(page(['0', '3'])), '03');
  assert.equal(wordsOf(page(['P.', '0', '4', '–', '0', '6'])), 'P.04–06');
  assert.equal(wordsOf(page(['A', 'P', 'R', ' 2', '1', ',', ' 2', '0', '2', '6'])), 'APR 21, 2026');
  assert.equal(wordsOf(page(['ROUN', 'DT', 'A', 'B', 'L', 'E'])), 'ROUNDTABLE');
});

test('short words of small letters are words where longer ones are set as wide (Canva)', () => {
  const pieces = [...'com', ' g', ...'rande', ' q', ...'ue', ' o', ' V', 't'];
  assert.equal(wordsOf(page(pieces)), 'com grande que o Vt');
  assert.equal(wordsOf(page([...'co', ' q'])), 'c o q');
});

test('a stop in another font touches the word that is set wide before it', () => {
  const bold = { ...FONT, bold: true };
  const prose = itemsAt(50, 80, PROSE);
  const word = [...'First,'].flatMap((letter, at) => itemsAt(50 + 7 * at, 100, letter));
  const items = [
    ...prose,
    ...word.map((item, at) => ({ ...item, ...(at > 0 && { isSpaceLeftOpen: true }) })),
  ];
  const [first, stop] = withSpacedLettersJoined(
    items.map((item, index) => ({ ...item, font: item.text === ',' ? bold : FONT, index })),
  ).slice(-2);
  assert.deepEqual([first?.text, stop?.text, stop?.spaceBefore], ['First', ',', false]);
});

test('letters stay apart where the page leaves its spaces open', () => {
  assert.equal(wordsOf(page([...'PRODUCT'], { drawn: false })), 'P R O D U C T');
});

test('figures of columns, signs of formulas, words and Korean syllables stay apart', () => {
  assert.equal(wordsOf(page(['4', '7', '1'], { room: 5 })), '4 7 1');
  assert.equal(wordsOf(page(['V', 't'])), 'V t');
  assert.equal(wordsOf(page(['B', '=', '0'])), 'B = 0');
  assert.equal(wordsOf(page(['3', 'March'])), '3 March');
  assert.equal(wordsOf(page(['5', 'OBJ'])), '5 OBJ');
  assert.equal(wordsOf(page([...'에모여지'])), '에 모 여 지');
});

test('letters of one string that kerning moves apart are one word, but not what was read by OCR, or drawn apart', () => {
  const kerned = (changes: Partial<TextItem> = {}, room = 1.2) =>
    wordsOf(
      withSpacedLettersJoined(
        page([' s', 'hared'], { room }).map(item => ({ ...item, operator: 7, ...changes })),
      ),
    );
  assert.equal(kerned(), 'shared');
  assert.equal(kerned({ invisible: true }), 's hared');
  assert.equal(kerned({}, 1.8), 's hared');
  const parted = page([' s', 'hared'], { room: 1.2 }).map((item, at) => ({ ...item, operator: at }));
  assert.equal(wordsOf(withSpacedLettersJoined(parted)), 's hared');
});

test('capitals and figures that stand a little apart in one string stay two words', () => {
  const apart = page([' v', '2'], { room: 1.2 }).map(item => ({ ...item, operator: 7 }));
  assert.equal(wordsOf(withSpacedLettersJoined(apart)), 'v 2');
});

test('what kerning parts in strings of a writer that draws each of its spaces is one word, figures and capitals too', () => {
  const strings = [['STATE', 'MENT', ' OF', ' I', 'DBI', ' 69,', '750.', '20'], [' 22', '-'], ['10']];
  const items = placed(strings.flat(), { room: 1.3 }).map(item => ({ ...item, operator: 1 }));
  const kerned = items.map((item, at) => ({
    ...item,
    operator: at < items.length - 3 ? 1 : at < items.length - 1 ? 2 : 3,
  }));
  assert.equal(hasGapsInStrings(kerned), true);
  assert.equal(wordsOf(withGapsClosed(kerned)), 'STATEMENT OF IDBI 69,750.20 22-10');
  const apart = page([' 69.50', '2.25'], { room: 2.5 }).map((item, at) => ({ ...item, operator: at }));
  assert.equal(hasGapsInStrings(apart), false);
  const line = placed([' WE', ' TAKE', ' YOUR', ' HE', 'AL', 'TH'], { room: 1.3 });
  assert.equal(hasGapsInStrings(line.map(item => ({ ...item, operator: 1 }))), true);
  assert.equal(wordsOf(withGapsClosed(apart)), '69.50 2.25');
});

test('a line set wide whose spaces are all drawn, and wider, has no words in pieces of two letters (certificates of Coursera)', () => {
  const line = ['C', 'ou', 'r', 'ser', 'a', ' h', 'as', ' con', 'fir', 'med', ' th', 'e'];
  assert.equal(wordsOf(page(line, { room: 1.4 })), 'Coursera has confirmed the');
  assert.equal(wordsOf(page(line, { room: 1.4, drawn: false })), 'C ou r ser a h as con fir med th e');
  assert.equal(wordsOf(page(['fir', 'med', ' th', 'e'], { room: 4 })), 'fir med th e');
  const columns = ['210', '334', ' 211', '420', ' INT', 'W', ' th', 'e'];
  assert.equal(wordsOf(page(columns, { room: 1.4 })), '210 334 211 420 INT W th e');
});
