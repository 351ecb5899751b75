import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { WordBuilder } from './words.ts';

const at = (x: number, y = 100) => ({ x, y, endX: x + 5, endY: y });

test('a glyph without meaning keeps the place of the text that is said to stand for it', () => {
  const words = new WordBuilder();
  const from = words.startReplacing('1.');
  words.glyph('', at(50), GLYPH_STYLE);
  words.replaceSince(from, '1.');
  words.glyph('A', at(70), GLYPH_STYLE);
  words.close();
  assert.deepEqual(
    words.items.map(({ text, left }) => [text, left]),
    [
      ['1.', 50],
      ['A', 70],
    ],
  );
});

test('a replacement for several lines leaves what they show, without the glyphs that show nothing', () => {
  const words = new WordBuilder();
  const from = words.startReplacing('all of it');
  words.glyph('A', at(50, 100), GLYPH_STYLE);
  words.glyph('', at(50, 120), GLYPH_STYLE);
  words.glyph('B', at(50, 140), GLYPH_STYLE);
  words.replaceSince(from, 'all of it');
  assert.deepEqual(
    words.items.map(item => item.text),
    ['A', 'B'],
  );
  assert.equal(words.tally.meaningless, 1);
});

test('outside a replacement a glyph without meaning is no text', () => {
  const words = new WordBuilder();
  words.glyph('', at(50), GLYPH_STYLE);
  words.close();
  assert.deepEqual([words.items, words.tally.meaningless], [[], 1]);
});

test('room beside Chinese and Japanese signs, and in lines that fill their column, is no space', () => {
  const shown = (gap: number, first: string, second: string) => {
    const words = new WordBuilder();
    words.glyph(first, at(50), GLYPH_STYLE);
    words.glyph(second, at(55 + gap), GLYPH_STYLE);
    words.close();
    return words.items
      .map(({ text, spaceBefore }, index) => (index > 0 && spaceBefore ? ` ${text}` : text))
      .join('');
  };
  assert.equal(shown(6, '。', '2'), '。2');
  assert.equal(shown(6, 'A', '（'), 'A（');
  assert.equal(shown(6, '）', 'A'), '） A');
  assert.equal(shown(1.5, '川', '船'), '川船');
  assert.equal(shown(1.5, '込', '１'), '込１');
  assert.equal(shown(1.5, 'カ', '）'), 'カ）');
  assert.equal(shown(1.5, 'ﾏ', 'ｯ'), 'ﾏｯ');
  assert.equal(shown(3, '川', '船'), '川 船');
  assert.equal(shown(3, '１', '２'), '１ ２');
});

test('Arabic drawn from right to left, letter by letter, keeps its letters apart for the order of reading', () => {
  const words = new WordBuilder();
  words.glyph('ا', { x: 50, y: 100, endX: 52, endY: 100 }, GLYPH_STYLE);
  words.glyph('ل', { x: 47.6, y: 100, endX: 50, endY: 100 }, GLYPH_STYLE);
  words.close();
  assert.deepEqual(
    words.items.map(({ text, left }) => [text, left]),
    [
      ['ا', 50],
      ['ل', 47.6],
    ],
  );
});

test('a word that is said to stand for a glyph with the code of white space is kept', () => {
  const words = new WordBuilder();
  words.glyph('व', at(50), GLYPH_STYLE);
  const from = words.startReplacing('र');
  words.glyph(' ', at(55), GLYPH_STYLE);
  words.replaceSince(from, 'र');
  words.close();
  assert.deepEqual(
    words.items.map(({ text, left, spaceBefore }) => [text, left, spaceBefore]),
    [
      ['व', 50, true],
      ['र', 55, false],
    ],
  );
});

/** The words made of these glyphs, each given as text, start and end, joined by spaces where a space was found. */
function wordsOf(...glyphs: [string, number, number][]): string {
  const words = new WordBuilder();
  for (const [text, x, endX] of glyphs) words.glyph(text, { x, y: 100, endX, endY: 100 }, GLYPH_STYLE);
  words.close();
  return words.items
    .map(({ text, spaceBefore }, index) => (index > 0 && spaceBefore ? ` ${text}` : text))
    .join('');
}

test('glyphs that each stand for the whole of a letter with its marks are one such letter', () => {
  assert.equal(wordsOf(['ស', 50, 55], ['ក្ដី', 55, 60], ['ក្ដី', 60, 60], ['ក្ដី', 60, 63], ['ប', 63, 68]), 'សក្ដីប');
  assert.equal(wordsOf(['ជា', 50, 57], ['ជា', 57, 64], ['តិ', 64, 69]), 'ជាជាតិ', 'the same glyph again');
});

