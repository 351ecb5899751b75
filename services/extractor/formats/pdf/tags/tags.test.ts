import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsed, text } from '../built-pdf.fixture.ts';
import { type Element, marked, taggedPdf } from './tagged-pdf.fixture.ts';

const outline = async (bytes: Uint8Array): Promise<string[]> =>
  (await parsed(bytes)).blocks.map(block => {
    if (block.kind === 'heading') return `${block.level} ${block.text}`;
    return 'text' in block ? block.text : block.kind;
  });

const element = (role: string, ...kids: Element['kids']): Element => ({ role, kids });

const LINES = [
  'The boats are kept below the bridge, all of them, for',
  'as long as the river is high.',
  'No boat may leave before the keeper has seen it.',
  'The gate is closed at night.',
];
const lines = LINES.map((line, at) => marked(10 + at, 72, 700 - 12 * at, line)).join('');

test('a tagged heading is one though it looks like text, and has the level of its tag', async () => {
  const content =
    marked(0, 72, 740, 'On boats', { size: 14, font: 'bold' }) + marked(1, 72, 724, 'Their keeping') + lines;
  const tree = [element('H1', 0), element('H2', 1), element('P', 10, 11, 12, 13)];
  assert.deepEqual(await outline(taggedPdf(content, tree)), [
    '1 On boats',
    '2 Their keeping',
    LINES.join(' '),
  ]);
});

test('tags that call paragraphs headings are not believed in what they call one', async () => {
  const long = `${'Each boat has a keeper who sees to its ropes and chains. '.repeat(3)}`.trim();
  const numbered = [1, 2, 3].map(at => marked(at, 72, 700 - 40 * at, `${at}. ${long}`, { size: 4 })).join('');
  const content = numbered + marked(4, 72, 540, '4. Each boat has a berth.', { size: 4 });
  const tree = [1, 2, 3, 4].map(at => element('H1', at));
  assert.deepEqual(
    (await outline(taggedPdf(content, tree))).filter(line => /^\d /.test(line)),
    [],
  );
});

test('paragraphs without any sign of their ends are parted by their tags', async () => {
  const tree = [element('P', 10, 11), element('P', 12), element('P', 13)];
  assert.deepEqual(await outline(taggedPdf(lines, tree)), [`${LINES[0]} ${LINES[1]}`, LINES[2], LINES[3]]);
});

test('what a tagged page calls an artifact near its edge is furniture, not the paragraph it touches', async () => {
  const foot = `/Artifact <</Type /Pagination>> BDC ${text(72, 100, 'Annals of the river')} EMC\n`;
  const body = LINES.map((line, at) => marked(10 + at, 72, 148 - 12 * at, line)).join('');
  assert.deepEqual(await outline(taggedPdf(foot + body, [element('P', 10, 11, 12, 13)])), [
    LINES.join(' '),
    'Annals of the river',
  ]);
});

test('an artifact that is marked without properties is one, too', async () => {
  const foot = `/Artifact BMC ${text(72, 88, 'Annals of the river')} EMC\n`;
  const body = LINES.map((line, at) => marked(10 + at, 72, 112 - 12 * (at > 1 ? at + 1 : at), line)).join('');
  assert.deepEqual(await outline(taggedPdf(foot + body, [element('P', 10, 11), element('P', 12, 13)])), [
    LINES.slice(0, 2).join(' '),
    LINES.slice(2).join(' '),
    'Annals of the river',
  ]);
});

test('tags that part every line say nothing of paragraphs', async () => {
  const broken = [
    'The boats are kept below the',
    'old bridge, all of them, for',
    'as long as the river is as',
    'high as it was last year.',
  ];
  const content = broken.map((line, at) => marked(at, 72, 700 - 12 * at, line)).join('');
  const tree = broken.map((_, at) => element('P', at));
  assert.deepEqual(await outline(taggedPdf(content, tree)), [broken.join(' ')]);
});

/** Cells without any rules, 20 points a row; the words of a column are not aligned. */
const cells = (rows: string[][]): string =>
  rows
    .map((row, r) =>
      row.map((cell, c) => marked(20 + 10 * r + c, 72 + 90 * c + 7 * r, 700 - 20 * r, cell)).join(''),
    )
    .join('');

const tableOf = async (bytes: Uint8Array) => {
  const table = (await parsed(bytes)).blocks.find(block => block.kind === 'table');
  return table?.rows.map(row =>
    row.map(({ text, colspan, rowspan, header }) => `${header ? '*' : ''}${text} ${colspan}x${rowspan}`),
  );
};

