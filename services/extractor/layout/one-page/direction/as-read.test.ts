import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../page/blank-page.fixture.ts';
import type { PageContent, TextItem } from '../../page/content.ts';
import { turnedText } from '../../text/turn.ts';
import { asRead } from './as-read.ts';

const FONT = { name: 'Narkisim', bold: false, italic: false, monospace: false };
const BLANK = blankPage();

/** Words in their order on a line from left to right, 5 points a character and 4 points apart. */
function drawn(...words: string[]): PageContent {
  let left = 100;
  const items = words.map((text, index): TextItem => {
    const item = { text, left, width: 5 * text.length, index, spaceBefore: true };
    left += item.width + 4;
    return { ...item, baseline: 100, size: 10, angle: 0, font: FONT, color: 0, invisible: false };
  });
  return { ...BLANK, items };
}

const read = (page: PageContent): string =>
  asRead(page)
    .items.map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text))
    .join('')
    .trim();

test('Hebrew drawn from left to right is read from right to left', () => {
  assert.equal(read(drawn('םלוע', 'םולש')), 'שלום עולם');
});

test('numbers and foreign words inside a right-to-left line keep their own direction', () => {
  assert.equal(
    read(drawn('.Acme', 'Water', '12.5', 'תרבח', 'לע', '2024', 'תנשב')),
    'בשנת 2024 על חברת Acme Water 12.5.',
  );
  assert.equal(read(drawn('15%', 'הילע')), 'עליה 15%');
});

test('after Arabic letters the sign of a number is read where it stands', () => {
  assert.equal(turnedText('٪١٥ ةدايز'), 'زيادة ١٥٪');
});

test('a right-to-left name in an English sentence is turned around in its place', () => {
  assert.equal(
    read(drawn('the', 'word', 'םלוע', 'םולש', 'means', 'a', 'greeting')),
    'the word שלום עולם means a greeting',
  );
});

test('brackets that stand for what is seen are turned, those that stand for what is meant are not', () => {
  assert.equal(read(drawn('(םולש)', 'רמא')), 'אמר (שלום)');
  assert.equal(read(drawn(')םולש(', 'רמא')), 'אמר (שלום)');
});

/** The text of a line on a page of mostly Hebrew, with `gap` points before its last word. */
function readInHebrew(words: readonly string[], gap = 0): string {
  const line = drawn(...words).items.map((item, at) =>
    at === words.length - 1 ? { ...item, left: item.left + gap } : item,
  );
  const others = drawn('תופש', 'תוכמסהו', 'תודועת', 'יתקוסעת', 'ןויסינ', 'הנכתה', 'קדוב');
  const page = [...line, ...others.items.map(item => ({ ...item, baseline: 300 }))];
  const { items } = asRead({ ...BLANK, items: page.map((item, index) => ({ ...item, index })) });
  return items
    .filter(item => item.baseline === 100)
    .map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text))
    .join('')
    .trim();
}

test('brackets of foreign words say nothing of those of the right-to-left text on the same page', () => {
  const line = drawn(')םולש(', 'רמא', 'תרחמל');
  const foreign = drawn('a', '(b)', '[c]').items.map(item => ({ ...item, baseline: 200 }));
  const items = [...line.items, ...foreign].map((item, index) => ({ ...item, index }));
  assert.match(read({ ...line, items }), /אמר \(שלום\)/);
});

test('foreign words with a comma or a bracket of the right-to-left line between them are read from the right', () => {
  assert.equal(readInHebrew(['Docker', ',Java', 'Script', ',AWS', 'םע']), 'עם AWS, Java Script, Docker');
  assert.equal(readInHebrew(['Docker,', 'AWS', 'םע']), 'עם Docker, AWS');
  assert.equal(readInHebrew(['(Forum)', 'Jet', '(הז)', 'םע']), 'עם (זה) Jet (Forum)');
  assert.equal(readInHebrew([')Forum(', 'Jet', ')הז(', 'םע']), 'עם (זה) Jet (Forum)');
  assert.equal(readInHebrew(['Jet', '(Forum)', 'םע']), 'עם Jet (Forum)');
  assert.equal(readInHebrew(['2', '.Java', 'םע']), 'עם Java. 2');
  assert.equal(readInHebrew(['Core', '.NET', 'םע']), 'עם Core .NET');
});

test('a bracket that encloses what it touches is turned, also where most of the page are not', () => {
  const others = drawn(')הז(', 'תרחמל', ')תוכמסה(', 'רמא').items.map(item => ({ ...item, baseline: 50 }));
  const line = drawn('(םולש)', 'רמא').items.map(item => ({ ...item, baseline: 200 }));
  const items = [...others, ...line].map((item, index) => ({ ...item, index }));
  assert.equal(read({ ...BLANK, items }), 'אמר (הסמכות) למחרת (זה) אמר (שלום)');
});