test('a mark that is set back onto its letter leaves the word as wide as it is', () => {
  assert.equal(wordsOf(['ப', 50, 60], ['்', 55, 55], ['பு', 60, 70]), 'ப்பு');
});

/** The words made of glyphs, some groups of which have a replacement text, as shaping engines write for each syllable. */
function syllables(...parts: { says?: string; glyphs: [string, number, number][] }[]): string {
  const words = new WordBuilder();
  for (const { says, glyphs } of parts) {
    const from = says === undefined ? 0 : words.startReplacing(says);
    for (const [text, x, endX] of glyphs) words.glyph(text, { x, y: 100, endX, endY: 100 }, GLYPH_STYLE);
    if (says !== undefined) words.replaceSince(from, says);
  }
  words.close();
  return words.items
    .map(({ text, spaceBefore }, index) => (index > 0 && spaceBefore ? ` ${text}` : text))
    .join('');
}

test('a syllable stands for its glyphs where the map of the font names a letter too many for one of them', () => {
  const glyphs: [string, number, number][] = [
    ['षि', 50, 53],
    ['क', 53, 60],
  ];
  assert.equal(syllables({ says: 'कि', glyphs }, { glyphs: [['या', 60, 67]] }), 'किया');
});

test('a syllable ends behind its last glyph without a letter, though a mark above it has none either', () => {
  const glyphs: [string, number, number][] = [
    ['ব', 50, 57],
    ['', 57, 57],
    ['', 57, 60],
  ];
  assert.equal(syllables({ says: 'র্ব্য', glyphs }, { glyphs: [['ক্ত', 60, 71]] }), 'র্ব্যক্ত');
});

test('two glyphs that a map calls the same are two, where the second is wider than the mark before it', () => {
  const mark: [string, number, number][] = [['ក្ដី', 60.4, 60.4]];
  const wide: [string, number, number][] = [['ក្ដី', 60.8, 68]];
  const first: [string, number, number][] = [['ល', 50, 60.8]];
  assert.equal(
    syllables({ says: 'លើ', glyphs: first }, { says: 'លើ', glyphs: mark }, { says: 'ក', glyphs: wide }),
    'លើក',
  );
});

test('no word begins with the sign of a vowel or a tone, however far it is drawn from its consonant', () => {
  assert.equal(wordsOf(['រ', 50, 54], ['ួ', 58, 58], ['ច', 58, 62]), 'រួច');
  assert.equal(wordsOf(['ဖ', 50, 54], ['့', 57, 57]), 'ဖ့');
});

test('right to left a mark is drawn before its letter and inside of it, and the syllable begins where the letter does', () => {
  const words = new WordBuilder();
  const from = words.startReplacing('ރު');
  words.glyph('ު', { x: 52, y: 100, endX: 52, endY: 100 }, GLYPH_STYLE);
  words.glyph('ރ', { x: 50, y: 100, endX: 58, endY: 100 }, GLYPH_STYLE);
  words.replaceSince(from, 'ރު');
  words.close();
  assert.deepEqual(
    words.items.map(({ left, width }) => [left, width]),
    [[50, 8]],
  );
});

test('a mark whose map says the whole of the letter that comes next is of that letter, right to left as well', () => {
  const letter = { says: 'اً', glyphs: [['ا', 50, 53]] as [string, number, number][] };
  assert.equal(syllables({ glyphs: [['ًا', 50.4, 50.4]] }, letter).length, 2);
});

test('an accent that is drawn beside its letter is on it', () => {
  assert.equal(wordsOf(['b', 50, 57], ['i', 57, 60], ['\u0300', 61.2, 61.2], ['n', 60, 67]), 'bi\u0300n');
});

test('a letter whose accent a map calls another letter is what it is said to stand for', () => {
  const glyphs: [string, number, number][] = [
    ['ẹ', 50, 56],
    ['Ọ́', 53, 53],
  ];
  assert.equal(syllables({ glyphs: [['j', 47, 50]] }, { says: 'ẹ́', glyphs }), 'jẹ́');
});

