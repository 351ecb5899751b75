import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RecognizedLine } from './engine.ts';
import { withLatinWords } from './latin-words.ts';

const box = (left: number, right: number) => ({ left, right, top: 0, bottom: 20 });
const word = (text: string, left: number, right: number, confidence: number) => ({
  ...box(left, right),
  text,
  confidence,
});

/** Reads the same words everywhere, or the text given for the left edge of the place. */
function reader(text: string | Record<number, string>, probability = 0.98) {
  const asked: Box[] = [];
  const read = async (place: Box) => {
    asked.push(place);
    const found = typeof text === 'string' ? text : text[place.left];
    const words = [word(found ?? '', place.left, place.right, 98)];
    const line: RecognizedLine | null = found === undefined ? null : { ...place, words };
    return { line, probability, density: 1, foreign: 0, contrast: 200 };
  };
  return { asked, read };
}

const line = (...words: ReturnType<typeof word>[]): RecognizedLine => ({ ...box(0, 400), words });
const textOf = ({ words }: RecognizedLine) => words.map(({ text }) => text).join(' ');

test('a name that the model of another script guessed at is read again, as far as its neighbours', async () => {
  const networks = reader('GNU/');
  const read = await withLatinWords(
    networks.read,
    line(word('68410/', 40, 95, 30), word('리눅스를', 100, 180, 93)),
  );
  assert.equal(textOf(read), 'GNU/ 리눅스를');
  assert.deepEqual(networks.asked, [{ left: 0, right: 98.8, top: 0, bottom: 20 }]);
});

test('a number, however sure, is read with what ink there is beside it', async () => {
  const networks = reader('11.1.4.');
  const read = await withLatinWords(
    networks.read,
    line(word('4', 300, 310, 94), word('برپایی', 200, 290, 90)),
  );
  assert.equal(textOf(read), '11.1.4. برپایی');
});

test('sure names, words that Greek and Cyrillic draw alike, and what reads no better stay', async () => {
  const never = reader('?');
  const sure = line(
    word('Ο', 0, 90, 96),
    word('DNS', 95, 200, 96),
    word('ορίζει', 205, 300, 96),
    word('TO', 305, 400, 40),
  );
  assert.equal(textOf(await withLatinWords(never.read, sure)), 'Ο DNS ορίζει TO');
  assert.equal(textOf(await withLatinWords(reader('x', 0.5).read, line(word('GNL', 0, 400, 40)))), 'GNL');
});

test('neighbours that a model without Latin letters hardly read are one name, or each what it is', async () => {
  const guessed = line(word('לאחר', 0, 60, 93), word('ملع', 65, 100, 20), word(']53:5', 105, 150, 20));
  assert.equal(textOf(await withLatinWords(reader('systemd').read, guessed)), 'לאחר systemd');
  const apart = reader({ 101.2: 'sda3' });
  assert.equal(textOf(await withLatinWords(apart.read, guessed)), 'לאחר ملع sda3');
});
