import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { areUnlikelyLetters, scattersScripts } from './likely-letters.ts';

/** The way Ghostscript 10.00 writes the map of a font with two-byte codes: in a range, the upper byte of each letter is lost. */
const withoutUpperBytes = (text: string): string =>
  text.replace(/[^\0-\u00ff]/g, letter => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode((code >> 8) | (code & 0xff));
  });

const RUSSIAN =
  'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать всеми правами и всеми свободами, провозглашенными настоящей Декларацией.';
const GREEK =
  'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης. Κάθε άνθρωπος δικαιούται να επικαλείται όλα τα δικαιώματα.';
const JAPANESE =
  'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。すべて人は、いかなる事由による差別をも受けることなく、この宣言に掲げるすべての権利と自由とを享有することができる。';
const VIETNAMESE =
  'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm và cần phải đối xử với nhau trong tình bằng hữu, không phân biệt chủng tộc.';

test('Russian, Greek, Japanese and Vietnamese whose upper bytes are lost are no language’s letters', () => {
  for (const text of [RUSSIAN, GREEK, JAPANESE, VIETNAMESE]) {
    assert.equal(areUnlikelyLetters(withoutUpperBytes(text).split(' ')), true, withoutUpperBytes(text));
    assert.equal(areUnlikelyLetters(text.split(' ')), false, text);
  }
});

test('prices, leaders, programs and lists of measures are likely', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `${at}.${at}0 £${at}.99 ±${at} ${2 * at}°C`);
  const entries = ['Summary', 'Scope', 'Findings'].map(title => `${title}${'.'.repeat(90)}7`);
  const titles = [
    'Бородино',
    'Обыкновенная история',
    'Отцы и дети',
    'Поднятая целина',
    'Морские истории',
    'Дальние страны',
  ];
  const books = titles.map((title, at) => `«${title}» (18${37 + at})`);
  const program = [
    'const total = items.reduce((sum, { price }) => sum + price, 0);',
    'if (total > limit || !isOpen) return { status: 402, total };',
    'for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);',
  ];
  for (const texts of [rows, entries, books, program])
    assert.equal(areUnlikelyLetters(texts), false, texts[0]);
});

test('names of files, part numbers, serial numbers, records, hashes and keys are likely', () => {
  const files = Array.from({ length: 24 }, (_, at) => `1000${at + 10}.tex`);
  const parts = Array.from({ length: 30 }, (_, at) => `MSP430G2x${at + 10}`);
  const serials = Array.from({ length: 30 }, (_, at) => `QX-${1000 + 37 * at}-K${at}ZB`);
  const records = Array.from({ length: 20 }, (_, at) => `10;2019-08-${at + 10};6;70${at};1;2,5;;`);
  const hashes = Array.from({ length: 20 }, (_, at) => createHash('sha256').update(`${at}`).digest('hex'));
  const keys = Array.from({ length: 12 }, (_, at) => createHash('sha512').update(`${at}`).digest('base64'));
  for (const texts of [files, parts, serials, records, hashes, keys])
    assert.equal(areUnlikelyLetters(texts), false, texts[0]);
});

test('Tibetan, whose words are syllables between points, is likely', () => {
  const text =
    'འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས་ཆེ་མཐོངས་དང༌། ཐོབ་ཐངགི་རང་དབང་འདྲ་མཉམ་དུ་ཡོད་ལ། ཁོང་ཚོར་རང་བྱུང་གི་བློ་རྩལ་དང་བསམ་ཚུལ་བཟང་པོ་འདོན་པའི་འོས་བབས་ཀྱང་ཡོད། དེ་བཞིན་ཕན་ཚུན་གཅིག་གིས་གཅིག་ལ་བུ་སྤུན་གྱི་འདུ་ཤེས་འཛིན་པའི་བྱ་སྤྱོད་ཀྱང་ལག་ལེན་བསྟར་དགོས་པ་ཡིན༎';
  assert.equal(areUnlikelyLetters(text.split(' ')), false);
});

test('words of three scripts of Asia and Africa are none, and a list of languages is likely', () => {
  assert.equal(areUnlikelyLetters(['ᕑᑗՈᦩݩڦ', '2017', '୏ಁᤈ݊ᨴݩ']), true);
  assert.equal(areUnlikelyLetters(['עברית', 'العربية', 'हिन्दी', 'ไทย', 'አማርኛ', 'Հայերեն', 'ქართული']), false);
});

test('single letters of several scripts are left of such words, and a list of languages has words', () => {
  assert.equal(scattersScripts(['ق', 'ࢵ', 'ݎ', 'ࠓ', '܄', '2017', '¥193.00']), true);
  assert.equal(scattersScripts(['עברית', 'العربية', 'हिन्दी', 'ไทย', 'አማርኛ']), false);
  assert.equal(scattersScripts(['ا', 'ب', 'ت', 'plain']), false);
});
