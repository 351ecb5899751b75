import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../layout/page/content.ts';
import { inSpokenOrder } from './visual-order.ts';

const FONT = { name: 'Test', bold: false, italic: false, monospace: false };

/** Words in one font; `|` separates the items in which a word is drawn. */
function items(words: string, font = FONT): TextItem[] {
  const pieces = words
    .split(' ')
    .flatMap(word => word.split('|').map((text, at) => ({ text, spaceBefore: at === 0 })));
  return pieces.map((piece, index) => ({
    ...piece,
    ...{ left: 10 * index, baseline: 100, width: 10, size: 10, angle: 0, font, color: 0, invisible: false },
    index,
  }));
}

const read = (words: string): string =>
  inSpokenOrder(items(words))
    .map(({ text, spaceBefore }, at) => (at > 0 && spaceBefore ? ` ${text}` : text))
    .join('');

test('Hindi in the order of drawing is turned into that of speaking: the short i, and an r that begins a syllable', () => {
  assert.equal(read('मानव अिधकारों की सावर्भौम घोिषत पूणर् स्पेिनश'), 'मानव अधिकारों की सार्वभौम घोषित पूर्ण स्पेनिश');
  assert.equal(read('िश|क्षा िस्थित स्वातंत्र्य'), 'शिक्षा स्थिति स्वातंत्र्य');
});

test('Hindi in the order of speaking stays as it is', () => {
  const text = 'मानव अधिकारों की सार्वभौम घोषणा कि प्रति स्थिति पूर्ण';
  assert.equal(read(text), text);
  assert.equal(read('कि ि है'), 'कि ि है', 'a sign that is shown alone');
});

test('fonts are told apart: one in the order of drawing turns no other', () => {
  const [drawn, spoken] = ['िदन िकया', 'दिन किया'];
  const other = { ...FONT, name: 'Other' };
  const page = [...items(drawn), ...items(spoken, other)];
  assert.deepEqual(
    inSpokenOrder(page).map(({ text }) => text),
    ['दिन', 'किया', 'दिन', 'किया'],
  );
});

test('vowels around their consonant are one sign in Bengali, Tamil, Malayalam, Sinhala and Khmer', () => {
  assert.equal(read('েকান েদশ িদন'), 'কোন দেশ দিন');
  assert.equal(read('ெபாது ெசய்'), 'பொது செய்');
  assert.equal(read('െപാതു െചയ്'), 'പൊതു ചെയ്');
  assert.equal(read('ෙකාට ෙද්ශය'), 'කොට දේශය');
  assert.equal(read('េដោយ េឃីញ'), 'ដោយ ឃើញ');
});

test('an r that is drawn before its consonant, and consonants that are drawn after the vowel, stand where they are spoken', () => {
  assert.equal(read('െപാതു്രപഖ്യാപനം െ്രപ ആ്രഗഹം സ്വാത്രന്ത്യം'), 'പൊതുപ്രഖ്യാപനം പ്രെ ആഗ്രഹം സ്വാതന്ത്ര്യം');
  assert.equal(read('េសចក្ដី្របកាស េ្របទស សា្គល់'), 'សេចក្ដីប្រកាស ប្រេទស ស្គាល់');
  assert.equal(read('ప్రసా్తవన వ్యకు్తలు'), 'ప్రస్తావన వ్యక్తులు');
  assert.equal(read('ಪ್ರಸಾ್ತವನೆ ಗೌರವವನೂ್ನ ಸಾವರ್ತಿ್ರಕ'), 'ಪ್ರಸ್ತಾವನೆ ಗೌರವವನ್ನೂ ಸಾರ್ವತ್ರಿಕ');
});

test('where Word’s map calls a nasal sign by a vowel, too, the sign stands behind the vowel that is there', () => {
  assert.equal(read('िहिंदू लोकािंचा आिण िदवाळी गाांव लोगोां'), 'हिंदू लोकांचा आणि दिवाळी गांव लोगों');
});

test('a word that no language has is left as it is, however its signs stand', () => {
  const word = `${'ाि'.repeat(50_000)}क`;
  assert.equal(read(`${word} िदन िकया`), `${word} दिन किया`);
});
