import assert from 'node:assert/strict';
import test from 'node:test';
import type { FoundTable } from '../../../page/table.ts';
import { continueTable } from './continue.ts';

function table(columns: number[], rows: string[][], headerRows = 0): FoundTable {
  return {
    kind: 'ruled',
    region: { left: columns[0] ?? 0, top: 100, right: columns.at(-1) ?? 0, bottom: 200 },
    rows: rows.map((row, i) => row.map(text => ({ text, colspan: 1, rowspan: 1, header: i < headerRows }))),
    columns,
    headerRows,
    pieces: [],
    score: 5,
  };
}

const texts = ({ rows }: FoundTable) => rows.map(row => row.map(cell => cell.text));

test('a table goes on where the columns agree, and a repeated head is dropped', () => {
  const upper = table(
    [50, 200, 300],
    [
      ['No.', 'Name'],
      ['1', 'Ada'],
    ],
    1,
  );
  assert.ok(
    continueTable(
      upper,
      table(
        [51, 201, 303],
        [
          ['No.', 'Name'],
          ['2', 'Grace'],
        ],
        1,
      ),
    ),
  );
  assert.deepEqual(texts(upper), [
    ['No.', 'Name'],
    ['1', 'Ada'],
    ['2', 'Grace'],
  ]);
});

test('a table that stands elsewhere on the next page goes on all the same', () => {
  const upper = table([50, 200, 300], [['1', 'Ada']]);
  assert.ok(continueTable(upper, table([80, 230, 330], [['2', 'Grace']])));
});

test('other columns begin another table', () => {
  const upper = table([50, 200, 300], [['1', 'Ada']]);
  assert.equal(continueTable(upper, table([50, 150, 300], [['2', 'Grace']])), false);
  assert.equal(continueTable(upper, table([50, 200, 250, 300], [['2', 'Grace', 'x']])), false);
  assert.deepEqual(texts(upper), [['1', 'Ada']]);
});

test('a head said again goes on with its table, wherever the texts below put the edges', () => {
  const head = ['Patient', 'Outcome', 'Visit'];
  const upper = table([50, 90, 300, 360], [head, ['19', 'moderate or severe', '2']]);
  assert.ok(continueTable(upper, table([50, 120, 250, 420], [head, ['20', 'mild', '1']])));
  assert.deepEqual(texts(upper), [head, ['19', 'moderate or severe', '2'], ['20', 'mild', '1']]);
});

test('titles over all columns that are said again are dropped with the labels below them', () => {
  const head = [['Town league'], ['Fourth round'], ['Time', 'Race']];
  const titled = (time: string): FoundTable => {
    const found = table([50, 90, 300], [...head, [time, '300 m']]);
    for (const cell of found.rows.slice(0, 2).flat()) cell.colspan = 2;
    return found;
  };
  const upper = titled('16:16');
  assert.ok(continueTable(upper, titled('16:19')));
  assert.deepEqual(texts(upper), [...head, ['16:16', '300 m'], ['16:19', '300 m']]);
});

test('one label in common does not make two tables one', () => {
  const upper = table(
    [50, 90, 300],
    [
      ['Year', ''],
      ['2019', '12'],
    ],
  );
  assert.equal(
    continueTable(
      upper,
      table(
        [50, 200, 300],
        [
          ['Year', ''],
          ['2020', '14'],
        ],
      ),
    ),
    false,
  );
});

test('parts of one tagged table go on whatever their columns look like, and a row that a page cuts is one', () => {
  const upper = { ...table([50, 200], [['1', 'Ada, who wrote']]), part: { first: 0, last: 4, total: 9 } };
  const lower = {
    ...table(
      [57, 190],
      [
        ['', 'the notes'],
        ['2', 'Grace'],
      ],
    ),
    part: { first: 4, last: 8, total: 9 },
  };
  assert.ok(continueTable(upper, lower));
  assert.deepEqual(texts(upper), [
    ['1', 'Ada, who wrote the notes'],
    ['2', 'Grace'],
  ]);
  const other = { ...table([50, 200], [['3', 'Mary']]), part: { first: 2, last: 3, total: 9 } };
  assert.ok(!continueTable(upper, other));
});

