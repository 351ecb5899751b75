import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../../tests/support/cpu-time.ts';
import { HOSTILE_DOCUMENTS } from '../../../../tests/support/hostile-documents.ts';
import { blocksOfPages, builtPdf, paragraph, parsed, text } from './built-pdf.fixture.ts';

const PROSE = [
  'The committee met in the morning and heard what the members had',
  'to say about the state of the river, which had risen since the rain',
  'of last week and now stood higher than anyone could remember.',
];

const texts = (blocks: Awaited<ReturnType<typeof blocksOfPages>>) =>
  blocks.map(block => ('text' in block ? block.text : block.kind));

test('a bold line above prose is a heading, the lines below are one paragraph', async () => {
  const blocks = await blocksOfPages(
    text(72, 700, 'State of the river', { font: 'bold', size: 14 }) + paragraph(72, 670, PROSE),
  );
  assert.deepEqual(
    blocks.map(block => block.kind),
    ['heading', 'paragraph'],
  );
  assert.equal(texts(blocks)[1], PROSE.join(' '));
});

test('a short line of capitals right above prose of the same size is a title of its own', async () => {
  const lines = text(72, 700, '3. STATE OF THE RIVER', { size: 10 }) + paragraph(72, 688, PROSE);
  assert.deepEqual(texts(await blocksOfPages(lines)), ['3. STATE OF THE RIVER', PROSE.join(' ')]);
});

test('two columns with a nine-point gutter are read one after the other', async () => {
  const left = [
    'One two three four five six seven',
    'eight nine ten eleven twelve and',
    'thirteen fourteen fifteen sixteen',
  ];
  const right = [
    'Alpha beta gamma delta epsilon',
    'zeta eta theta iota kappa lambda',
    'mu nu xi omicron pi rho sigma tau.',
  ];
  const rows = left.map(
    (line, at) => text(72, 600 - 12 * at, line) + text(242, 600 - 12 * at, right[at] ?? ''),
  );
  const [first = '', second = ''] = texts(await blocksOfPages(rows.join('')));
  assert.equal(`${first} ${second}`.trim(), [...left, ...right].join(' '));
});

test('a word broken at the end of a line is whole again, a compound keeps its hyphen', async () => {
  const blocks = await blocksOfPages(
    paragraph(72, 700, [
      'A well-known and carefully kept long intro-',
      'duction to the subject by a famous and well-',
      'known author who wrote it for everyone here.',
    ]),
  );
  assert.match(texts(blocks).join(' '), /long introduction to the subject by a famous and well-known author/);
});

test('a list that counts from one loses its numbers', async () => {
  const blocks = await blocksOfPages(
    text(72, 700, '1. First thing to do') +
      text(72, 686, '2. Second thing to do') +
      text(72, 672, '3. Third thing'),
  );
  assert.deepEqual(
    blocks.map(block => block.kind === 'list' && [block.ordered, block.items.map(item => item.text)]),
    [[true, ['First thing to do', 'Second thing to do', 'Third thing']]],
  );
});

test('a list that starts at sixteen keeps its numbers', async () => {
  const blocks = await blocksOfPages(
    text(72, 700, '16. Sixteenth of them') + text(72, 686, '17. Seventeenth of them'),
  );
  assert.deepEqual(
    blocks.map(block => block.kind === 'list' && [block.ordered, block.items.map(item => item.text)]),
    [[false, ['16. Sixteenth of them', '17. Seventeenth of them']]],
  );
});

test('a lone number before a sentence is no list', async () => {
  const [block] = await blocksOfPages(text(72, 700, '7. This was never part of a list.'));
  assert.notEqual(block?.kind, 'list');
});

test('drawn discs are bullets', async () => {
  const disc = (y: number) => `0 0 0 rg 74 ${y} 3 3 re f\n`;
  const [block] = await blocksOfPages(
    disc(702) + text(86, 700, 'Bring the boat in') + disc(688) + text(86, 686, 'Close the gate'),
  );
  assert.equal(block?.kind, 'list');
});

test('a list may start at any number or letter, and goes on counting past what interrupts it', async () => {
  const lists = async (...items: [y: number, words: string][]) =>
    (await blocksOfPages(items.map(([y, words]) => text(72, y, words)).join(''))).map(block =>
      block.kind === 'list' ? block.items.map(item => item.text) : block.kind,
    );
  assert.deepEqual(await lists([700, 'd) Bring the boat in'], [686, 'e) Close the gate']), [
    ['d) Bring the boat in', 'e) Close the gate'],
  ]);
  const interrupted: [number, string][] = [
    [700, '1. Bring the boat in'],
    [686, '2. Close the gate behind it'],
    [660, 'What follows is done on the next morning by whoever keeps the gate.'],
    [634, '3. Count the oars'],
    [620, '4. Go home'],
  ];
  assert.deepEqual(await lists(...interrupted), [
    ['Bring the boat in', 'Close the gate behind it'],
    'paragraph',
    ['3. Count the oars', '4. Go home'],
  ]);
});

