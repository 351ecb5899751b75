import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { blocksOf } from '../blocks/blocks.ts';
import { linesOf } from './lines.ts';

type Text = readonly [left: number, text: string, bold?: boolean];

/** Rows of texts, each row drawn from left to right before the next one. */
function drawn(rows: readonly (readonly Text[])[], stepPt = 20) {
  let index = 0;
  return rows.flatMap((row, at) =>
    row.flatMap(([left, text, bold = false]) => {
      const items = itemsAt(left, 100 + stepPt * at, text, { index, bold });
      index += items.length;
      return items;
    }),
  );
}

const texts = (...rows: (readonly Text[])[]) => linesOf(drawn(rows)).map(line => line.text);
const FULL = [
  50,
  'A full line of the text below or above, as wide as the page lets it be, for comparison',
] as const;

test('labels at the margin are read with the values that a tab stop sets beside them, without a colon as well', () => {
  assert.deepEqual(
    texts(
      [
        [50, 'Company'],
        [160, 'Kalkfrei AG'],
      ],
      [
        [50, 'Street'],
        [160, 'Industriestrasse 41'],
      ],
      [
        [50, 'Telephone'],
        [160, '+41 44 251 51 51'],
      ],
      [FULL],
    ),
    ['Company Kalkfrei AG', 'Street Industriestrasse 41', 'Telephone +41 44 251 51 51', FULL[1]],
  );
});

test('a label that comes so near to its value that both are one text counts with the labels above it', () => {
  assert.deepEqual(
    texts(
      [
        [50, 'Name'],
        [100, 'Kalkfrei AG'],
      ],
      [
        [50, 'Town'],
        [100, 'Winterthur'],
      ],
      [
        [50, 'Services'],
        [100, 'Maintenance'],
      ],
      [FULL],
    ),
    ['Name Kalkfrei AG', 'Town Winterthur', 'Services Maintenance', FULL[1]],
  );
});

test('two labels far before figures, drawn row by row, are read with them', () => {
  assert.deepEqual(
    texts(
      [
        [50, 'Date'],
        [190, '2024-07-01'],
      ],
      [
        [50, 'Our reference'],
        [190, 'AB-59945'],
      ],
      [FULL],
    ),
    ['Date 2024-07-01', 'Our reference AB-59945', FULL[1]],
  );
});

test('so are such labels where nothing on the page is wider than they and their values', () => {
  assert.deepEqual(
    texts(
      [
        [50, 'Date'],
        [250, '2024-07-01'],
      ],
      [
        [50, 'Our reference'],
        [250, 'AB-59945'],
      ],
    ),
    ['Date 2024-07-01', 'Our reference AB-59945'],
  );
});

test('two labels and two values of a row are read from left to right', () => {
  const row = (one: string, other: string): Text[] => [
    [50, one],
    [120, 'first'],
    [300, other],
    [370, 'second'],
  ];
  assert.deepEqual(
    texts(row('Employee', 'Period'), row('Number', 'Paid'), row('Code', 'Union'), [FULL]).slice(0, 3),
    ['Employee first Period second', 'Number first Paid second', 'Code first Union second'],
  );
});

test('each row is a paragraph of its own, and a value goes on below its beginning', () => {
  const items = drawn(
    [
      [
        [50, 'Use'],
        [180, 'Cleaner for professional users; not to be used on'],
      ],
      [[180, 'marble.']],
      [
        [50, 'Hazard statements'],
        [180, 'Danger'],
      ],
      [FULL],
    ],
    12,
  );
  assert.deepEqual(
    blocksOf(linesOf(items), { rules: [] }).map(block => block.lines.map(line => line.text).join(' ')),
    ['Use Cleaner for professional users; not to be used on marble.', 'Hazard statements Danger', FULL[1]],
  );
});

test('a value that alone begins with a number is read with its label, items of a list are not', () => {
  const rows = (...values: string[]) => [
    [FULL],
    ...values.map((value): Text[] => [
      [50, 'One day'],
      [160, value],
    ]),
  ];
  assert.deepEqual(texts(...rows('Login, Bern', '2. Round at Login', 'Google, Zurich')).slice(1), [
    'One day Login, Bern',
    'One day 2. Round at Login',
    'One day Google, Zurich',
  ]);
  assert.ok(
    !texts(...rows('1. Login, Bern', '2. Round at Login', 'Google')).includes('One day 1. Login, Bern'),
  );
});