test('a tagged table without lines is one, with its spans and its head', async () => {
  const content = cells([
    ['Boat', 'Length'],
    ['', 'low', 'high'],
    ['Heron', '4', '5'],
  ]).replace(/\(\) Tj/, '() Tj');
  const spanning = (entries: string, ...kids: number[]): Element => ({ role: 'TH', kids, entries });
  const tree = [
    element(
      'Table',
      element('TR', spanning('/A <</O /Table /RowSpan 2>>', 20), spanning('/A <</O /Table /ColSpan 2>>', 21)),
      element('TR', element('TH', 31), element('TH', 32)),
      element('TR', element('TD', 40), element('TD', 41), element('TD', 42)),
    ),
  ];
  assert.deepEqual(await tableOf(taggedPdf(content, tree)), [
    ['*Boat 1x2', '*Length 2x1'],
    ['*low 1x1', '*high 1x1'],
    ['Heron 1x1', '4 1x1', '5 1x1'],
  ]);
});

test('a tagged row whose last cell was left out has an empty one', async () => {
  const rows = [
    ['Boat', 'Length', 'Beam', 'Year'],
    ['Heron', '4', '2', '1961'],
    ['Teal', '3', '1'],
  ];
  const tree = [
    element(
      'Table',
      ...rows.map((row, r) => element('TR', ...row.map((_, c) => element('TD', 20 + 10 * r + c)))),
    ),
  ];
  const read = await tableOf(taggedPdf(cells(rows), tree));
  assert.deepEqual(read?.at(-1), ['Teal 1x1', '3 1x1', '1 1x1', ' 1x1']);
});

test('cells of a sheet that were tagged as a table though only one column holds text are none', async () => {
  const rows = [
    ['', '', 'Remarks'],
    ['', '', 'None so far'],
  ];
  const tree = [
    element(
      'Table',
      ...rows.map((row, r) => element('TR', ...row.map((_, c) => element('TD', 20 + 10 * r + c)))),
    ),
  ];
  assert.equal(await tableOf(taggedPdf(cells(rows), tree)), undefined);
});

test('columns of a sheet that lie under a wide cell are none of its table', async () => {
  const rows = [
    ['Boat', '', '', 'Length', 'Beam'],
    ['Heron', '', '', '4', '2'],
  ];
  const tree = [
    element(
      'Table',
      ...rows.map((row, r) => element('TR', ...row.map((_, c) => element('TD', 20 + 10 * r + c)))),
    ),
  ];
  assert.deepEqual(await tableOf(taggedPdf(cells(rows), tree)), [
    ['Boat 1x1', 'Length 1x1', 'Beam 1x1'],
    ['Heron 1x1', '4 1x1', '2 1x1'],
  ]);
});

test('a page laid out by table tags is no table', async () => {
  const long = 'word '.repeat(60).trim();
  const content =
    cells([
      ['Menu', 'Home'],
      ['News', 'Start'],
    ]) +
    marked(50, 72, 500, long, { size: 2 }) +
    marked(51, 300, 500, long, { size: 2 });
  const tree = [
    element(
      'Table',
      element('TR', element('TD', 20), element('TD', 21)),
      element('TR', element('TD', 50), element('TD', 51)),
    ),
  ];
  assert.equal(await tableOf(taggedPdf(content, tree)), undefined);
});

test('a page cut out of a document keeps its content from elements that named the content of pages it lost', async () => {
  const tree = [element('P', 10, 11), element('P', 12), element('P', 13, 10)];
  assert.deepEqual(await outline(taggedPdf(lines, tree)), [`${LINES[0]} ${LINES[1]}`, LINES[2], LINES[3]]);
});

test('what an item holds beside its paragraphs is read where the tags have it, not before them', async () => {
  const content =
    lines +
    marked(0, 72, 640, '1.') +
    marked(1, 90, 640, 'The keeper of the gate looks at the river and says which of these is right:') +
    marked(2, 90, 626, 'it rises, or it falls, or it stands still.') +
    marked(3, 72, 600, '2.') +
    marked(4, 90, 600, 'The keeper of the bridge says what follows from it, and why it does so.');
  const item = (label: number, ...kids: Element['kids']) =>
    element('LI', element('Lbl', label), element('LBody', ...kids));
  const items = [item(0, element('P', 1), element('Div', element('Span', 2))), item(3, element('P', 4))];
  const tree = [element('P', 10, 11), element('P', 12), element('P', 13), element('L', ...items)];
  const read = (await parsed(taggedPdf(content, tree))).blocks.slice(3);
  assert.deepEqual(
    read.flatMap(block => (block.kind === 'list' ? block.items.map(({ text }) => text) : [])),
    [
      'The keeper of the gate looks at the river and says which of these is right: it rises, or it falls, or it stands still.',
      'The keeper of the bridge says what follows from it, and why it does so.',
    ],
  );
});

