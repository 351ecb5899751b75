import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lettersByOrder } from './glyph-order.ts';

const KA = 0x915;

/** A font with the consonants of Devanagari from code 100 and vowel signs from 200; `said` overrides single codes. */
function fontSaying(said: Record<number, string>) {
  const map = new Map<number, string>();
  for (let at = 0; at <= 0x24; at++) map.set(100 + at, String.fromCharCode(KA + at));
  for (const [at, sign] of ['ा', 'ि', 'ि', 'ी', 'ु', 'ू', 'ृ'].entries()) map.set(200 + at, sign);
  for (const [code, text] of Object.entries(said)) map.set(Number(code), text);
  const widths = Object.fromEntries([...map.keys()].map(code => [code, 500]));
  const toUnicode = {
    get: (code: number) => map.get(code),
    forEach: (callback: (code: number, letter: number) => void) => {
      for (const [code, text] of map) callback(code, text.codePointAt(0) ?? 0);
    },
  };
  return Object.fromEntries(lettersByOrder(toUnicode, widths) ?? []);
}

const codeOf = (letter: string): number => 100 + letter.charCodeAt(0) - KA;

test('letters that are said to be their neighbours in a syllable are told by those around them in the font', () => {
  assert.deepEqual(fontSaying({}), {});
  assert.deepEqual(fontSaying({ [codeOf('द')]: 'ि', [codeOf('य')]: 'र्य', 201: 'द', 202: 'स' }), {
    [codeOf('द')]: 'द',
    [codeOf('य')]: 'य',
    201: 'ि',
    202: 'ि',
  });
});

test('forms of a letter beside it, and places of no letter, are left as they are said', () => {
  const half = { [codeOf('न') + 1]: 'न्', [codeOf('र') + 1]: 'र्' };
  assert.deepEqual(fontSaying(half), {});
  assert.deepEqual(fontSaying({ [codeOf('ळ') + 1]: 'ज्ञ' }), {});
});

test('letters with a nukta that stand before the signs of vowels are left as they are said', () => {
  const exchanged = { [codeOf('द')]: 'ि', 201: 'द', 202: 'स' };
  assert.deepEqual(Object.keys(fontSaying({ ...exchanged, 180: 'ड़', 182: 'ज' })), [
    `${codeOf('द')}`,
    '201',
    '202',
  ]);
});

test('where the long a is said to be a consonant, too, it is the first of the signs', () => {
  const said = { [codeOf('द')]: 'ि', [codeOf('ध')]: 'र्', 200: 'ध', 201: 'द', 202: 'स' };
  assert.deepEqual(fontSaying(said), {
    [codeOf('द')]: 'द',
    [codeOf('ध')]: 'ध',
    200: 'ा',
    201: 'ि',
    202: 'ि',
  });
});

test('a font whose letters are in no order is left as it says', () => {
  const shuffled = Object.fromEntries(
    Array.from({ length: 0x25 }, (_, at) => [100 + at, String.fromCharCode(KA + ((at * 14) % 0x25))]),
  );
  assert.deepEqual(fontSaying(shuffled), {});
});
