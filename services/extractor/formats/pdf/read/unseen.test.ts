import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../../../tests/support/cpu-time.ts';
import { builtPdf, parsed, text } from '../built-pdf.fixture.ts';

const SEEN = text(72, 720, 'The river rose last week.');

async function read(content: string, page = ''): Promise<string> {
  const { blocks } = await parsed(builtPdf([content], { page }));
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join(' ');
}

/** A page that can paint the picture `/scan`; `entries` go into the picture's dictionary. */
async function readWithPicture(content: string, entries = ''): Promise<string> {
  const picture = `200 0 obj <</Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8
/ColorSpace /DeviceGray /Length 4 ${entries}>> stream\nabcd\nendstream endobj\n`;
  const file = Buffer.from(builtPdf([content])).toString('latin1');
  const bytes = file
    .replace('/Resources <<', '/Resources << /XObject <</scan 200 0 R>>')
    .replace('trailer', `${picture}trailer`);
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join(' ');
}

const box = (color: string, x: number, y: number, width: number, height: number) =>
  `${color} rg ${x} ${y} ${width} ${height} re f 0 g\n`;
const white = (x: number, y: number, words: string) => `1 g ${text(x, y, words)} 0 g\n`;

test('white text on white paper is not read, on a dark ground it is', async () => {
  const hidden = white(72, 600, 'cheap boats');
  assert.equal(await read(SEEN + hidden), 'The river rose last week.');
  assert.match(await read(SEEN + box('0 0 .4', 60, 590, 200, 30) + hidden), /cheap boats/);
});

test('white text on a page whose ground is dark is read', async () => {
  assert.match(await read(box('0 0 0', 0, 0, 612, 792) + white(72, 600, 'cheap boats')), /cheap boats/);
});

test('white text on a dark shape with round corners is read', async () => {
  const round =
    '0 0 .4 rg 60 600 m 60 640 120 640 160 640 c 260 640 260 600 260 590 c 200 560 60 560 60 600 c f 0 g\n';
  assert.match(await read(round + white(100, 600, 'cheap boats')), /cheap boats/);
});

test('text in the colour of the box it stands in is not read', async () => {
  const inBox = `${box('.8 .9 .8', 60, 590, 200, 30)} .8 .9 .8 rg ${text(72, 600, 'cheap boats')} 0 g\n`;
  assert.equal(await read(SEEN + inBox), 'The river rose last week.');
});

test('white letters with a dark outline are read', async () => {
  assert.match(
    await read(`${SEEN} 1 g 0 G ${text(72, 600, 'cheap boats', { before: '2 Tr' })}`),
    /cheap boats/,
  );
});

test('text under a box painted later is not read, under a transparent one it is', async () => {
  const covered = text(72, 600, 'cheap boats');
  const over = box('0 0 0', 60, 590, 200, 30);
  assert.equal(await read(SEEN + covered + over), 'The river rose last week.');
  const file = Buffer.from(builtPdf([`${SEEN}${covered}/half gs ${over}`])).toString('latin1');
  const { blocks } = await parsed(
    Buffer.from(file.replace('/Resources <<', '/Resources << /ExtGState <</half <</ca .4>>>>'), 'latin1'),
  );
  assert.match(JSON.stringify(blocks), /cheap boats/);
});

test('text under what somebody drew on the page as an annotation is read', async () => {
  const square = '0 0 .8 rg 0 0 200 30 re f';
  const annotation = `200 0 obj <</Type /Annot /Subtype /Square /Rect [60 590 260 620] /AP <</N 201 0 R>>>> endobj
201 0 obj <</Type /XObject /Subtype /Form /BBox [0 0 200 30] /Length ${square.length}>> stream\n${square}\nendstream endobj\n`;
  const page = builtPdf([SEEN + text(72, 600, 'cheap boats')], { page: '/Annots [200 0 R]' });
  const bytes = Buffer.from(page).toString('latin1').replace('trailer', `${annotation}trailer`);
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  assert.match(JSON.stringify(blocks), /cheap boats/);
});

test('text clipped away is not read, text that is cut at its edge is', async () => {
  const clipped = (width: number) => `q 72 590 ${width} 30 re W n ${text(90, 600, 'cheapboats')} Q\n`;
  assert.equal(await read(SEEN + clipped(10)), 'The river rose last week.');
  assert.match(await read(SEEN + clipped(30)), /cheapboats/);
});

test('text too small for any eye is not read', async () => {
  assert.equal(await read(SEEN + text(72, 600, 'cheap boats', { size: 0.1 })), 'The river rose last week.');
});

test('text in small units of a page that is scaled up is read', async () => {
  assert.equal(await read(`50 0 0 50 0 0 cm ${text(2, 12, 'cheap boats', { size: 0.2 })}`), 'cheap boats');
});

test('text with an alpha of nothing is not read', async () => {
  const file = Buffer.from(builtPdf([`${SEEN} q /none gs ${text(72, 600, 'cheap boats')} Q`])).toString(
    'latin1',
  );
  const bytes = file.replace('/Resources <<', '/Resources << /ExtGState <</none <</ca 0>>>>');
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['The river rose last week.'],
  );
});

test('text outside the crop box is not read', async () => {
  const content = SEEN + text(72, 100, 'cheap boats');
  assert.equal(await read(content, '/CropBox [50 500 612 792]'), 'The river rose last week.');
});

