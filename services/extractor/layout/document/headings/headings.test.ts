import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, paragraph, parsed, text } from '../../../formats/pdf/built-pdf.fixture.ts';

const PROSE = [
  'Boats that are kept on the water through the winter need more care than those',
  'that are taken out of it, since ice presses on the hull and ropes wear through',
  'where they lie on metal; both are seen to before the first frost of the year.',
];

const prose = (y: number, x = 72): string => paragraph(x, y, PROSE);

async function headingsOf(content: string): Promise<string[]> {
  const { blocks } = await parsed(builtPdf([content]));
  return blocks.flatMap(block => (block.kind === 'heading' ? [block.text] : []));
}

test('a bold line over a paragraph, set off from the one before, is a heading', async () => {
  const page = prose(700) + text(72, 640, 'Ropes and chains', { font: 'bold' }) + prose(626) + prose(570);
  assert.deepEqual(await headingsOf(page), ['Ropes and chains']);
});

test('a caption and the label of a hint are none, however bold', async () => {
  const caption = text(72, 640, 'Figure 3 Ropes and chains', { font: 'bold', size: 12 });
  const hint = text(72, 560, 'Warning', { font: 'bold', size: 12 });
  assert.deepEqual(await headingsOf(prose(700) + caption + prose(620) + hint + prose(545)), []);
});

test('a section may be called like the label of a hint', async () => {
  const title = text(72, 660, 'Notice', { font: 'bold', size: 15 });
  assert.deepEqual(await headingsOf(prose(720) + title + prose(640) + prose(580)), ['Notice']);
});

test('the title of a document may look like those of its sections', async () => {
  const bold = (y: number, words: string) => text(72, y, words, { font: 'bold' });
  const page =
    bold(720, 'On the keeping of boats') + bold(700, '1. Ropes') + prose(680) + bold(630, '2. Chains');
  assert.deepEqual(await headingsOf(page + prose(610)), ['On the keeping of boats', '1. Ropes', '2. Chains']);
});

test('a section right below the title of its document is one though it looks like it', async () => {
  const bold = (y: number, words: string) => text(72, y, words, { font: 'bold' });
  const page = bold(720, 'Keeping boats') + bold(698, 'Ropes') + prose(680) + bold(630, 'Chains');
  assert.deepEqual(await headingsOf(page + prose(610)), ['Keeping boats', 'Ropes', 'Chains']);
});

test('labels of a form that stand in a row are none', async () => {
  const rows = [600, 570, 540].map(y =>
    ['Name', 'Harbour', 'Berth'].map((label, at) => text(72 + 160 * at, y, label, { font: 'bold' })).join(''),
  );
  assert.deepEqual(await headingsOf(prose(700) + rows.join('') + prose(500)), []);
});

test('a chapter word in small type right over a title is a part of it', async () => {
  const label = text(72, 660, 'CHAPTER NINE', { size: 8 });
  const title = text(72, 640, 'Ropes and chains', { font: 'bold', size: 18 });
  assert.deepEqual(await headingsOf(label + title + prose(600) + prose(540)), [
    'CHAPTER NINE Ropes and chains',
  ]);
});

test('what is numbered like the other headings of its style is one, too, at the top of a page as well', async () => {
  const article = (number: number, y: number) =>
    text(72, y, `Article (${number}):`, { font: 'bold' }) + paragraph(92, y - 20, PROSE);
  const pages = [1, 4, 7].map(at => article(at, 640 - 9 * at) + article(at + 1, 540) + article(at + 2, 460));
  const { blocks } = await parsed(builtPdf(pages));
  assert.equal(blocks.filter(block => block.kind === 'heading').length, 9);
});

test('a short line alone that is numbered, and bold or italic, is a heading at the size of the text, and no list', async () => {
  for (const title of ['IV. Results', 'Appendix B', 'B. Methods', '1.2.3 Ropes'])
    for (const font of ['bold', 'italic'] as const)
      for (const x of [72, 250]) {
        const { blocks } = await parsed(
          builtPdf([prose(700) + text(x, 646, title, { font }) + prose(622) + prose(566)]),
        );
        assert.deepEqual(
          blocks.map(block => (block.kind === 'heading' ? block.text : block.kind)),
          ['paragraph', title, 'paragraph', 'paragraph'],
          `${title}, ${font}, at ${x}`,
        );
      }
});

