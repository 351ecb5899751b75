import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfPages, builtPdf, parsed, text } from '../built-pdf.fixture.ts';

const SIDE = 9;

/** A square whose lower left corner is at this distance in points from the page's left and bottom edge. */
const square = (x: number, y: number, paint = 'S', side = SIDE) => `${x} ${y} ${side} ${side} re ${paint}\n`;
/** The same square as four separate lines. */
const fourLines = (x: number, y: number) =>
  [
    [x, y, x + SIDE, y],
    [x, y + SIDE, x + SIDE, y + SIDE],
    [x, y, x, y + SIDE],
    [x + SIDE, y, x + SIDE, y + SIDE],
  ]
    .map(([x0, y0, x1, y1]) => `${x0} ${y0} m ${x1} ${y1} l S\n`)
    .join('');
/** A stroke with a bend, like a tick. */
const tick = (x: number, y: number) => `${x + 2} ${y + 4} m ${x + 4} ${y + 2} l ${x + 8} ${y + 8} l S\n`;
const cross = (x: number, y: number) =>
  `${x + 1} ${y + 1} m ${x + 8} ${y + 8} l S ${x + 1} ${y + 8} m ${x + 8} ${y + 1} l S\n`;

/** A circle of four curves around this centre, measured from the page's left and bottom edge. */
function ring(x: number, y: number, radius = SIDE / 2, paint = 'S'): string {
  const bend = 0.5523 * radius;
  const quarter = (dx: number, dy: number, ex: number, ey: number) =>
    `${x + dx * radius - ex * bend * -1} ${y + dy * radius - ey * bend * -1} ${x + ex * radius + dx * bend} ${y + ey * radius + dy * bend} ${x + ex * radius} ${y + ey * radius} c\n`;
  return `${x + radius} ${y} m\n${quarter(1, 0, 0, 1)}${quarter(0, 1, -1, 0)}${quarter(-1, 0, 0, -1)}${quarter(0, -1, 1, 0)}${paint}\n`;
}

/** The texts of the page's blocks; those of a list are given item by item. */
async function textsOf(content: string): Promise<string[]> {
  const texts: string[] = [];
  for (const block of await blocksOfPages(content))
    if (block.kind === 'list') texts.push(...block.items.map(item => `- ${item.text}`));
    else texts.push('text' in block ? block.text : block.kind);
  return texts;
}

const rowsOf = async (content: string) => {
  const table = (await blocksOfPages(content)).find(block => block.kind === 'table');
  return table?.kind === 'table' ? table.rows.map(row => row.map(cell => cell.text)) : null;
};

const isWithoutBox = (lines: readonly string[]): boolean => !lines.some(line => /[☐☒]/.test(line));

const yesNo = (y: number) => text(92, y, 'Yes') + text(152, y, 'No');

test('a drawn square before a word is a box to tick', async () => {
  const content = square(80, 699) + square(140, 699) + yesNo(700);
  assert.deepEqual(await textsOf(content), ['☐ Yes ☐ No']);
});

test('so is one of four lines, and one behind its word', async () => {
  const content = text(72, 700, 'Yes') + fourLines(92, 699) + text(106, 700, 'No') + fourLines(122, 699);
  assert.deepEqual(await textsOf(content), ['Yes ☐ No ☐']);
});

test('a tick, a cross, a letter or a fill in a box ticks it', async () => {
  for (const mark of [
    tick(140, 699),
    cross(140, 699),
    text(142, 701, 'x', { size: 8 }),
    square(142, 701, 'f', 5),
    `0 0 1 rg ${square(140, 699, 'f')}`,
  ])
    assert.deepEqual(await textsOf(square(80, 699) + square(140, 699) + mark + yesNo(700)), ['☐ Yes ☒ No']);
});

test('a tick may reach out of its box', async () => {
  const long = `142 703 m 144 700 l 152 711 l S\n`;
  assert.deepEqual(await textsOf(square(80, 699) + square(140, 699) + long + yesNo(700)), ['☐ Yes ☒ No']);
});

test('a square that is filled altogether is ticked where others are open', async () => {
  const content = square(80, 699, 'f') + square(140, 699) + yesNo(700);
  assert.deepEqual(await textsOf(content), ['☒ Yes ☐ No']);
});

test('a dark square with a white one on it is an open box', async () => {
  const box = (x: number) => `0 g ${square(x, 699, 'f')}1 g ${square(x + 1, 700, 'f', SIDE - 2)}0 g `;
  const content = box(80) + box(140) + tick(140, 699) + yesNo(700);
  assert.deepEqual(await textsOf(content), ['☐ Yes ☒ No']);
});

test('white squares are not seen', async () => {
  const white = `1 1 1 RG ${square(80, 699)}${square(140, 699)}0 0 0 RG `;
  assert.ok(isWithoutBox(await textsOf(white + yesNo(700))));
});

test('the grey ground of boxes ticks none of them', async () => {
  for (const grey of ['.95', '.75']) {
    const grounds = `${grey} g ${square(80, 699, 'f')}${square(140, 699, 'f')}0 g `;
    const content = grounds + square(80, 699) + square(140, 699) + tick(140, 699) + yesNo(700);
    assert.deepEqual(await textsOf(content), ['☐ Yes ☒ No']);
  }
});

test('a blue box with a white tick is ticked, though no other is open', async () => {
  const content = `0 0 1 rg ${square(80, 699, 'f')}1 1 1 RG ${tick(80, 699)}0 g ${text(92, 700, 'I agree')}`;
  assert.deepEqual(await textsOf(content), ['☒ I agree']);
});

