import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import sharp from 'sharp';
import { type GreyImage, type OcrEngine, OutOfTime } from '../../../ocr/engine.ts';
import { turnedByQuarters } from '../../../ocr/pixels/transform.ts';
import { drawnText, drawStroke } from '../../../ocr/testing/drawn-text.ts';
import { PdfRasterizer } from './raster.ts';
import { engine, PROSE, parse, scan, TEXT, whole, wholePage } from './read-scan.fixture.ts';
import { type Placed, pdf } from './scanned-pdf.fixture.ts';

test('a page that is one picture is read by OCR', async () => {
  const { text, ocr, asked } = await parse(pdf({ picture: { image: scan, box: [0, 100, 400, 360] } }));
  assert.equal(text.replace(/\s+/g, ' '), [...TEXT, ...TEXT].join(' '));
  assert.deepEqual([ocr, asked], [true, 1]);
});

test('a scan that hardly reads as print says so', async () => {
  const image = { image: scan, box: wholePage };
  const unsure = async (picture: GreyImage) => ({ ...(await engine.recognize(picture)), confidence: 50 });
  const { warnings } = await parse(pdf({ picture: image }), { recognize: unsure });
  assert.deepEqual(warnings, [{ code: 'ocr-doubtful', page: 1 }]);
});

test('a scan of which nothing is read says so if it is full of print, and a blank one says nothing', async () => {
  const file = pdf({ picture: { image: scan, box: wholePage } });
  const unread = (isMostlyUnread: boolean) => async (picture: GreyImage) => ({
    ...{ ...(await engine.recognize(picture)), lines: [], upended: [], confidence: 0 },
    isMostlyUnread,
  });
  const warningsOf = async (isMostlyUnread: boolean) =>
    (await parse(file, { recognize: unread(isMostlyUnread) })).warnings;
  assert.deepEqual(await warningsOf(true), [{ code: 'ocr-doubtful', page: 1 }]);
  assert.deepEqual(await warningsOf(false), []);
});

test('a scan that lies on its side is read upright', async () => {
  const image = await turnedByQuarters(scan, 1);
  const { text } = await parse(pdf({ picture: { image, box: [20, 20, 360, 460] } }));
  assert.equal(text.replace(/\s+/g, ' '), [...TEXT, ...TEXT].join(' '));
});

test('pages with text pay nothing', async () => {
  const { text, ocr, asked } = await parse(pdf({ text: PROSE }));
  assert.match(text, /running text/);
  assert.deepEqual([ocr, asked], [false, 0]);
});

test('a page of keys or base64 stays as it was written: its letters are no language, and what it shows', async () => {
  const base64 = Array.from({ length: 24 }, (_, line) =>
    createHash('sha512').update(`line ${line}`).digest('base64').slice(0, 52),
  );
  const letters = base64.map(code => code.replace(/[^a-z]+/gi, ' ').trim());
  for (const [codes, asked] of [
    [base64, 0],
    [letters, 1],
  ] as const) {
    const seen = await parse(pdf({ text: codes }));
    for (const code of codes) assert.ok(seen.text.includes(code), `${code} in ${seen.text}`);
    assert.deepEqual([seen.ocr, seen.asked], [false, asked]);
  }
});

test('words in a picture on a page of text are read', async () => {
  const picture: Placed = { image: drawnText(['HELLO WORLD'], 6), box: [40, 60, 300, 90] };
  const { text, ocr } = await parse(pdf({ picture, text: PROSE }));
  assert.match(text, /running text/);
  assert.match(text, /HELLO WORLD/);
  assert.equal(ocr, true);
});

test('a ruled table in a picture on a page of text is a table', async () => {
  const image = drawnText(['ALPHA   BRAVO   DELTA', 'SOUTH   NORTH   EAST ', 'GREEN   WHITE   BLACK']);
  const bottom = image.height - 10;
  for (const x of [15, 195, 375, image.width - 15]) drawStroke(image, [x, 10], [x, bottom], 1.5);
  for (const y of [10, 68, 116, bottom]) drawStroke(image, [15, y], [image.width - 15, y], 1.5);
  const { blocks } = await parse(pdf({ picture: { image, box: [40, 60, 300, 112] }, text: PROSE }));
  const rows = blocks.flatMap(block => (block.kind === 'table' ? block.rows : []));
  assert.deepEqual(
    rows.map(row => row.map(cell => cell.text)),
    [
      ['ALPHA', 'BRAVO', 'DELTA'],
      ['SOUTH', 'NORTH', 'EAST'],
      ['GREEN', 'WHITE', 'BLACK'],
    ],
  );
});

test('labels that stand in rows and columns in a picture are its text, no table', async () => {
  const image = drawnText([
    'ALPHA   BRAVO   DELTA',
    'SOUTH   NORTH   EAST ',
    'GREEN   WHITE   BLACK',
    'TABLE   CHAIR   BENCH',
  ]);
  const { blocks, text } = await parse(pdf({ picture: { image, box: [40, 60, 300, 130] }, text: PROSE }));
  assert.match(text, /BRAVO/);
  assert.deepEqual(
    blocks.filter(block => block.kind === 'table'),
    [],
  );
});