test('cells of a grid that is tagged as no table are read row by row, as the tags have them', async () => {
  const rows = [
    ['Date', '7 October 2026, at six'],
    ['Place', 'Harbour office, upper floor'],
    ['Apologies', 'F. Grant'],
  ];
  const grid = rows
    .map(([label = '', value = ''], at) =>
      [label, value]
        .map((word, column) => marked(2 * at + column, 72 + 90 * column, 740 - 14 * at, word))
        .join(''),
    )
    .join('');
  const cells = [0, 1, 2, 3, 4, 5].map(at => element('Div', element('Span', at)));
  const tree = [element('Div', ...cells), element('P', 10, 11), element('P', 12), element('P', 13)];
  const read = await outline(taggedPdf(grid + lines, tree));
  assert.deepEqual(read.slice(0, -3).join(' '), rows.flat().join(' '));
});

test('what one element draws on one line is one line, however far its end is set apart', async () => {
  const stations = ['Engineer at a yard, Porto', 'Keeper of the gate, Bonn'];
  const content = stations
    .map(
      (station, at) =>
        marked(2 * at, 72, 740 - 30 * at, station) + marked(2 * at + 1, 480, 740 - 30 * at, `201${at}`),
    )
    .join('');
  const tree = [
    element('P', 0, 1),
    element('P', 2, 3),
    element('P', 10, 11),
    element('P', 12),
    element('P', 13),
  ];
  assert.deepEqual(
    (await outline(taggedPdf(content + lines, tree))).slice(0, 2),
    stations.map((station, at) => `${station} 201${at}`),
  );
});

test('an element that is named twice is read once', async () => {
  const content = marked(0, 72, 740, 'On boats', { size: 14, font: 'bold' }) + lines;
  const file = taggedPdf(content, [element('Sect', element('H1', 0), element('P', 10, 11, 12, 13))]);
  const doubled = Buffer.from(file)
    .toString('latin1')
    .replace('/K [302 0 R 303 0 R]', '/K [302 0 R 302 0 R 303 0 R 303 0 R]');
  assert.ok(doubled.includes('302 0 R 302 0 R'));
  assert.deepEqual(await outline(Buffer.from(doubled, 'latin1')), ['1 On boats', LINES.join(' ')]);
});

test('a large first line is a title, though one element holds it and the lines below', async () => {
  const content =
    marked(0, 72, 740, 'On the keeping of boats', { size: 16, font: 'bold' }) +
    marked(1, 72, 726, 'by the keeper of the harbour') +
    lines;
  const tree = [element('P', 0, 1), element('P', 10, 11), element('P', 12), element('P', 13)];
  assert.deepEqual((await outline(taggedPdf(content, tree))).slice(0, 2), [
    '1 On the keeping of boats',
    'by the keeper of the harbour',
  ]);
});

test('columns that were drawn line by line, all in one element, stay columns', async () => {
  const left = LINES.concat(LINES).map(line => line.slice(0, 40));
  const right = [
    'The ferry crosses the river at noon, and',
    'again before the evening; it takes carts,',
    'horses and whoever pays the fare of two',
    'pence, which is kept in an iron box until',
  ];
  const content = left
    .map(
      (line, at) =>
        marked(2 * at, 60, 700 - 12 * at, line) + marked(2 * at + 1, 320, 700 - 12 * at, right[at % 4] ?? ''),
    )
    .join('');
  const tree = [element('P', ...left.flatMap((_, at) => [2 * at, 2 * at + 1]))];
  const read = (await outline(taggedPdf(content, tree))).join(' ');
  assert.ok(read.indexOf('The ferry') > read.lastIndexOf('The gate'), read);
});

test('text boxes all over a page that are tagged as the one paragraph they are anchored to are read as they look', async () => {
  const titles = ['Vision', 'Mission', 'Library', 'Hostels'];
  const content = titles
    .map((title, box) => {
      const [left, top] = [72 + 240 * (box % 2), 720 - 160 * Math.floor(box / 2)];
      const head = marked(10 * box, left, top, title, { font: 'bold' });
      const body = LINES.map((line, at) =>
        marked(10 * box + at + 1, left, top - 12 * (at + 1), line.slice(0, 36)),
      );
      return head + body.join('');
    })
    .join('');
  const kids = titles.flatMap((_, box) => [0, 1, 2, 3, 4].map(at => 10 * box + at));
  const read = await outline(taggedPdf(content, [element('P', ...kids)]));
  for (const title of titles)
    assert.ok(
      read.some(block => block.endsWith(title)),
      `${title} in ${read}`,
    );
});