test('of rings one is chosen', async () => {
  const rings = ring(84, 703) + ring(144, 703) + ring(144, 703, 2.5, 'f');
  assert.deepEqual(await textsOf(rings + yesNo(700)), ['☐ Yes ☒ No']);
});

test('rings of which none is filled are no choice', async () => {
  assert.ok(isWithoutBox(await textsOf(ring(84, 703) + ring(144, 703) + yesNo(700))));
});

test('boxes below each other are items that keep them', async () => {
  const content = [700, 686, 672].map((y, at) => square(72, y - 1) + text(90, y, `Answer ${at}`)).join('');
  assert.deepEqual(await textsOf(content + tick(72, 685)), ['- ☐ Answer 0', '- ☒ Answer 1', '- ☐ Answer 2']);
});

test('boxes in cells stay in them', async () => {
  const [columns, rows] = [
    [72, 160, 220, 280],
    [720, 700, 680, 660],
  ];
  const grid =
    rows.map(y => `72 ${y} m 280 ${y} l S\n`).join('') +
    columns.map(x => `${x} 660 m ${x} 720 l S\n`).join('');
  const heads = text(76, 706, 'Check') + text(166, 706, 'Pass') + text(226, 706, 'Fail');
  const body = ['Brakes', 'Lights'].map((name, at) => text(76, 686 - 20 * at, name)).join('');
  const boxes = [686, 666].flatMap(y => [square(185, y - 1), square(245, y - 1)]).join('');
  assert.deepEqual(await rowsOf(grid + heads + body + boxes + tick(185, 685) + tick(245, 665)), [
    ['Check', 'Pass', 'Fail'],
    ['Brakes', '☒', '☐'],
    ['Lights', '☐', '☒'],
  ]);
});

test('answers under heads stand in their columns', async () => {
  const heads = ['Never', 'Rarely', 'Often'].map((head, at) => text(250 + 70 * at, 720, head)).join('');
  const questions = ['I enjoy my work', 'My tools are good enough', 'I am paid on time'];
  const body = questions.map((question, at) => text(72, 700 - 20 * at, question)).join('');
  const places = [700, 680, 660].flatMap(y => [256, 326, 396].map(x => ring(x, y + 3)));
  const chosen = ring(256, 703, 2.5, 'f') + ring(396, 683, 2.5, 'f') + ring(326, 663, 2.5, 'f');
  assert.deepEqual(await rowsOf(heads + body + places.join('') + chosen), [
    ['', 'Never', 'Rarely', 'Often'],
    ['I enjoy my work', '☒', '☐', '☐'],
    ['My tools are good enough', '☐', '☐', '☒'],
    ['I am paid on time', '☐', '☒', '☐'],
  ]);
});

test('a cross typed over a box that is a letter ticks it', async () => {
  // In ZapfDingbats, 0x6F is an open box.
  const dingbats = '/Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats';
  const box = (x: number) => `BT /odd 10 Tf 1 0 0 1 ${x} 700 Tm (o) Tj ET\n`;
  const content = box(80) + text(92, 700, 'Yes') + box(140) + text(141, 700, 'X') + text(152, 700, 'No');
  const file = Buffer.from(builtPdf([content]))
    .toString('latin1')
    .replace('/regular <<', `/odd <<${dingbats}>> /regular <<`);
  const [block] = (await parsed(Buffer.from(file, 'latin1'))).blocks;
  assert.equal(block !== undefined && 'text' in block && block.text, '❏ Yes ☒ No');
});

test('cells for single letters are no boxes to tick', async () => {
  const cells = [0, 1, 2, 3].map(at => square(120 + SIDE * at, 699)).join('');
  const apart = [0, 1, 2, 3].map(at => square(120 + (SIDE + 3) * at, 669)).join('');
  assert.deepEqual(await textsOf(cells + apart + text(92, 700, 'Date') + text(92, 670, 'Code')), [
    'Date',
    'Code',
  ]);
});

test('keys to a chart are no boxes to tick, neither of many colours nor of one', async () => {
  const names = text(92, 700, 'Apples') + text(92, 680, 'Pears');
  const keys = (one: string, other: string) =>
    `${one} rg ${square(80, 699, 'B')}${other} rg ${square(80, 679, 'B')}0 g `;
  for (const content of [keys('1 0 0', '0 .6 0') + names, keys('0 0 1', '0 0 1') + names])
    assert.ok(isWithoutBox(await textsOf(content)));
});

test('nodes of a diagram and numbers in squares are no boxes to tick', async () => {
  const arrows = '84.5 708 m 84.5 720 l S 144.5 708 m 144.5 720 l S\n';
  const nodes = square(80, 699) + square(140, 699) + arrows + text(92, 700, 'start') + text(152, 700, 'end');
  const pins = [0, 1, 2].map(
    at =>
      square(80, 600 - 20 * at) +
      text(82, 602 - 20 * at, `${at}`, { size: 8 }) +
      text(95, 602 - 20 * at, 'GND'),
  );
  for (const content of [nodes, pins.join('')]) assert.ok(isWithoutBox(await textsOf(content)));
});

test('one square behind a word is an ornament', async () => {
  assert.deepEqual(await textsOf(text(72, 700, 'The end of the story') + square(166, 699)), [
    'The end of the story',
  ]);
});
