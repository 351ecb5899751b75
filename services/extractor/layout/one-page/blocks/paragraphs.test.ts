import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt, lineAt } from '../../page/line.fixture.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Lines 12 points apart, each given with the x at which it starts. */
const stacked = (...lines: [number, string][]) =>
  paragraphsOf(lines.map(([left, text], at) => lineAt(left, 100 + 12 * at, text))).map(paragraph =>
    paragraph.map(line => line.text).join(' / '),
  );

test('an indented line after the end of a sentence begins a paragraph', () => {
  assert.deepEqual(
    stacked(
      [50, 'The river rose all night long.'],
      [62, 'By the morning it had reached'],
      [50, 'the bridge.'],
    ),
    ['The river rose all night long.', 'By the morning it had reached / the bridge.'],
  );
});

test('a name in the middle of its column is no first line of what is said below it', () => {
  assert.deepEqual(
    stacked([130, 'KEEPER'], [50, 'It rose again last night, and'], [50, 'nobody was told.']),
    ['KEEPER', 'It rose again last night, and / nobody was told.'],
  );
});

test('a centred title in capitals goes on in a longer line of capitals', () => {
  const title = stacked(
    [130, 'INSTITUTE OF RIVERS'],
    [50, 'DEPARTMENT OF FERRIES AND OF BRIDGES'],
    [50, 'that are kept open through the winter'],
  );
  assert.equal(
    title[0],
    'INSTITUTE OF RIVERS / DEPARTMENT OF FERRIES AND OF BRIDGES / that are kept open through the winter',
  );
});

test('centred lines are one title, though the longest of them stands out', () => {
  const title = [
    [135, 'On boats'],
    [80, 'and their keeping in the winter'],
    [122, 'by a ferryman'],
  ] as const;
  assert.equal(stacked(...title.map(([left, text]): [number, string] => [left, text])).length, 1);
});

test('a line that left room for the next word ended its paragraph', () => {
  assert.deepEqual(
    stacked(
      [50, 'The river rose all night long and'],
      [50, 'went down again.'],
      [50, 'Nobody had seen that before, or'],
      [50, 'could remember it.'],
    ),
    [
      'The river rose all night long and / went down again.',
      'Nobody had seen that before, or / could remember it.',
    ],
  );
});

test('a text back at the margin is no part of the item above it', () => {
  assert.deepEqual(
    stacked(
      [50, '• Boots and a coat that keep the'],
      [60, 'rain out'],
      [50, 'All of this can be bought there'],
    ),
    ['• Boots and a coat that keep the / rain out', 'All of this can be bought there'],
  );
});

test('a short item ends before a line that its first word would have fitted on', () => {
  assert.deepEqual(stacked([50, '• Boots'], [50, 'All of this can be bought there']), [
    '• Boots',
    'All of this can be bought there',
  ]);
});

test('an item whose full lines go back to the margin stays whole', () => {
  assert.equal(
    stacked([50, '1. Boots and a coat that keep out'], [50, 'the rain and the wind from the']).length,
    1,
  );
});

test('first lines that stand out open an entry each, also where it has one line only', () => {
  assert.deepEqual(
    stacked(
      [50, 'Adams, Ann. The river and all its boats, a'],
      [65, 'history in five parts. London.'],
      [50, 'Brown, Ben. Bridges.'],
      [50, 'Clark, Cid. On the keeping of boats in the'],
      [65, 'winter and on the mending of'],
      [65, 'their sails. Bristol.'],
      [50, 'Davis, Dan. What the members had to say to'],
      [65, 'the committee.'],
    ).map(entry => entry.slice(0, 5)),
    ['Adams', 'Brown', 'Clark', 'Davis'],
  );
});

test('an indented paragraph of one line stands apart from the one before it and after it', () => {
  assert.deepEqual(
    stacked(
      [50, 'The river rose all night long and stood.'],
      [62, 'Nobody slept.'],
      [62, 'By the morning it had reached the upper'],
      [50, 'bridge.'],
    ).length,
    3,
  );
});