/** The lines of prose end at 419 points; the widths are Helvetica's. */
const centred = (y: number, words: string, width: number): string => text(72 + (347 - width) / 2, y, words);

test('a short numbered line alone in the middle of its column is a heading in the type of the text, too', async () => {
  const titles = [
    ['1. Introduction', 64.5],
    ['II. Organs', 45.6],
    ['A. Ropes', 41.1],
    ['2.1 Chains', 48.9],
    ['Appendix B', 51.1],
  ] as const;
  for (const [title, width] of titles)
    assert.deepEqual(await headingsOf(prose(700) + centred(646, title, width) + prose(622) + prose(566)), [
      title,
    ]);
  const [upper, lower] = titles;
  const page = prose(720) + centred(666, ...upper) + prose(642) + centred(586, ...lower) + prose(562);
  assert.deepEqual(await headingsOf(page), [upper[0], lower[0]], 'and no lists of one item');
});

test('what is numbered and centred is no heading where no text follows, or where it is a sentence', async () => {
  assert.deepEqual(await headingsOf(prose(700) + centred(646, '12 of 40', 37)), []);
  assert.deepEqual(await headingsOf(prose(700) + centred(646, '1. Ropes wear.', 63) + prose(622)), []);
  assert.deepEqual(await headingsOf(prose(700) + centred(646, '0.5', 14) + prose(622)), []);
});

test('a bold or slanted letter in brackets over a paragraph at its edge opens a heading, no list of one item', async () => {
  for (const font of ['bold', 'italic'] as const) {
    const title = (y: number, words: string) => text(72, y, words, { font });
    const page = prose(700) + title(646, '(c) Ropes') + prose(628) + title(574, '(d) Chains') + prose(556);
    assert.deepEqual(await headingsOf(page), ['(c) Ropes', '(d) Chains']);
  }
  const items = ['(a) Ropes', '(b) Chains', '(c) Anchors'].map((item, at) =>
    text(72, 680 - 14 * at, item, { font: 'bold' }),
  );
  assert.deepEqual(await headingsOf(prose(740) + items.join('') + prose(620)), []);
});

test('a bold number of an appendix right over a bold title of its size stays a heading of its own', async () => {
  for (const label of ['Appendix B', 'Annex 2', 'Part I'])
    for (const step of [12, 18]) {
      const bold = (y: number, words: string) => text(72, y, words, { font: 'bold' });
      const page =
        prose(740) + bold(680, label) + bold(680 - step, 'Tables of tides') + prose(636) + prose(560);
      assert.deepEqual(await headingsOf(page), [label, 'Tables of tides'], `${label}, ${step} points`);
    }
});

test('headings right below each other stay two where number, size or type differ', async () => {
  const pairs: [string, string, Parameters<typeof text>[3]][] = [
    ['2 Methods', '2.1 Ropes', { font: 'bold', size: 12 }],
    ['Methods', 'Ropes and chains', { font: 'bold', size: 10.5 }],
    ['Methods', 'Ropes and chains', { font: 'italic', size: 12 }],
  ];
  for (const [upper, lower, setting] of pairs) {
    const titles = text(72, 660, upper, { font: 'bold', size: 12 }) + text(72, 643, lower, setting);
    assert.deepEqual(await headingsOf(prose(720) + titles + prose(622) + prose(566)), [upper, lower]);
  }
});

test('the title of an axis, below the numbers that the axis is marked with, is none; without them it may be', async () => {
  const axes = '0.8 w 120 400 m 120 560 l S 120 400 m 420 400 l S\n';
  const graph = '1 0 0 RG 120 420 m 180 450 l 240 440 l 300 500 l 400 540 l S\n';
  const marks = [2018, 2019, 2020, 2021, 2022].map((year, at) =>
    text(146 + 56 * at, 388, String(year), { size: 8 }),
  );
  const title = text(220, 370, 'Years of keeping', { font: 'bold' });
  const page = prose(700) + axes + graph + title + prose(330) + prose(270);
  assert.deepEqual(await headingsOf(page + marks.join('')), []);
  assert.deepEqual(await headingsOf(page), ['Years of keeping']);
});