test('invisible text beside the drawn one is not read, over a picture it is the text layer', async () => {
  const layer = text(72, 600, 'cheap boats', { before: '3 Tr' });
  assert.equal(await read(SEEN + layer), 'The river rose last week.');
  const picture = 'q 300 0 0 60 60 580 cm /scan Do Q\n';
  assert.match(await readWithPicture(SEEN + picture + layer), /cheap boats/);
});

test('invisible text over its own letters, each drawn in lines, is read as if it were drawn, upright or not (KiCad)', async () => {
  const letters = (x: number, y: number) =>
    Array.from({ length: 6 }, (_, at) => `${x + 6 * at} ${y} m ${x + 4 + 6 * at} ${y + 8} l S\n`).join('');
  const label = text(72, 600, 'ADS1298', { before: '3 Tr' });
  assert.match(await read(SEEN + label + letters(72, 600)), /ADS1298/);
  assert.match(await read(letters(72, 600) + label + SEEN), /ADS1298/);
  assert.doesNotMatch(await read(SEEN + label + letters(72, 500)), /ADS1298/, 'lines elsewhere');
  assert.doesNotMatch(await read(`${SEEN + label}70 598 m 200 598 l S\n`), /ADS1298/, 'a line under it');
  const upright = `q 0 1 -1 0 300 300 cm ${text(0, 0, 'ADS1298', { before: '3 Tr' })}${letters(0, 0)}Q\n`;
  assert.match(await read(SEEN + upright), /ADS1298/);
});

test('the text layer under the picture of a whole page is read, a text under a small picture is not', async () => {
  const picture = (width: number, height: number) => `q ${width} 0 0 ${height} 0 0 cm /scan Do Q\n`;
  const layer = text(72, 600, 'The river rose last week.');
  assert.match(await readWithPicture(layer + picture(612, 792)), /The river rose/);
  assert.doesNotMatch(await readWithPicture(text(20, 30, 'cheap boats') + picture(200, 100) + SEEN), /boats/);
});

test('a text under a picture with holes is read', async () => {
  const mask = `/SMask 200 0 R`;
  const content = `${SEEN}${text(20, 30, 'cheap boats')} q 200 0 0 100 0 0 cm /scan Do Q`;
  assert.match(await readWithPicture(content, mask), /boats/);
});

test('text within a frame drawn as one outline is read', async () => {
  const frame =
    '0 g 60 580 m 60 620 l 300 620 l 300 580 l 60 580 l 61 581 l 299 581 l 299 619 l 61 619 l 61 581 l f\n';
  assert.match(await read(SEEN + text(72, 600, 'cheap boats') + frame), /cheap boats/);
});

test('a page of very many words and paints is read in seconds', async () => {
  const boxes = Array.from({ length: 4_000 }, (_, at) => `${at % 600} ${at % 700} 9 9 re f`).join('\n');
  const words = Array.from(
    { length: 4_000 },
    (_, at) => `1 0 0 1 ${at % 500} ${at % 700} Tm (a b c) Tj`,
  ).join('\n');
  const tookMs = await cpuMsOf(() => read(`1 g ${boxes} BT /regular 8 Tf ${words} ET`));
  assert.ok(tookMs < 20_000, `${tookMs} ms`);
});

test('text under a transparent group is read, though the group sets its own inside opaque', async () => {
  const inside = '/whole gs .8 .9 .8 rg 60 590 200 30 re f';
  const group = `200 0 obj <</Type /XObject /Subtype /Form /BBox [0 0 612 792] /Group <</S /Transparency>> /Resources <</ExtGState <</whole <</ca 1 /BM /Normal>>>>>> /Length ${inside.length}>> stream\n${inside}\nendstream endobj\n`;
  const page = builtPdf([`${SEEN}${text(72, 600, 'cheap boats')}q /half gs /group Do Q\n`]);
  const bytes = Buffer.from(page)
    .toString('latin1')
    .replace(
      '/Resources <<',
      '/Resources << /XObject <</group 200 0 R>> /ExtGState <</half <</ca .4 /BM /Normal>>>>',
    )
    .replace('trailer', `${group}trailer`);
  const { blocks } = await parsed(Buffer.from(bytes, 'latin1'));
  assert.match(JSON.stringify(blocks), /cheap boats/);
});

const invisible = (x: number, y: number, words: string) => text(x, y, words, { before: '3 Tr' });
const SCAN = 'q 612 0 0 792 0 0 cm /scan Do Q\n';
const SMALL_PICTURE = 'q 200 0 0 100 0 0 cm /scan Do Q\n';

test('the text layer of a scan is read where a box clips it away: its own box was not turned with the page', async () => {
  const layer = `q 0 0 612 400 re W n ${invisible(72, 300, 'The river')} ${invisible(72, 600, 'rose')} Q\n`;
  assert.match(await readWithPicture(SCAN + layer), /rose/);
  assert.doesNotMatch(await readWithPicture(SEEN + SMALL_PICTURE + layer), / rose$/);
});

test('a text layer of another size than its scan is read where it leaves the page', async () => {
  const layer =
    invisible(72, 600, 'The river') + invisible(900, 600, 'rose') + invisible(72, 1200, 'last week');
  const read = await readWithPicture(SCAN + layer);
  assert.match(read, /rose/);
  assert.match(read, /last week/);
  assert.doesNotMatch(await readWithPicture(SEEN + SMALL_PICTURE + layer), /week$/);
});

test('the text layer of what the page cuts off of its scan is not read', async () => {
  const spread = 'q 1224 0 0 792 0 0 cm /scan Do Q\n';
  const read = await readWithPicture(
    spread + invisible(72, 600, 'The river') + invisible(900, 600, 'cheap boats'),
  );
  assert.equal(read, 'The river');
});