test('a little more air after the end of a sentence parts paragraphs', () => {
  const lines = [
    lineAt(50, 100, 'The river rose all night long and'),
    lineAt(50, 112, 'stood higher than anyone had seen.'),
    lineAt(50, 126, 'By the morning it had reached the'),
    lineAt(50, 138, 'bridge and went on rising all day.'),
    lineAt(50, 150, 'Then it fell, and nobody said any.'),
  ];
  assert.deepEqual(
    paragraphsOf(lines).map(paragraph => paragraph.length),
    [2, 3],
  );
});

test('lines beside a box are short because of it', () => {
  const lines = [
    lineAt(50, 100, 'It rose.'),
    lineAt(50, 112, 'All ran.'),
    lineAt(50, 124, 'By the morning it had reached the bridge'),
    lineAt(50, 136, 'and went on rising all through that day'),
  ];
  const box = { left: 110, top: 90, right: 250, bottom: 115 };
  assert.equal(paragraphsOf(lines, undefined, [box]).length, 1);
});

test('an indented paragraph right under a short item is no part of it', () => {
  assert.deepEqual(
    stacked(
      [50, '• Boots'],
      [60, 'All of this can be bought there or'],
      [40, 'sent for, as long as the stock lasts.'],
    ),
    ['• Boots', 'All of this can be bought there or / sent for, as long as the stock lasts.'],
  );
});

const titles = (...lines: [number, string][]) =>
  paragraphsOf(lines.map(([left, text], at) => lineAt(left, 100 + 12 * at, text, { bold: true }))).length;

test('a title right under another is known by its number or its capitals', () => {
  assert.equal(titles([50, '3 Instructions'], [50, '3.1 What to do when it rains']), 2);
  assert.equal(titles([50, 'TERMS AND DEFINITIONS'], [57, 'Scope']), 2);
});

test('a title over two lines is one', () => {
  assert.equal(titles([50, 'Emission Targets for the Coming'], [50, 'Decade']), 1);
  assert.equal(titles([50, '3 Emission Targets for the Coming'], [60, 'Decade and After']), 1);
  assert.equal(titles([50, 'Known Issues'], [50, 'Emission Targets for the Coming Decade']), 1);
  assert.equal(titles([50, 'PRESS REVIEW'], [50, '12.04.2006']), 1);
});

test('a line of Japanese that left room for a letter and more ended its paragraph', () => {
  const full = '吾輩は猫である名前はまだ無い';
  assert.equal(stacked([50, full], [50, '泣いていた。'], [50, full], [50, full]).length, 2);
});

test('a line of Chinese or Japanese that left room for several letters ended its paragraph, whatever it ends in', () => {
  const full = '吾輩は猫である名前はまだ無いどこで生れたか';
  assert.equal(stacked([50, '目次'], [50, full], [50, full]).length, 2);
  assert.equal(stacked([50, full], [50, '吾輩は猫である名前は'], [50, full]).length, 2);
  const wide = '吾輩は猫である名前はまだ無いどこで生れたかとんと見当が';
  const lines = [full, full, wide, full, full, full].map((text): [number, string] => [50, text]);
  assert.equal(stacked(...lines).length, 1, 'one line that runs over the margin makes no other short');
  assert.equal(stacked([75, '吾輩は猫である名前は'], [50, `${full}。`]).length, 1, 'a title in the middle');
  assert.equal(stacked([50, '目次'], [50, `PostgreSQL${full}`]).length, 1, 'a word that cannot be parted');
});

test('labels of Chinese and Japanese touch what they name, and are a line each', () => {
  assert.equal(
    stacked([50, '项目单位：中化集团大连仓储园区'], [50, '建设地点：辽宁省大连市'], [50, '项目负责人：林墨'])
      .length,
    3,
  );
});

test('labels with their values right below each other are a line each, a colon in running text is none', () => {
  assert.equal(
    stacked([50, 'Invoice: 993548900'], [50, 'Customer: 6669263'], [50, 'Ordered: 19 April']).length,
    3,
  );
  assert.equal(
    stacked(
      [50, 'Six grades are used for food, of which the first is called PET'],
      [50, 'Polyethylene: white or coloured, for bottles of milk and juice,'],
      [50, 'polystyrene: light and brittle, and four others, none of which is'],
      [50, 'as common.'],
    ).length,
    1,
  );
});