test('a bracket that opens foreign words stays before them', () => {
  assert.equal(readInHebrew(['(BAC):', '32', '(הז)', 'םע']), 'עם (זה) (BAC): 32');
  assert.equal(readInHebrew(['addShot()', 'םע']), 'עם addShot()');
  assert.equal(readInHebrew(['ships(String[])', 'םע']), 'עם ships(String[])');
  assert.equal(readInHebrew(['(Android)', 'Mobile', ')הז(', 'לע']), 'על (זה) (Android) Mobile');
});

test('a bullet or number to the right of foreign words opens their line', () => {
  assert.equal(readInHebrew(['ISTQB', '-'], 8), '- ISTQB');
  assert.equal(readInHebrew(['ISTQB', '•'], 8), '• ISTQB');
  assert.equal(readInHebrew(['Eclipse', '.2'], 8), '2. Eclipse');
  assert.equal(readInHebrew(['לש', 'Eclipse', '.2']), '2. Eclipse של');
  assert.equal(readInHebrew(['from', 'here', '-']), 'from here -');
});

test('a line of signs alone shows what it is, also where brackets of the page are turned', () => {
  const line = drawn('(םולש)', 'רמא', 'תרחמל').items.map(item => ({ ...item, baseline: 50 }));
  const signs = drawn('?>').items.map(item => ({ ...item, baseline: 200 }));
  const items = [...line, ...signs].map((item, index) => ({ ...item, index }));
  assert.equal(read({ ...BLANK, items }), 'למחרת אמר (שלום) ?>');
});

test('signs drawn after the rest of their line are read in their place', () => {
  const page = drawn('.', 'םלוע', ',', 'םולש');
  const order = [2, 0, 3, 1];
  const items = page.items.map((item, at) => ({ ...item, index: order[at] as number }));
  items.sort((one, other) => one.index - other.index);
  assert.equal(read({ ...page, items }), 'שלום , עולם .');
});

test('a vowel sign drawn by itself follows the letter it stands on', () => {
  const page = drawn('امدق');
  const [word] = page.items as [TextItem];
  const sign = { ...word, text: '\u064b', left: word.left + 6, width: 0, index: 1 };
  assert.equal(read({ ...page, items: [word, sign] }), 'قدم\u064bا');
});

test('letters placed one by one make one word', () => {
  const page = drawn('ם', 'ו', 'ל', 'ש');
  const items = page.items.map((item, at) => ({ ...item, left: 100 + 5 * at })).reverse();
  const touching = items.map((item, index) => ({ ...item, index }));
  assert.deepEqual(
    asRead({ ...page, items: touching }).items.map(item => item.text),
    ['שלום'],
  );
});

test('a right-to-left row of a ruled grid is put into cells before its words are turned around', () => {
  const row = ['םלוע', 'םולש', '12', 'תרבח', 'Acme', 'לע', '7'];
  const asCells = ['שלום', 'עולם', '12', 'חברת', 'Acme', 'על', '7'];
  const words = drawn(...row, 'committee', 'of', 'harbours');
  // Rules between all words of the row except the first two, which share a cell.
  const sides = words.items.slice(1, row.length).map(({ left, width }) => left + width + 2);
  const texts = (start: number, end: number): string[] => {
    const rules = sides.map(
      position => ({ orientation: 'vertical', position, start, end, thickness: 0.5, color: 0 }) as const,
    );
    const { items } = asRead({ ...words, rules });
    const inRow = [...items].sort((one, other) => one.left - other.left).slice(0, row.length);
    return inRow.map(({ text }) => text);
  };
  assert.deepEqual(texts(80, 110), asCells);
  assert.deepEqual(texts(10, 60).slice(0, 4), ['חברת', '12', 'שלום', 'עולם']);
});

test('a page of mostly right-to-left text is mirrored with all that is drawn on it', () => {
  const rule = { orientation: 'vertical', position: 90, start: 0, end: 50, thickness: 1, color: 0 } as const;
  const page = {
    ...drawn('םולש'),
    rules: [rule],
    shadings: [{ left: 10, right: 40, top: 0, bottom: 9, color: 0 }],
  };
  const { items, rules, shadings } = asRead(page);
  assert.equal(items[0]?.left, 480);
  assert.equal(rules[0]?.position, 510);
  assert.deepEqual([shadings[0]?.left, shadings[0]?.right], [560, 590]);
});

test('a page without right-to-left letters stays as it is', () => {
  const page = drawn('plain', 'words');
  assert.equal(asRead(page), page);
});

test('half of a ligature that has no width is read behind the half at whose left edge it stands', () => {
  const letters = [
    ['ا', 130, 3],
    ['ل', 124, 6],
    ['أ', 124, 0],
    ['و', 118, 6],
    ['ل', 111, 7],
  ] as const;
  const items = letters.map(([text, left, width], index): TextItem => {
    const place = { left, width, baseline: 100, size: 12, angle: 0, index, spaceBefore: index === 0 };
    return { ...place, text, font: FONT, color: 0, invisible: false };
  });
  assert.equal(read({ ...BLANK, items }), 'الأول');
});
