import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfPages, paragraph, text } from '../../../formats/pdf/built-pdf.fixture.ts';

const SHADE = (x: number, y: number, width: number, height: number) =>
  `0.9 g ${x} ${y} ${width} ${height} re f 0 g\n`;

const COLUMN = [
  'The committee met in the morning and heard',
  'what the members had to say about the state',
  'of the river, which had risen since the rain',
  'of last week and now stood higher than anyone',
];
const REST = [
  'could remember. By the evening the boats that',
  'lay at anchor in the harbour below the bridge',
  'had been brought ashore by their keeper.',
];
const TIP = ['Tip: keep a boat', 'dry and turn it', 'over in winter.'];

const texts = async (content: string) =>
  (await blocksOfPages(content)).map(block => ('text' in block ? block.text : block.kind));

test('a paragraph that a box interrupts goes on after it, the box stays whole', async () => {
  const found = await texts(
    paragraph(72, 700, COLUMN) +
      SHADE(72, 580, 240, 70) +
      paragraph(84, 630, TIP) +
      paragraph(72, 560, REST) +
      paragraph(330, 700, [...COLUMN, ...REST]),
  );
  assert.deepEqual(found, [[...COLUMN, ...REST].join(' '), TIP.join(' '), [...COLUMN, ...REST].join(' ')]);
});

test('a box beside the lines of a paragraph is no part of its sentences', async () => {
  const rows = [...COLUMN, ...COLUMN, ...REST];
  const narrow = rows.slice(2, 8);
  const found = await texts(
    paragraph(72, 700, rows.slice(0, 2)) +
      paragraph(72, 676, narrow) +
      paragraph(72, 604, rows.slice(8)) +
      SHADE(300, 608, 120, 74) +
      paragraph(312, 660, TIP) +
      text(330, 100, 'The end of it all, said by nobody and heard by none but the river.'),
  );
  assert.equal(found[0], rows.join(' '));
  assert.equal(found[1], TIP.join(' '));
});

test('a caption at the end of a page does not go on in the one that begins the next', async () => {
  const caption = (number: number) => [
    `Figure ${number}: the river at the bridge, as it stood in the`,
    'morning, by hours',
  ];
  const first = [`Figure 1: the river at the bridge, as it stood in the`];
  const found = await blocksOfPages(
    paragraph(72, 700, COLUMN) + paragraph(72, 100, first),
    paragraph(72, 700, caption(2)),
  );
  assert.deepEqual(found.map(block => ('text' in block ? block.text : block.kind)).slice(-2), [
    first.join(' '),
    caption(2).join(' '),
  ]);
});

test('a caption between two parts of a sentence does not part them', async () => {
  const found = await texts(
    paragraph(72, 700, COLUMN) +
      text(72, 620, 'Figure 3. The river in the year of the flood', { size: 8 }) +
      paragraph(72, 590, REST),
  );
  assert.ok(found.includes([...COLUMN, ...REST].join(' ')));
});

test('the first line of a page that goes on with a sentence is no running head', async () => {
  const blocks = await blocksOfPages(
    paragraph(72, 94, COLUMN.slice(0, 3)),
    paragraph(72, 762, ['of last week and now stood higher than anyone', ...REST]),
  );
  assert.ok(
    blocks.some(
      block =>
        'text' in block && block.text.endsWith(`${REST.join(' ')}`) && block.text.startsWith('The committee'),
    ),
  );
});

test('an unfinished sentence goes on in the next column before a name as well', async () => {
  const found = await texts(
    paragraph(72, 700, COLUMN) +
      paragraph(330, 700, ['Anna could remember. By the evening the boats', ...REST.slice(1)]),
  );
  assert.equal(found.length, 1);
});

test('where paragraphs begin with an indent, a column that begins without one goes on', async () => {
  const indented = (x: number, y: number) =>
    text(x + 12, y, 'So they said at once,') + paragraph(x, y - 12, REST.slice(1));
  const left = [0, 1, 2].map(at => indented(72, 700 - 36 * at)).join('');
  const right = paragraph(330, 700, ['They had been told of it.', ...REST.slice(0, 2), 'at last.']);
  const found = await texts(left + right + [0, 1, 2].map(at => indented(330, 652 - 36 * at)).join(''));
  assert.equal(found.length, 6);
  assert.ok(found[2]?.includes('keeper. They had been told'));
});

test('what stands at the right edge of a letter does not go on in the address below it', async () => {
  // Digits are .556 em wide, spaces .278 em, so that all of these lines end at 540.
  const flush = (y: number, digits: string) =>
    text(540 - 10 * [...digits].reduce((sum, sign) => sum + (sign === ' ' ? 0.278 : 0.556), 0), y, digits);
  const reference = flush(700, '01 07 2026 31 07 2026') + flush(688, '4521 873');
  const address = paragraph(312, 640, ['Mr Etienne Roussel', '8 rue Merciere', '69002 Lyon']);
  const body = paragraph(72, 560, COLUMN) + paragraph(72, 560 - 12 * COLUMN.length, REST);
  assert.deepEqual((await texts(reference + address + body)).slice(0, 2), [
    '01 07 2026 31 07 2026 4521 873',
    'Mr Etienne Roussel 8 rue Merciere 69002 Lyon',
  ]);
});

test('what stands in columns at the foot of a letter does not run on from one to the next', async () => {
  const foot = [
    ['Harbour Works', '14 Quay Street', 'Hull'],
    ['0511 445566', 'info@harbour.example', 'www.harbour.example'],
    ['Savings Bank', 'Account 2020 51', 'Code 1203 0000'],
  ];
  const columns = foot.map((lines, at) => paragraph(72 + 170 * at, 80, lines, { size: 8 })).join('');
  const found = await texts(paragraph(72, 700, [...COLUMN, ...REST]) + columns);
  assert.deepEqual(
    found.filter(line => line.includes('www.') && line.includes('Savings')),
    [],
  );
});