test('a row whose sentence goes on without a label on the next page is one', () => {
  const upper = table(
    [50, 200, 300],
    [
      ['Effect', 'Seen.'],
      ['Summary', 'The lecture ends with what can be'],
    ],
  );
  const lower = table(
    [50, 200, 300],
    [
      ['', 'measured with them.'],
      ['Lecturer', 'Ada'],
    ],
  );
  assert.ok(continueTable(upper, lower));
  assert.deepEqual(texts(upper), [
    ['Effect', 'Seen.'],
    ['Summary', 'The lecture ends with what can be measured with them.'],
    ['Lecturer', 'Ada'],
  ]);
});

test('a row without a label that begins a sentence of its own stays a row', () => {
  const upper = table([50, 200, 300], [['Summary', 'The lecture ends with measures.']]);
  assert.ok(
    continueTable(
      upper,
      table(
        [50, 200, 300],
        [
          ['', 'measured by hand'],
          ['Lecturer', 'Ada'],
        ],
      ),
    ),
  );
  assert.equal(upper.rows.length, 3);
});

test('a form that is filled in anew on each page is a table of its own each time', () => {
  const form = (name: string, hours: string) =>
    table(
      [50, 200, 300],
      [
        ['Name of activity', name],
        ['Working hours', hours],
        ['Type of activity', 'Lecture'],
        ['Lecturer', 'Ada'],
      ],
    );
  assert.equal(continueTable(form('Bones', '1'), form('Cements', '2')), false);
});

test('a repeated head is dropped with all the rows that its cells span', () => {
  const headed = (row: string[]): FoundTable => {
    const found = table([50, 200, 300, 400], [['Fund', 'Quantity'], ['Opening', 'Closing'], row]);
    const [fund, quantity] = found.rows[0] ?? [];
    if (fund) fund.rowspan = 2;
    if (quantity) quantity.colspan = 2;
    return found;
  };
  const upper = headed(['A', '1', '2']);
  assert.ok(continueTable(upper, headed(['B', '3', '4'])));
  assert.deepEqual(texts(upper).slice(2), [
    ['A', '1', '2'],
    ['B', '3', '4'],
  ]);
});

test('a note that stands at the foot of each part of a table is its last row once', () => {
  const noted = (row: string[]): FoundTable => {
    const found = table([50, 200, 300], [['No.', 'Name'], row, ['Rounded to euros.']]);
    const note = found.rows.at(-1)?.[0];
    if (note) note.colspan = 2;
    return found;
  };
  const upper = noted(['1', 'Ada']);
  assert.ok(continueTable(upper, noted(['2', 'Grace'])));
  assert.deepEqual(texts(upper), [['No.', 'Name'], ['1', 'Ada'], ['2', 'Grace'], ['Rounded to euros.']]);
});

test('a label that goes on after the page with a small letter, alone, is the label of the row before', () => {
  const upper = table(
    [50, 200, 300],
    [
      ['Fund', 'Value'],
      ['Long name of a fund', '84'],
    ],
  );
  assert.ok(
    continueTable(
      upper,
      table(
        [50, 200, 300],
        [
          ['Fund', 'Value'],
          ['that needs two lines', ''],
          ['B', '3'],
        ],
      ),
    ),
  );
  assert.deepEqual(texts(upper).slice(1), [
    ['Long name of a fund that needs two lines', '84'],
    ['B', '3'],
  ]);
});

test('a row of a table with rules between its rows that a page cuts is one, below a head that is said again', () => {
  const band = (...rows: string[][]): FoundTable => ({ ...table([50, 200, 300], rows), kind: 'band' });
  const begun = ['Fault 11', 'The valve is stuck, because sand has come in with the'];
  const rest = ['', 'water; take it out.'];
  const headed = band(['Fault', 'Cause'], begun);
  assert.ok(continueTable(headed, band(['Fault', 'Cause'], rest, ['Fault 12', 'None.'])));
  assert.deepEqual(texts(headed)[1], ['Fault 11', `${begun[1]} ${rest[1]}`]);
  const bare = band(['Fault', 'Cause'], begun);
  assert.ok(continueTable(bare, band(rest, ['Fault 12', 'None.'])));
  assert.deepEqual(texts(bare)[2], rest);
});

