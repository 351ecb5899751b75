import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from './engine.ts';
import type { LineReading } from './networks/reader.ts';
import { type ReadPrint, readLines } from './read-lines.ts';
import { TesseractPool } from './tesseract/pool.ts';

interface Shown {
  /** The reading in the alphabet that suits the line. */
  usual: string;
  /** The reading in the whole alphabet. */
  whole: string;
  probability?: number;
  contrast?: number;
}

const reading = (box: Box, text: string, probability = 1, contrast = 200): LineReading => ({
  line: { ...box, words: [{ ...box, text, confidence: 100 * probability }] } as LineReading['line'],
  probability,
  density: 1,
  foreign: 0,
  contrast,
});

async function read(shown: readonly Shown[], tesseract?: unknown): Promise<string[]> {
  const { lines } = await readAll(shown, tesseract);
  return lines.flatMap(line => line.words.map(({ text }) => text));
}

async function readAll(
  shown: readonly Shown[],
  tesseract: unknown = new TesseractPool([]),
): Promise<ReadPrint> {
  const boxes = shown.map((_, row) => ({ left: 0, top: 20 * row, right: 100, bottom: 20 * row + 10 }));
  const byBox = (pick: (line: Shown) => string) => async (_: unknown, box: Box) => {
    // Single words are also read, at their own places.
    const line = shown[boxes.indexOf(box as (typeof boxes)[number])] ?? same('');
    return reading(box, pick(line), line.probability, line.contrast);
  };
  const networks = { read: byBox(line => line.usual), readByWhole: byBox(line => line.whole) };
  const image = { width: 100, height: 200, pixels: new Uint8Array(20_000).fill(255) };
  const readers = { networks, tesseract };
  return readLines(readers as never, {
    image,
    quarterTurns: 0,
    lines: boxes,
    upended: [],
    read: new Map(),
  });
}

const same = (text: string): Shown => ({ usual: text, whole: text });

test('units, months and currencies of a Chinese or Japanese page are read beside their figures', async () => {
  const lines = [
    same('项目名称'),
    same('房屋租赁'),
    { usual: '3500', whole: '3500元' },
    { usual: '12', whole: '12月' },
  ];
  assert.deepEqual(await read(lines), ['项目名称', '房屋租赁', '3500元', '12月']);
});

test('figures of a Chinese page without an ideograph stay as the alphabet of figures reads them', async () => {
  const lines = [same('项目名称'), same('房屋租赁'), { usual: '3,500', whole: '3，500' }];
  assert.deepEqual(await read(lines), ['项目名称', '房屋租赁', '3,500']);
});

test('a worn star beside figures is no ideograph where the page has no Chinese', async () => {
  const lines = [same('CORNER MARKET'), same('Total'), { usual: '25.70', whole: '25.70米' }];
  assert.deepEqual(await read(lines), ['CORNER MARKET', 'Total', '25.70']);
});

/** Reads any print with these words, as the Thai model finds its own letters in half of it. */
const thai = (confidence: number, ...words: string[]) => ({
  codes: ['tha'],
  has: (code: string) => code === 'tha',
  read: async () => [{ words: words.map(text => ({ ...WORD_BOX, text, confidence })) }],
});
const halfThai = thai(64, 'คบคอพลรเพผด', 'der', 'Ausgang');
const WORD_BOX = { left: 0, top: 0, right: 10, bottom: 10 };

const worn = (text: string): Shown => ({ ...same(text), probability: 0.75 });

test('a few worn lines on a page in Latin letters make none of its words Thai', async () => {
  const sharp = ['Was ist der', 'Mensch und', 'seine Freiheit', 'im Staate'];
  const rough = ['bnrgerlich', 'Gelehrter', 'Privatgebranch'];
  const lines = [...sharp.map(same), ...rough.map(worn)];
  assert.deepEqual(await read(lines, halfThai), [...sharp, ...rough]);
  assert.deepEqual(await read(lines, thai(69, 'คบคอพลรเพผด')), [...sharp, ...rough]);
});

test('a page of which hardly a line can be read is tried in the language that finds half of its letters', async () => {
  const words = await read([same('Was ist der'), ...['a1a5na7', 'lA1A50', 'nn7813a'].map(worn)], halfThai);
  assert.ok(words.includes('คบคอพลรเพผด'));
});

test('of a few worn lines a language is shown no more than it needs to be ruled out', async () => {
  const shown: string[] = [];
  const deaf = {
    codes: ['tha', 'hin'],
    has: (code: string) => deaf.codes.includes(code),
    read: async (code: string) => {
      shown.push(code);
      return [];
    },
  };
  const sharp = ['Was ist der', 'Mensch und', 'seine Freiheit', 'im Staate'];
  await read([...sharp.map(same), ...['bnrgerlich', 'Gelehrter', 'Privat'].map(worn)], deaf);
  assert.deepEqual([...new Set(shown)].length, shown.length);
});

test('a few lines that the model of a language reads surely are in it, whatever the rest of the page is', async () => {
  const lines = [
    ...['Grand Palace', 'Opening hours', 'Tickets', 'Map'].map(same),
    ...['a1a5', 'lA1A', 'nn78'].map(worn),
  ];
  const words = await read(lines, thai(80, 'เส้นทางลัดพระบรม'));
  assert.ok(words.includes('เส้นทางลัดพระบรม') && words.includes('Grand Palace'));
});

test('what shows through from the back of a sheet is no text, nor does a page ask for another language for it', async () => {
  const mirrored = ['bns 2id blod', '16ot 50imm', 'ugn1 ev12', 'dq6126ue'].map(text => ({
    ...same(text),
    probability: 0.75,
    contrast: 40,
  }));
  const own = ['The board met', 'on Monday and', 'agreed that'].map(same);
  assert.deepEqual(await read([...own, ...mirrored], thai(90, 'เส้นทางลัดพระบรม')), [
    'The board met',
    'on Monday and',
    'agreed that',
  ]);
});

test('pale print on paper that is read surely stays, and so does a page that is pale all over', async () => {
  const pale = { ...same('Page 3 of 7'), probability: 0.98, contrast: 40 };
  assert.deepEqual(await read([same('The board met'), same('on Monday'), pale]), [
    'The board met',
    'on Monday',
    'Page 3 of 7',
  ]);
  const faded = ['Rent', 'of May'].map(text => ({ ...same(text), probability: 0.85, contrast: 40 }));
  assert.deepEqual(await read(faded), ['Rent', 'of May']);
});

test('a page is mostly unread where most of its print is in no language that is here', async () => {
  const lost = { ...same('raaio'), probability: 0.3 };
  const isUnread = async (...lines: Shown[]) => (await readAll(lines)).isMostlyUnread;
  assert.equal(await isUnread(lost, lost, lost, same('2026')), true);
  assert.equal(await isUnread(lost, lost, lost, ...Array(4).fill(same('words'))), false);
  assert.equal(await isUnread(lost, lost, same('a stamp and a logo')), false);
});
