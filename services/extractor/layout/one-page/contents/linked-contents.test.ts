import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, paragraph, parsed, text } from '../../../formats/pdf/built-pdf.fixture.ts';

const link = (x: number, y: number, width: number) =>
  `<</Type /Annot /Subtype /Link /Rect [${x} ${y - 3} ${x + width} ${y + 10}] /Dest [3 0 R /Fit]>>`;

const PROSE = paragraph(72, 500, [
  'The boats are kept below the bridge, all of them, for as long as the river is high.',
  'No boat may leave before the keeper has seen it, and the gate is closed at night.',
]);

async function read(content: string, links: string[]): Promise<string[]> {
  const { blocks } = await parsed(builtPdf([content + PROSE], { page: `/Annots [${links.join(' ')}]` }));
  return blocks.map(block => ('text' in block ? block.text : block.kind)).slice(0, -1);
}

const ENTRIES = ['On boats', 'On the river and its banks', 'On keepers'];

test('short tables of contents with links are entries, leaders and distant page numbers are no table', async () => {
  const rows = ENTRIES.map((entry, at) => {
    const leaders = at === 2 ? ` ${'. '.repeat(40)}` : '';
    return text(72, 700 - 14 * at, `${at + 1} ${entry}${leaders}`) + text(520, 700 - 14 * at, `${at + 3}`);
  });
  const links = ENTRIES.map((_, at) => link(70, 700 - 14 * at, 150));
  assert.deepEqual(await read(rows.join(''), links), [
    '1 On boats 3',
    '2 On the river and its banks 4',
    '3 On keepers 5',
  ]);
});

test('linked titles set like headings are entries, too', async () => {
  const rows = ENTRIES.map((entry, at) => text(72, 700 - 24 * at, entry, { font: 'bold', size: 14 }));
  const { blocks } = await parsed(
    builtPdf([rows.join('') + PROSE], {
      page: `/Annots [${ENTRIES.map((_, at) => link(70, 700 - 24 * at, 250)).join(' ')}]`,
    }),
  );
  assert.deepEqual(
    blocks.map(block => block.kind),
    ['paragraph', 'paragraph', 'paragraph', 'paragraph'],
  );
});

test('items of a list with links in them stay items', async () => {
  const rows = ENTRIES.map((entry, at) => text(72, 700 - 14 * at, `\u0095 ${entry}`));
  assert.deepEqual(
    await read(
      rows.join(''),
      ENTRIES.map((_, at) => link(70, 700 - 14 * at, 150)),
    ),
    ['list'],
  );
});

test('a column of links in a table makes no contents of it', async () => {
  const grid =
    [712, 696, 680, 664].map(y => `72 ${y} m 400 ${y} l S\n`).join('') +
    [72, 220, 400].map(x => `${x} 664 m ${x} 712 l S\n`).join('');
  const rows = ENTRIES.map(
    (entry, at) => text(76, 700 - 16 * at, entry) + text(230, 700 - 16 * at, 'what is said of it'),
  );
  assert.deepEqual(
    await read(
      grid + rows.join(''),
      ENTRIES.map((_, at) => link(74, 700 - 16 * at, 140)),
    ),
    ['table'],
  );
});

test('a schedule in drawn cells stays a table though all its talks are links', async () => {
  const xs = [70, 150, 310, 470];
  const ys = [710, 686, 662, 638, 614];
  const grid =
    xs.map(x => `${x} ${ys[0]} m ${x} ${ys.at(-1)} l S `).join('') +
    ys.map(y => `${xs[0]} ${y} m ${xs.at(-1)} ${y} l S `).join('');
  const talks = ['Zeros of modular forms', 'Class groups', 'Elliptic curves', 'Trace formulas'];
  const rows = talks.map((talk, at) => {
    const y = 694 - 24 * at;
    return text(76, y + 6, `1${at}:00`) + text(156, y, talk) + text(316, y, `${talk} again`);
  });
  const links = talks.flatMap((_, at) => [75, 155, 315].map(x => link(x, 694 - 24 * at, 150)));
  const [shown] = await read(grid + rows.join(''), links);
  assert.equal(shown, 'table');
});