test('a joiner for which a space is drawn that the next letter covers is of its word', () => {
  const joiner = { says: '\u200c', glyphs: [[' ', 57, 60]] as [string, number, number][] };
  assert.equal(syllables({ glyphs: [['এ', 50, 57]] }, joiner, { glyphs: [['ই', 57, 64]] }), 'এ\u200cই');
  assert.equal(syllables({ glyphs: [['A', 50, 57]] }, joiner, { glyphs: [['B', 57, 64]] }), 'AB');
});

test('a word tells whether the space before it was drawn or left open', () => {
  const words = new WordBuilder();
  words.glyph('A', at(50), GLYPH_STYLE);
  words.glyph(' ', at(55), GLYPH_STYLE);
  words.glyph('B', at(60), GLYPH_STYLE);
  words.glyph('C', at(75), GLYPH_STYLE);
  words.close();
  assert.deepEqual(
    words.items.map(item => [item.text, item.spaceBefore, item.isSpaceLeftOpen === true]),
    [
      ['A', true, false],
      ['B', true, false],
      ['C', true, true],
    ],
  );
});

test('a small letter that is set far back over a large one is of its word (the logo of LaTeX)', () => {
  const words = new WordBuilder();
  words.glyph('L', { x: 50, y: 100, endX: 55.5, endY: 100 }, GLYPH_STYLE);
  words.glyph('A', { x: 51.9, y: 98, endX: 56.6, endY: 98 }, { ...GLYPH_STYLE, size: 7 });
  words.glyph('T', { x: 55, y: 100, endX: 61, endY: 100 }, GLYPH_STYLE);
  words.close();
  assert.deepEqual(
    words.items.map(item => [item.text, item.spaceBefore]),
    [
      ['L', true],
      ['A', false],
      ['T', false],
    ],
  );
});

test('words of a text layer whose letters are wider than the print are words yet, their letters and stops none', () => {
  const shown = (gap: number, ...drawings: string[]) => {
    const words = new WordBuilder();
    let x = 50;
    for (const drawing of drawings) {
      const size = drawing === 'Rest' ? 9.8 : 10;
      const style = { ...GLYPH_STYLE, size, invisible: true };
      for (const letter of drawing) {
        words.glyph(letter, at(x), style);
        x += 5;
      }
      x += gap;
    }
    words.close();
    return words.items.map(({ text, spaceBefore }) => (spaceBefore ? ` ${text}` : text)).join('');
  };
  assert.equal(shown(-3, 'the', 'harbour', 'of', 'a', 'town'), ' the harbour of a town');
  assert.equal(shown(0.8, 'the', 'harbour'), ' the harbour');
  assert.equal(shown(0, 'har', 'bour'), ' harbour');
  assert.equal(shown(0, 'Sailor', 'Rest'), ' Sailor Rest');
  assert.equal(shown(-1, 'h', 'a', 'r', 'b'), ' harb');
  assert.equal(shown(0.8, 'harbour', ','), ' harbour,');
  assert.equal(shown(0.8, '(', 'harbour'), ' (harbour');
});

test('a space without width over a letter is a mark that the font has no name for, and parts no word', () => {
  const shown = (x: number, width: number) => {
    const words = new WordBuilder();
    words.glyph('A', at(50), GLYPH_STYLE);
    words.glyph(' ', { x, y: 100, endX: x + width, endY: 100 }, GLYPH_STYLE);
    words.glyph('N', at(55), GLYPH_STYLE);
    words.close();
    return words.items.map(item => item.text);
  };
  assert.deepEqual(shown(53, 0), ['AN']);
  assert.deepEqual(shown(55, 0), ['A', 'N']);
  assert.deepEqual(shown(53, 2), ['A', 'N']);
});

test('letters of a font that tells no width end where the next is drawn, narrow ones too (Photoshop)', () => {
  const shown = (isUnmeasured: boolean) => {
    const words = new WordBuilder();
    const style = { ...GLYPH_STYLE, isUnmeasured };
    const em = (x: number) => ({ x, y: 100, endX: x + style.size, endY: 100 });
    const steps = [0.3, 0.6, 0.25, 0.6, 0.3, 0.6];
    let x = 50;
    for (const [index, letter] of [...'it is ok'].entries()) {
      words.glyph(letter, em(x), style);
      x += (steps[index % steps.length] ?? 0) * style.size;
    }
    words.close();
    return words.items.map(({ text }) => text);
  };
  assert.deepEqual(shown(true), ['it', 'is', 'ok']);
  assert.notDeepEqual(shown(false), ['it', 'is', 'ok']);
});
