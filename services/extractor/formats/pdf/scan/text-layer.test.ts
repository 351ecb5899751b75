import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OcrEngine, OutOfTime } from '../../../ocr/engine.ts';
import { drawnText } from '../../../ocr/testing/drawn-text.ts';
import { engine, PROSE, parse, TEXT, whole, wholePage } from './read-scan.fixture.ts';
import { escaped, hiddenInPlace, MINUTES, type Placed, pdf } from './scanned-pdf.fixture.ts';

/** Lines drawn invisibly over the page's picture. */
const hidden = (lines: readonly string[]) =>
  lines.map((line, row) => `) Tj ET BT 3 Tr /F 12 Tf 40 ${440 - 40 * row} Td (${escaped(line)}`);
const hiddenInUnicode = (lines: readonly string[]) =>
  lines.map((line, row) => {
    const codes = Buffer.from(line, 'utf16le').swap16().toString('hex');
    return `) Tj ET BT 3 Tr /U 12 Tf 40 ${440 - 40 * row} Td <${codes}> Tj (`;
  });

test('a scan whose layer stops after a few lines is read as a whole', async () => {
  const image = drawnText([...TEXT, ...TEXT, ...TEXT], 4);
  const layer = hidden(Array.from({ length: 4 }, () => 'THE QUICK BROWN FOX JUMPS OVER THE LAZY DOGS'));
  const { text, ocr } = await parse(pdf({ picture: { image, box: wholePage }, text: layer }));
  assert.equal(text.replace(/\s+/g, ' '), [...TEXT, ...TEXT, ...TEXT].join(' '));
  assert.equal(ocr, true);
});

test('a scan is not read again where its layer leaves out blank paper', async () => {
  const image = drawnText([...TEXT, ...TEXT, ...TEXT], 4);
  const picture: Placed = { image, box: [0, 250, 400, 250] };
  const layer = hiddenInPlace([...TEXT, ...TEXT, ...TEXT], picture, 4);
  const { ocr, asked } = await parse(pdf({ picture, text: layer }));
  assert.equal(ocr, false);
  assert.ok(asked <= 1);
});

test('a text layer without words gives way to a reading of its page', async () => {
  const codes = Array.from({ length: 6 }, () => '5)*4 4)"--#&$0/4536 &%"4".&3&\'03 .0\'"((3&');
  const { text, ocr } = await parse(pdf({ picture: whole, text: hidden(codes) }));
  assert.equal(text.replace(/\s+/g, ' '), [...TEXT, ...TEXT].join(' '));
  assert.equal(ocr, true);
});

test('a text layer of the words that a few lines show stays, and costs no reading of its page', async () => {
  const heights: number[] = [];
  const watched: OcrEngine = {
    recognize: image => {
      heights.push(image.height);
      return engine.recognize(image);
    },
  };
  const { text, ocr } = await parse(
    pdf({ picture: minutes, text: hiddenInPlace(MINUTES, minutes, 4) }),
    watched,
  );
  assert.match(text, /HEARD EVERY MEMBER/);
  assert.equal(ocr, false);
  assert.ok(heights.length === 1 && (heights[0] ?? 0) < 200, `${heights}`);
});

test("a text layer of another page's words gives way to a reading of its page", async () => {
  const { text, ocr } = await parse(pdf({ picture: minutes, text: hidden([...PROSE, ...PROSE]) }));
  const { right, wrong } = shares(text);
  assert.ok(right > 0.8 && wrong < 0.2, text);
  assert.equal(ocr, true);
});

test('a text layer of codes stays where the page says nothing better', async () => {
  const rows = Array.from({ length: 8 }, () => 'XKCDT WRTZP GHTKL BNMVC');
  const picture: Placed = { image: drawnText(rows, 5), box: wholePage };
  const { text } = await parse(pdf({ picture, text: hidden(rows.map(row => row.toLowerCase())) }));
  assert.match(text, /xkcdt wrtzp/);
});