test('signs that stand alone at the margin, one below the other, are bullets', async () => {
  const listed = async (sign: string, x: number, ...words: string[]) =>
    (
      await blocksOfPages(
        words.map((line, at) => text(72, 700 - 14 * at, sign) + text(x, 700 - 14 * at, line)).join(''),
      )
    ).map(block => (block.kind === 'list' ? block.items.map(item => item.text) : block.kind));
  for (const sign of ['\xbb', '\xa7', '\xa4', '>'])
    assert.deepEqual(await listed(sign, 92, 'Bring the boat in', 'Close the gate'), [
      ['Bring the boat in', 'Close the gate'],
    ]);
  for (const [sign, x, ...words] of [
    ['\xbb', 92, 'One sign alone is none'],
    ['\xa7', 92, '12 of the act', '13 of the act'],
    ['\xbb', 79, 'as near as a word', 'is no bullet'],
  ] as const)
    assert.ok((await listed(sign, x, ...words)).every(kind => kind === 'paragraph'));
});

test('running heads and page numbers stand apart from the paragraph that crosses the page', async () => {
  const page = (number: number, lines: string[]) =>
    text(72, 760, 'Annals of the river') + paragraph(72, 700, lines) + text(300, 30, `${number}`);
  const blocks = await blocksOfPages(
    page(1, [...PROSE.slice(0, 2), 'and the boats that lay at anchor in the harbour below the old']),
    page(2, [
      'bridge were brought ashore before the evening, as the',
      'keeper had asked them all to do at once.',
    ]),
    page(3, PROSE),
  );
  assert.equal(blocks.filter(block => block.kind === 'heading').length, 0);
  assert.ok(texts(blocks).some(block => block.includes('below the old bridge were brought ashore')));
  assert.equal(texts(blocks).filter(block => block === 'Annals of the river').length, 3);
});

test('lines of fixed pitch are code with their indent', async () => {
  const blocks = await blocksOfPages(
    text(72, 700, 'if (ready) {', { font: 'mono' }) +
      text(84, 688, 'start();', { font: 'mono' }) +
      text(72, 676, '}', { font: 'mono' }),
  );
  assert.deepEqual(blocks, [{ kind: 'code', text: 'if (ready) {\n  start();\n}', page: 1 }]);
});

test('entries of a table of contents keep their page numbers and lose their leaders', async () => {
  const entry = (y: number, title: string, page: string) =>
    text(72, y, `${title} ${'. '.repeat(20)}`) + text(520, y, page);
  const blocks = await blocksOfPages(
    text(72, 740, 'Contents', { font: 'bold', size: 16 }) +
      entry(700, 'The river', '3') +
      entry(686, 'The harbour', '9') +
      entry(672, 'The bridge', '14') +
      entry(658, 'The keeper', '21') +
      entry(644, 'The boats', '30'),
  );
  assert.deepEqual(texts(blocks).slice(1), [
    'The river 3',
    'The harbour 9',
    'The bridge 14',
    'The keeper 21',
    'The boats 30',
  ]);
});

test('a note below a short rule comes after the text of the other column', async () => {
  const column = (x: number, word: string) =>
    paragraph(x, 500, [
      `${word} one two three four five six`,
      'seven eight nine ten eleven and',
      'twelve thirteen fourteen fifteen.',
    ]);
  const rule = '0.5 w 72 420 m 172 420 l S\n';
  const note =
    text(72, 408, '1', { size: 5 }) + text(75, 406, 'Said by the keeper of the gate.', { size: 8 });
  const blocks = await blocksOfPages(column(72, 'Left') + rule + note + column(300, 'Right'));
  assert.match(texts(blocks).at(-1) ?? '', /Said by the keeper/);
});

test('text painted twice for weight is read once', async () => {
  const [block] = await blocksOfPages(text(72, 700, 'Only once') + text(72.3, 700, 'Only once'));
  assert.equal(block && 'text' in block && block.text, 'Only once');
});

test('letter-spaced capitals are words', async () => {
  const [block] = await blocksOfPages(text(72, 700, 'THE RIVER', { before: '2 Tc' }));
  assert.equal(block && 'text' in block && block.text, 'THE RIVER');
});

