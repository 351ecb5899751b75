import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage, RecognizedWord } from './engine.ts';
import { readLine } from './read-line.ts';
import type { Reader } from './reader.ts';

const page: GreyImage = { width: 400, height: 200, pixels: new Uint8Array(80_000).fill(255) };
/** Three words would fit. */
const BOX = { left: 100, right: 250, top: 80, bottom: 116 };

/** Gives one reading after the other, each of whole crops; `|` stands between words of equal width. */
function readerOf(...readings: [text: string, confidence: number][]): Reader {
  const left = [...readings];
  return {
    read: async ({ width, height }) => {
      const [text, confidence] = left.shift() ?? ['', 0];
      const words = text.split('|').map((word, at, all): RecognizedWord => {
        const share = width / all.length;
        const box = { left: at * share, right: (at + 1) * share, top: height / 4, bottom: (3 * height) / 4 };
        return { ...box, text: word, confidence };
      });
      return [{ left: 0, right: width, top: 0, bottom: height, words }];
    },
  };
}

const read = async (reader: Reader, box = BOX) =>
  (await readLine(reader, page, box)).flatMap(({ words }) => words.map(word => word.text));

test('a line that reads well is read once', async () => {
  assert.deepEqual(await read(readerOf(['TOTAL', 90], ['WRONG', 99])), ['TOTAL']);
});

test('one that reads badly counts where a softer look reads it well', async () => {
  assert.deepEqual(await read(readerOf(['T0TAI', 20], ['TOTAL', 90])), ['TOTAL']);
});

test('… or says the same twice; the surer reading is taken', async () => {
  assert.deepEqual(await read(readerOf(['(08/13/2015)', 30], ['(08/13/2O15)', 10])), ['(08/13/2015)']);
});

test('noise reads differently each time, and a few letters are a stain', async () => {
  assert.deepEqual(await read(readerOf(['RRROREER', 14], ['SpeSOOOO', 11])), []);
  assert.deepEqual(await read(readerOf(['abc', 20], ['abc', 99])), []);
});

test('small print, which a softer look would show larger, is read once', async () => {
  const small = { ...BOX, bottom: BOX.top + 12 };
  assert.deepEqual(await read(readerOf(['T0TAI', 20], ['TOTAL', 90]), small), []);
});

test('pieces of the neighbours are left out, at first and in the second look', async () => {
  const crowded: [string, number] = ['N|A|TOTAL|B|N', 80];
  assert.deepEqual(await read(readerOf(['N|A|B|TOTAL|C|D|N', 80])), ['A', 'B', 'TOTAL', 'C', 'D']);
  assert.deepEqual(await read(readerOf(['T0TAL', 20], crowded)), ['A', 'TOTAL', 'B']);
});