const minutes: Placed = { image: drawnText(MINUTES, 4), box: [0, 100, 400, 400] };
/** Replaces each letter by the one after it, as fonts and layers do whose codes are off by one. */
const shifted = (line: string) =>
  line.replace(/[A-Y]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 1));
const wordsOf = (text: string) => text.split(/\s+/).filter(word => word !== '');
/** The share of the minutes' words that the text contains, and the share of the text's words that are not in the minutes. */
function shares(text: string): { right: number; wrong: number } {
  const [meant, said] = [new Set(wordsOf(MINUTES.join(' '))), new Set(wordsOf(text))];
  const right = [...meant].filter(word => said.has(word)).length / meant.size;
  return { right, wrong: [...said].filter(word => !meant.has(word)).length / said.size };
}

test('a text layer whose letters are shifted gives way to a reading of its page', async () => {
  const { text, ocr } = await parse(pdf({ picture: minutes, text: hidden(MINUTES.map(shifted)) }));
  const { right, wrong } = shares(text);
  assert.ok(right > 0.8 && wrong < 0.2, text);
  assert.equal(ocr, true);
});

test('a text layer that knows one of two languages gives way, though its longer lines are right', async () => {
  const right = MINUTES.slice(0, 3);
  const other = ['KOTA PALE DOM', 'SOWA RANO LAS', 'ZIMA KOZY BAL'];
  const unlike = (word: string) =>
    [...shifted(word)].map((letter, at) => (at % 2 ? letter : letter.toLowerCase()));
  const printed = [0, 1, 2].flatMap(at => [right[at] ?? '', other[at] ?? '', other[at] ?? '']);
  const layer = printed.map(line =>
    right.includes(line) ? line : line.replace(/[A-Z]+/g, word => unlike(word).join('')),
  );
  const picture: Placed = { image: drawnText(printed, 4), box: [0, 50, 400, 400] };
  const { text, ocr } = await parse(pdf({ picture, text: hiddenInPlace(layer, picture, 4) }));
  assert.ok(ocr && other.every(line => text.includes(line)), text);
});

test('a text layer in a script that is not read in no time stays, and costs no OCR', async () => {
  const layers = [
    [
      'Комитет собрался утром и слушал',
      'что скажут члены совета о реке которая',
      'поднялась после дождя в долинах севера',
    ],
  ];
  for (const lines of layers) {
    const { text, asked } = await parse(
      pdf({ picture: whole, text: hiddenInUnicode(Array(9).fill(lines.join(' '))) }),
    );
    assert.equal(asked, 0, text);
    assert.ok(text.includes(lines[0]?.slice(0, 5) ?? ''), text);
  }
});

test('a text layer with hardly a word stays where a few lines of its page say the same', async () => {
  const codes = [
    'XKCDT WRTZP GHTKL BNMVC',
    'PLRTX HGFDS MNBVC QWRTZ',
    'THE ZXCVB LKJHG FDSPT',
    'RTZPW VBNMK GHJKL DFGHT',
  ];
  const rows = [...codes, ...codes];
  const heights: number[] = [];
  const watched: OcrEngine = {
    recognize: image => {
      heights.push(image.height);
      return engine.recognize(image);
    },
  };
  const picture: Placed = { image: drawnText(rows, 5), box: wholePage };
  const { text, ocr } = await parse(pdf({ picture, text: hiddenInPlace(rows, picture, 5) }), watched);
  assert.match(text, /XKCDT WRTZP/);
  assert.equal(ocr, false);
  assert.ok(heights.length === 1 && (heights[0] ?? 0) < 1_000, `${heights}`);
});

test('a text layer stays where no time is left to read its page', async () => {
  const late: OcrEngine = { recognize: () => Promise.reject(new OutOfTime()) };
  const codes = Array.from({ length: 8 }, () => '5)*4 4)"--#&$0/4536 &%"4".&3&');
  const { text, warnings } = await parse(pdf({ picture: whole, text: hidden(codes) }), late);
  assert.match(text, /0\/4536/);
  assert.deepEqual(warnings, [{ code: 'ocr-failed', page: 1 }]);
});