test('a page turned by its text is read upright', async () => {
  const lines = PROSE.map(
    (line, at) => `BT /regular 10 Tf 0 1 -1 0 ${200 + 12 * at} 100 Tm (${line}) Tj ET\n`,
  );
  assert.deepEqual(texts(await blocksOfPages(lines.join(''))), [PROSE.join(' ')]);
});

test('replacement text says what was drawn', async () => {
  const [block] = await blocksOfPages(
    `/Span <</ActualText (fine)>> BDC ${text(72, 700, 'f1ne')} EMC ${text(100, 700, 'print')}`,
  );
  assert.equal(block && 'text' in block && block.text, 'fine print');
});

test('a layer that is off is not read', async () => {
  const bytes = builtPdf([`/OC /off BDC ${text(72, 700, 'Hidden')} EMC ${text(72, 600, 'Shown to all')}`], {
    catalogue: '/OCProperties <</OCGs [100 0 R] /D <</OFF [100 0 R]>> >>',
  });
  assert.deepEqual(texts((await parsed(bytes)).blocks), ['Shown to all']);
});

test(
  'a page that saves its state sixty thousand times is read in time',
  inCpuTime(10_000, async () => {
    const depth = 60_000;
    const inside = '0 1 0 rg '.repeat(10) + text(72, 700, 'Deep down.');
    const content = `${'q '.repeat(depth)}${inside}${'Q '.repeat(depth)}${text(72, 500, 'Back at the top.')}`;
    const blocks = await blocksOfPages(content);
    assert.deepEqual(
      blocks.map(block => (block.kind === 'paragraph' ? block.text : block.kind)),
      ['Deep down.', 'Back at the top.'],
    );
  }),
);

test('bytes that hold no page are refused', async () => {
  await assert.rejects(parsed(Buffer.from('%PDF-1.4 nothing')), { code: 'extraction_failed' });
});

test('lines to be filled in are read behind their labels, not as a table', async () => {
  const rows = ['Name:', 'Town:', 'Date of birth:', 'Profession:'].map((label, at) => {
    const y = 700 - 24 * at;
    return `${text(72, y, label)}${text(260, y, `answer ${at}`)}0.5 w 258 ${y - 4} m 480 ${y - 4} l S\n`;
  });
  const found = texts(await blocksOfPages(rows.join('')));
  assert.deepEqual(found, [
    'Name: answer 0',
    'Town: answer 1',
    'Date of birth: answer 2',
    'Profession: answer 3',
  ]);
});

test('a file has no more pages than bytes, whatever its page tree counts', async () => {
  const bytes = HOSTILE_DOCUMENTS['a PDF that counts three thousand million pages']?.() ?? Buffer.alloc(0);
  const { pages, blocks } = await parsed(bytes);
  assert.equal(pages, bytes.length);
  assert.equal(texts(blocks)[0], 'Plain words that anybody could read.');
});

test('a page with a picture of more pixels than are rendered keeps its text, with a warning', async () => {
  const picture = 'q 500 0 0 600 50 50 cm BI /W 65500 /H 65500 /BPC 1 /CS /G ID x EI Q\n';
  const { blocks, warnings } = await parsed(builtPdf([text(72, 700, 'Plan of the river') + picture]));
  assert.ok(texts(blocks).includes('Plan of the river'));
  assert.deepEqual(warnings, [{ code: 'page-not-rendered', page: 1 }]);
});

for (const mask of ['SMask', 'Mask'])
  test(`so does one with a small picture whose ${mask} has as many`, async () => {
    const page = Buffer.from(
      builtPdf([`${text(72, 700, 'Plan of the river')}q 500 0 0 600 50 50 cm /picture Do Q`]),
    );
    const picture = '/Width 10 /Height 10 /BitsPerComponent 8 /ColorSpace /DeviceGray';
    const image = (entries: string) => `<</Subtype /Image ${entries} /Length 1>> stream\nx\nendstream`;
    const objects = `200 0 obj ${image(`${picture} /${mask} 201 0 R`)} endobj
201 0 obj ${image('/Width 65500 /Height 65500 /BitsPerComponent 1 /ImageMask true')} endobj\n`;
    const file = page
      .toString('latin1')
      .replace('/Resources <<', '/Resources <</XObject <</picture 200 0 R>> ')
      .replace('trailer', `${objects}trailer`);
    const { blocks, warnings } = await parsed(Buffer.from(file, 'latin1'));
    assert.ok(texts(blocks).includes('Plan of the river'));
    assert.deepEqual(warnings, [{ code: 'page-not-rendered', page: 1 }]);
  });