test('below a head that is said again one text without a label is the rest of the last row, where all others have labels', () => {
  const head = ['Date', 'Text', 'Amount'];
  const row = (day: number, text: string) => [`0${day}.11.2026`, text, `${day}.50`];
  const upper = table(
    [50, 200, 300, 400],
    [head, row(1, 'Visit'), row(2, 'Hinge'), row(3, 'Battery pack for')],
    1,
  );
  const lower = [head, ['', 'Gebiet und Größe', ''], row(4, 'Lamp'), row(5, 'Hose'), row(6, 'Desk')];
  assert.ok(continueTable(upper, table([50, 200, 300, 400], lower, 1)));
  assert.deepEqual(texts(upper)[3], ['03.11.2026', 'Battery pack for Gebiet und Größe', '3.50']);

  const other = table(
    [50, 200, 300, 400],
    [head, ['', 'Fruit', ''], row(1, 'Visit'), row(3, 'Battery pack for')],
    1,
  );
  continueTable(other, table([50, 200, 300, 400], lower, 1));
  assert.equal(other.rows.length, 8);
});

test('the rest of a row that was taken for second lines of the head said again goes on with the row before', () => {
  const head = ['No', 'Finding', 'Action', 'Due'];
  const row = (no: number): string[] => [`${no}`, `Crack ${no}.`, 'Filled.', '01.02.2026'];
  const upper = table(
    [50, 80, 200, 300, 400],
    [head, row(1), row(2), ['3', 'The pump was late. It', 'Returned to the', '02.02.2026']],
    1,
  );
  const again = ['No', 'Finding leaks.', 'Action maker.', 'Due'];
  assert.ok(continueTable(upper, table([50, 80, 200, 300, 400], [again, row(4), row(5), row(6)], 1)));
  assert.deepEqual(texts(upper), [
    head,
    row(1),
    row(2),
    ['3', 'The pump was late. It leaks.', 'Returned to the maker.', '02.02.2026'],
    row(4),
    row(5),
    row(6),
  ]);
});

test('a row without a label that goes on with several unfinished texts is their rest, without a head as well', () => {
  const row = (no: number): string[] => [`${no}`, `Crack ${no}.`, 'Filled.', '01.02.2026'];
  const begun = ['3', 'An invoice from', 'It was postponed. The', '02.02.2026'];
  const rest = ['', 'March is missing.', 'Board agreed.', ''];
  const bands = (...rows: string[][]): FoundTable => ({
    ...table([50, 80, 200, 300, 400], rows),
    kind: 'band',
  });
  const upper = bands(row(1), row(2), begun);
  assert.ok(continueTable(upper, bands(rest, row(4), row(5), row(6))));
  assert.deepEqual(texts(upper)[2], [
    '3',
    'An invoice from March is missing.',
    'It was postponed. The Board agreed.',
    '02.02.2026',
  ]);
  const ended = bands(row(1), row(2), row(3));
  assert.ok(continueTable(ended, bands(rest, row(4), row(5), row(6))));
  assert.deepEqual(texts(ended)[3], rest);
});

test('the rest of a row in one cell across all columns goes on with the one text that breaks off', () => {
  const head = ['No', 'Finding', 'Action'];
  const across = (text: string): FoundTable => {
    const found = table([50, 80, 200, 300], [head, [text], ['4', 'None.', 'None.']], 1);
    for (const cell of found.rows[1] ?? []) cell.colspan = 3;
    return found;
  };
  const begun = ['3', 'Cracks.', 'They are filled with the'];
  const upper = table([50, 80, 200, 300], [head, begun], 1);
  assert.ok(continueTable(upper, across('mortar of the old wall.')));
  assert.deepEqual(texts(upper)[1], ['3', 'Cracks.', 'They are filled with the mortar of the old wall.']);

  const doubtful = table([50, 80, 200, 300], [head, ['3', 'Cracks in the', 'They are filled with the']], 1);
  assert.ok(continueTable(doubtful, across('mortar of the old wall.')));
  assert.equal(doubtful.rows.length, 4);
});