test('print in a picture that is tiny beside the page is left alone', async () => {
  const lines = Array.from({ length: 6 }, () => 'THE QUICK BROWN FOX JUMPS OVER THE DOGS AND RUNS AWAY');
  const picture: Placed = { image: drawnText(lines), box: [40, 60, 160, 45] };
  const { text, ocr } = await parse(pdf({ picture, text: PROSE }));
  assert.doesNotMatch(text, /QUICK/);
  assert.equal(ocr, false);
});

test('a title over a picture stays as it was written, and what the picture says is read beside it', async () => {
  const picture: Placed = { image: scan, box: [0, 50, 400, 350] };
  const { text } = await parse(pdf({ picture, text: ['A Title, O0 l1 I'] }));
  assert.equal(text.replace(/\s+/g, ' '), `A Title, O0 l1 I ${[...TEXT, ...TEXT].join(' ')}`);
});

test('a stamp on a scan is kept with what the scan says, however large it is', async () => {
  const stamp = {
    picture: { image: drawnText([...TEXT, ...TEXT], 4), box: [0, 0, 400, 400] },
    text: ['COPY'],
  };
  const { text } = await parse(pdf(stamp as Parameters<typeof pdf>[0]));
  assert.equal(text.replace(/\s+/g, ' '), `COPY ${[...TEXT, ...TEXT].join(' ')}`);
});

test('a number that stands upright on a scan that does not is kept as it was written', async () => {
  const stamped = ') Tj ET BT /F 10 Tf 150 8 Td (NORTHGATE-004471';
  for (const turns of [1, 2, 3] as const) {
    const image = await turnedByQuarters(scan, turns);
    const box: Placed['box'] = turns === 2 ? [0, 40, 400, 440] : [20, 40, 360, 440];
    const { text } = await parse(pdf({ picture: { image, box }, text: [stamped] }));
    const words = text.split(/\s+/).sort();
    assert.deepEqual(words, [...[...TEXT, ...TEXT].join(' ').split(' '), 'NORTHGATE-004471'].sort());
  }
});

test('running heads that a court or a library wrote on a scan do not keep it from being read', async () => {
  const notes = [
    'Filed by the clerk of the court on 14 March of that year, Document 57-3, Page 1 of 9,',
    'and licensed to a single reader.',
  ];
  const small = notes.map(line => `${line}) Tj ET BT /F 5 Tf 40 6 Td (`).join('');
  const { text, ocr } = await parse(
    pdf({ picture: { image: scan, box: wholePage }, text: [`) Tj ET BT /F 5 Tf 40 494 Td (${small}`] }),
  );
  assert.match(text, /QUICK BROWN FOX.*AT NOON/s);
  assert.match(text, /Filed by the clerk/);
  assert.equal(ocr, true);
});

test('a scanned form that was filled in by typing over it is read with what was typed', async () => {
  const image = drawnText(['', '', '', '', ...TEXT, ...TEXT], 4);
  const typed = PROSE.slice(0, 5);
  const { text, ocr } = await parse(pdf({ picture: { image, box: wholePage }, text: typed }));
  assert.equal(text.replace(/\s+/g, ' '), [...typed, ...TEXT, ...TEXT].join(' '));
  assert.equal(ocr, true);
});

test('a scan below typed lines is read though it has a number stamped on it', async () => {
  const image = drawnText([...TEXT, ...TEXT, ...TEXT, '', ''], 4);
  const stamped = ') Tj ET BT /F 10 Tf 250 8 Td (EXHIBIT 12 OF 40';
  const text = [...PROSE.slice(0, 2), stamped];
  const read = await parse(pdf({ picture: { image, box: [0, 0, 400, 300] }, text }));
  assert.match(read.text, /running text/);
  assert.match(read.text, /QUICK BROWN FOX.*AT NOON/s);
  assert.match(read.text, /EXHIBIT 12 OF 40/);
});

test('a background without print is rendered once, on however many pages text stands over it', async t => {
  const pixels = Uint8Array.from({ length: 400 * 500 }, (_, at) => 120 + (at % 400) / 8 + (at >> 13));
  const picture: Placed = { image: { width: 400, height: 500, pixels }, box: wholePage };
  const again = { picture: { ...picture, objectOf: 0 }, text: PROSE };
  const render = t.mock.method(PdfRasterizer.prototype, 'render');
  const { asked } = await parse(pdf({ picture, text: PROSE }, again, again));
  assert.deepEqual([asked, render.mock.callCount()], [0, 1]);
});

test('a little text over a photograph of nothing but shades asks for no OCR', async () => {
  const pixels = Uint8Array.from({ length: 400 * 500 }, (_, at) => 120 + (at % 400) / 8 + (at >> 13));
  const photograph: Placed = { image: { width: 400, height: 500, pixels }, box: wholePage };
  const quote =
    ') Tj ET BT /F 5 Tf 40 60 Td (A caption that says at some length what is to be seen in it, and who took it, when, and in which of the years)';
  const { asked } = await parse(pdf({ picture: photograph, text: [`${quote} Tj ET BT /F 5 Tf 40 50 Td (`] }));
  assert.equal(asked, 0);
});