test('rows that dots lead across are a line each', () => {
  assert.equal(
    stacked([50, 'Soup . . . . . 4.50'], [50, 'Fish, fried or in butter . . . . . 12.00']).length,
    2,
  );
});

test('each line of an index is an entry, but for pages that go on and entries that fill their line', () => {
  assert.deepEqual(
    stacked(
      [50, 'anchor, 12'],
      [50, 'boats, 3, 4, 15'],
      [62, 'keeping of, 7'],
      [50, 'bridge over the river,'],
      [62, 'the old one, 22'],
      [50, 'harbour, 2, 12, 14, 17,'],
      [62, '18, 21'],
      [50, 'river, 5'],
    ),
    [
      'anchor, 12',
      'boats, 3, 4, 15',
      'keeping of, 7',
      'bridge over the river, / the old one, 22',
      'harbour, 2, 12, 14, 17, / 18, 21',
      'river, 5',
    ],
  );
});

test('each section number of two parts begins a paragraph, a figure at the start of a line none', () => {
  const numbered = stacked(
    [50, '1.2.1. Four members make a team'],
    [50, '1.2.2. More than one boat may be'],
    [50, 'brought along.'],
    [50, '2.1 Each boat has a number.'],
  );
  assert.deepEqual(numbered, [
    '1.2.1. Four members make a team',
    '1.2.2. More than one boat may be / brought along.',
    '2.1 Each boat has a number.',
  ]);
  assert.equal(stacked([50, 'The boat that won was'], [50, '3.2 Metres shorter than ours']).length, 1);
});

test('sentences end and begin in other signs and letters, too', () => {
  const first = { ur: 'تمام انسان آزاد پیدا ہوئے ہیں۔', hi: 'सभी मनुष्य स्वतन्त्र जन्मे हैं।', my: 'လူတိုင်းသည် လွတ်လပ်၏။' };
  const next = { ur: 'ہر شخص کا حق ہے', hi: 'सभी को अधिकार', my: 'အခွင့်အရေး' };
  for (const script of ['ur', 'hi', 'my'] as const)
    assert.equal(stacked([50, first[script]], [62, next[script]], [50, 'x']).length, 2, script);
});

const noteAt = (mark: string, baseline: number, text: string) =>
  lineOf([
    ...itemsAt(50, baseline - 3, mark, { size: 6 }),
    ...itemsAt(54, baseline, text, { size: 8, index: 1 }),
  ]);

test('each note set solid below another one begins with the mark that follows', () => {
  const texts = (lines: Line[]) => paragraphsOf(lines).map(([first]) => first?.text);
  const notes = [
    noteAt('1', 100, 'The French call it roux'),
    lineAt(50, 110, 'and stir it for an hour', { size: 8 }),
    noteAt('2', 120, 'More is left for later'),
  ];
  assert.deepEqual(texts(notes), ['1 The French call it roux', '2 More is left for later']);
  const signs = ['*Without the boats', '**Without the ferries', '① of the harbour', '② of the lock'];
  assert.deepEqual(texts(signs.map((text, at) => lineAt(50, 100 + 12 * at, text))), signs);
});

test('lines that each begin with an amount, or say what a sign stands for, are rows', () => {
  const amounts = ['2 cups of butter', '1 lb. sugar', '½ tsp. salt', '12 oz. of chocolate'];
  assert.deepEqual(stacked(...amounts.map((text): [number, string] => [50, text])), amounts);
  const signs = ['dd = Degrees', 'mm = Minutes of arc', 'kk.k = Speed'];
  assert.deepEqual(stacked(...signs.map((text): [number, string] => [50, text])), signs);
});

test('a line left of the bullet above is the next title, behind a sentence that filled its line or with a number', () => {
  const items: [number, string][] = [
    [70, '• Columns are avoided, and text boxes are, too.'],
    [50, 'Tables'],
  ];
  assert.deepEqual(
    stacked(...items),
    items.map(([, text]) => text),
  );
  const section: [number, string][] = [
    [70, '• Lectures are booked up until the end of May'],
    [50, '6.4. Research and Training'],
  ];
  assert.deepEqual(
    stacked(...section),
    section.map(([, text]) => text),
  );
  assert.equal(
    stacked([70, '• Lectures are booked up until the end of'], [50, 'May, and there are none later']).length,
    1,
  );
});