test('two blocks side by side stay two: their right one begins in the middle', () => {
  assert.equal(
    texts(
      [
        [50, 'A. Penhaligon'],
        [300, 'J. Strode'],
      ],
      [
        [50, 'Partner'],
        [300, 'Trainee'],
      ],
      [
        [50, 'Bristol'],
        [300, 'Bath'],
      ],
      [FULL],
    ).length,
    7,
  );
});

test('columns that were drawn one after the other stay columns', () => {
  const column = (left: number, index: number) =>
    ['Apples', 'Pears', 'Plums'].flatMap((text, at) =>
      itemsAt(left, 100 + 20 * at, text, { index: index + at }),
    );
  assert.equal(
    linesOf([...column(50, 0), ...column(180, 3), ...itemsAt(50, 200, FULL[1], { index: 6 })]).length,
    7,
  );
});

test('lines of a narrow column that go on from one to the next are no labels', () => {
  assert.equal(
    texts(
      [
        [50, 'The river'],
        [180, 'It rained for'],
      ],
      [
        [50, 'rose in the'],
        [180, 'days and days'],
      ],
      [
        [50, 'night and'],
        [180, 'nobody slept'],
      ],
      [FULL],
    ).length,
    7,
  );
});

test('bold texts above columns are their heads, not a label and its value', () => {
  const heads: Text[] = [
    [50, 'Tuborg', true],
    [180, 'Red Bull', true],
  ];
  assert.equal(texts(heads, heads, heads, [FULL]).length, 7);
});

test('boxes to tick are read along their row, whichever font drew the boxes later', () => {
  const words = ['under 18', '18 to 34', 'over 34'].flatMap((text, at) =>
    itemsAt(58 + 80 * at, 100, text, { index: 10 * at }),
  );
  const boxes = [0, 1, 2].flatMap(at => itemsAt(50 + 80 * at, 100, '☐', { index: 100 + at }));
  assert.deepEqual(
    linesOf([...words, ...boxes]).map(line => line.text),
    ['☐ under 18 ☐ 18 to 34 ☐ over 34'],
  );
});

test('nothing is lost where a label and its amount, joined before, stand beside others', () => {
  const row = (one: string, other: string): Text[] => [
    [50, one],
    [150, '593.36'],
    [300, other],
    [400, '717.97'],
  ];
  const read = texts(row('Without tax', 'Subtotal'), row('Tax', 'Discount'), row('Total', 'Due'), [
    FULL,
  ]).join(' ');
  for (const word of ['Without tax', 'Subtotal', 'Tax', 'Discount', 'Total', 'Due'])
    assert.ok(read.includes(word));
  assert.equal(read.split(/593\.36|717\.97/).length, 7);
});

test('a value whose line was joined before, since it ends in a figure, belongs to the rows of its stop', () => {
  const rows: Text[][] = [
    [
      [50, 'Date of invoice'],
      [160, '17 November 2026'],
    ],
    [
      [50, 'Your order'],
      [160, 'BC of October'],
    ],
    [
      [50, 'Due'],
      [160, '17 December 2026'],
    ],
    [FULL],
  ];
  assert.deepEqual(
    linesOf(drawn(rows)).map(({ text, stop }) => [text.split(' ')[0], stop]),
    [
      ['Date', 160],
      ['Your', 160],
      ['Due', 160],
      ['A', undefined],
    ],
  );
});

test('a page of ten thousand such rows costs no more than going through them', () => {
  const rows = Array.from({ length: 10_000 }, (_, at): Text[] => [
    [50, `Label ${at}`],
    [160, 'value'],
  ]);
  assert.equal(linesOf(drawn(rows, 1)).length, 20_000);
});

test('labels with a colon, or of values that are mostly figures, belong to values far away from them', () => {
  const far = (...labels: [string, string][]) =>
    texts(
      ...labels.map(([label, value]): Text[] => [
        [50, label],
        [230, value],
      ]),
      [FULL],
    ).slice(0, labels.length);
  assert.deepEqual(far(['Date:', 'Tom Baker'], ['Number:', 'B 12'], ['Phone:', 'Li Wei']), [
    'Date: Tom Baker',
    'Number: B 12',
    'Phone: Li Wei',
  ]);
  assert.deepEqual(far(['Date', '2026-03-04'], ['Contact', 'Li Wei']), ['Date 2026-03-04', 'Contact Li Wei']);
  assert.equal(far(['Company', 'Tom Baker'], ['Street', 'Ana Ruiz'], ['Town', 'Li Wei'])[0], 'Company');
});