test('a sheet on a page the size of a stamp is read as well as on its own', async () => {
  const bytes = Buffer.from(pdf({ picture: { image: scan, box: [0, 0, 33, 41] } })).toString('latin1');
  // The file's offsets stay valid, because the length does not change.
  const small = Buffer.from(bytes.replace('[0 0 400 500]', '[0 0 33 41]  '), 'latin1');
  const { text } = await parse(small);
  assert.equal(text.replace(/\s+/g, ' '), [...TEXT, ...TEXT].join(' '));
});

test('words under a watermark that lies across the page are read', async () => {
  const watermark = ') Tj ET BT /F 60 Tf .7 .7 -.7 .7 90 90 Tm (SPECIMEN';
  const { text } = await parse(pdf({ picture: { image: scan, box: wholePage }, text: [watermark] }));
  // Words may be misread where the watermark's own strokes cross a line.
  const words = TEXT.join(' ').split(' ');
  const read = words.filter(word => text.includes(word));
  assert.ok(read.length >= 0.9 * words.length, text);
});

test('a title over a tiny picture of text is all of its page, if others have text', async () => {
  const line =
    'THE QUICK BROWN FOX JUMPS OVER THE DOGS AND RUNS AWAY FROM ALL OF THEM AT NOON WITHOUT A WORD';
  const lines = [...Array.from({ length: 6 }, () => line), ...Array.from({ length: 44 }, () => '')];
  const picture: Placed = { image: drawnText(lines, 3), box: [50, 100, 300, 340] };
  const { text, asked } = await parse(pdf({ text: PROSE }, { picture, text: ['A Title'] }));
  assert.match(text, /A Title$/);
  assert.equal(asked, 1);
});

test('a picture that is on every page is read once', async () => {
  const picture: Placed = { image: drawnText(['HELLO WORLD'], 6), box: [40, 60, 300, 90] };
  const { asked } = await parse(
    pdf({ picture, text: PROSE }, { picture, text: PROSE }, { picture, text: PROSE }),
  );
  assert.equal(asked, 1);
});

test('one picture object is read once, wherever it stands', async () => {
  const image = drawnText(['HELLO WORLD'], 6);
  const { asked } = await parse(
    pdf(
      { picture: { image, box: [40, 60, 300, 90] }, text: PROSE },
      { picture: { image, box: [45.3, 66.7, 300, 90], objectOf: 0 }, text: PROSE },
    ),
  );
  assert.equal(asked, 1);
});

test('small pictures, and pictures under the text, are left alone', async () => {
  const image = drawnText(['HELLO WORLD'], 6);
  const logo = await parse(pdf({ picture: { image, box: [40, 60, 58, 20] }, text: PROSE }));
  const background = await parse(pdf({ picture: { image, box: wholePage }, text: PROSE }));
  assert.deepEqual([logo.asked, background.asked], [0, 0]);
});

test('a page on which OCR fails is a warning, the others are kept', async () => {
  const broken: OcrEngine = {
    recognize: async () => {
      throw new Error('broken');
    },
  };
  const { text, warnings, pages } = await parse(
    pdf({ picture: { image: scan, box: wholePage } }, { text: PROSE }),
    broken,
  );
  assert.match(text, /running text/);
  assert.deepEqual([warnings, pages], [[{ code: 'ocr-failed', page: 1 }], 2]);
});

test('a document without time for another page ends, instead of being read as if it had fewer', async () => {
  const late: OcrEngine = { recognize: () => Promise.reject(new OutOfTime()) };
  const bytes = pdf({ picture: { image: scan, box: wholePage } }, { text: PROSE });
  await assert.rejects(parse(bytes, late), OutOfTime);
});

test('a blank scan has no text', async () => {
  const image = { width: 300, height: 400, pixels: new Uint8Array(120_000).fill(252) };
  const { blocks } = await parse(pdf({ picture: { image, box: wholePage } }));
  assert.deepEqual(blocks, []);
});

test('a page whose picture is of a kind that nothing here draws says so, and a picture of one shade does not', async () => {
  const jpegOf = ({ width, height, pixels }: GreyImage) =>
    sharp(pixels, { raw: { width, height, channels: 1 } })
      .toColourspace('b-w')
      .jpeg()
      .toBuffer();
  const arithmetic = async (image: GreyImage) => {
    const jpeg = await jpegOf(image);
    return jpeg.fill(
      0xc9,
      jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1,
      jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 2,
    );
  };
  const blank = { ...scan, pixels: new Uint8Array(scan.pixels.length).fill(255) };
  const { warnings, text } = await parse(
    pdf(
      { picture: { ...whole, jpeg: await arithmetic(scan) } },
      { picture: { ...whole, jpeg: await jpegOf(scan) } },
      { picture: { ...whole, jpeg: await jpegOf(blank) } },
    ),
  );
  assert.deepEqual(warnings, [{ code: 'page-not-rendered', page: 1 }]);
  assert.match(text, /QUICK/);
});
