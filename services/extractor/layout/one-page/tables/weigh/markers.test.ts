import assert from 'node:assert/strict';
import test from 'node:test';
import { cellAt, none, only, Sheet } from '../sheet.fixture.ts';
import { areBulleted, besideShare } from './markers.ts';

test('numbered items are no table', () => {
  const sheet = new Sheet();
  ['Check the pump', 'Open the valve', 'Wait for a minute', 'Close it'].forEach((step, i) => {
    sheet.text(`${i + 1}.`, 100, 100 + 14 * i).text(step, 130, 100 + 14 * i);
  });
  none(sheet);
});

test('lists under names of firms are none either, though the names stand over both columns', () => {
  const filled = [
    cellAt(0, 0, 'Harbour and Mill', 2),
    cellAt(1, 0, 'January to March', 2),
    ...[cellAt(2, 0, '—'), cellAt(2, 1, 'Read the meters')],
    cellAt(3, 0, 'Town Hall', 2),
    cellAt(4, 0, 'April to June', 2),
    ...[cellAt(5, 0, '—'), cellAt(5, 1, 'Keep the books')],
  ];
  assert.equal(besideShare(filled), 1);
});

test('two lists side by side are no table', () => {
  const sheet = new Sheet();
  ['Check the pump', 'Open the valve', 'Wait for it', 'Close it'].forEach((step, i) => {
    sheet.row(100 + 14 * i, [100, 112, 320, 332], ['•', step, '•', `${step} again`]);
  });
  none(sheet);
});

test('two lists side by side are none either, though lines of one stand level with bullets of the other', () => {
  const sheet = new Sheet();
  const lines = ['• Models', 'Chains, agents', 'prompts', '• Servers', 'Fast ones, and'];
  lines.forEach((line, i) => {
    sheet.text(line, 100, 100 + 15 * i);
  });
  [
    ['•', 'Pages'],
    ['', 'React, Vue'],
    ['•', 'Stores'],
    ['', 'Redis, Milvus'],
    ['•', 'Upkeep'],
  ].forEach(([bullet, text], i) => {
    sheet.row(100 + 15 * i, [300, 312], [bullet ?? '', text ?? '']);
  });
  none(sheet);
});

test('arrows that lead from items to what they are called elsewhere are no bullets of a list', () => {
  const rows = (sign: string) =>
    ['• True', '• False'].flatMap((item, row) =>
      [item, sign, 'Vrai'].map((text, column) => cellAt(row, column, text)),
    );
  assert.equal(areBulleted(rows('→'), 3), false);
  assert.equal(areBulleted(rows('•'), 3), true);
});

test('two lists side by side in one box are no table, though their lines are not level', () => {
  const sheet = new Sheet().grid([36, 312], [628, 756]);
  const left = [
    'Blood Bag Labels',
    'Chart Labels',
    'General Purpose',
    'Inventory Labels',
    'Lab Labels',
    'More',
  ];
  [647, 664, 681, 711, 728, 745].forEach((top, i) => {
    sheet.text('•', 46, top).text(left[i] ?? '', 57, top);
  });
  sheet.text('Labels', 57, 694);
  const right = ['Patient Labels', 'Pharmacy Labels', 'Tapes', 'Flag Labels', 'Tamper Labels', 'Badges'];
  right.forEach((name, i) => {
    sheet.text('•', 178, 647 + 17 * i).text(name, 190, 647 + 17 * i);
  });
  none(sheet);
});

test('two numbered lists side by side are no table, and items that wrap do not make one of them', () => {
  const sheet = new Sheet();
  ['Check the pump', 'Open the valve', 'Close it'].forEach((step, i) => {
    const top = 100 + 28 * i;
    sheet.row(top, [100, 118, 320, 338], [`${i + 1}.`, step, `${i + 1}.`, `${step} and wait for a`]);
    sheet.text('minute or two', 338, top + 12);
  });
  none(sheet);
});

test('a bold line whose first word stands over bullets is no head of theirs', () => {
  const sheet = new Sheet();
  sheet.text('We', 100, 100, { bold: true }).text('are required to', 118, 100, { bold: true });
  ['Keep the list private', 'Give you this notice', 'Follow its terms'].forEach((step, i) => {
    sheet.row(114 + 14 * i, [100, 118], ['•', step]);
  });
  none(sheet);
});

test('numbers before numbers are values', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 140, 160]);
  [
    ['1', '1'],
    ['2', '8'],
    ['3', '27'],
  ].forEach((row, i) => {
    sheet.row(114 + 20 * i, [100, 250], row);
  });
  assert.equal(only(sheet).rows.length, 3);
});

test('numbered headings below each other are no table, though a table ends above and another begins below them', () => {
  for (const numbers of [
    ['3.', '3.1'],
    ['Section 1', 'Section 2'],
  ]) {
    const sheet = new Sheet().across(80, 100, 400).across(128, 100, 400);
    numbers.forEach((number, i) => {
      sheet.row(100 + 20 * i, [100, 160], [number, `Standards ${'used '.repeat(i)}`], { bold: true });
    });
    none(sheet);
  }
});

test('a Roman numeral in bold over the numbers of a list is no name of a column', () => {
  const sheet = new Sheet();
  sheet.row(100, [100, 130], ['VI.', 'What follows from it'], { bold: true });
  ['Simpler rules', 'Sustainability', 'Costs of the budget'].forEach((step, i) => {
    sheet.row(116 + 16 * i, [100, 130], [`${i + 1}.`, step]);
  });
  none(sheet);
});

test('items of a list with a date at the right of each are no table of three columns', () => {
  const sheet = new Sheet();
  ['Software club, member', 'Student club, member', 'Interview club, chair', 'Association, member'].forEach(
    (item, i) => {
      sheet.row(100 + 12 * i, [54, 72, 480], ['●', item, `Fall–202${i}`]);
    },
  );
  none(sheet);
});

test('codes behind bullets, with what they stand for beside them, are a table', () => {
  const sheet = new Sheet();
  ['Exposed to a virus', 'Asks for a test', 'Returns for results', 'Confirmed'].forEach((meaning, i) => {
    sheet.row(100 + 12 * i, [54, 72, 200], ['•', `V0${i}.7`, meaning]);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('three lists side by side whose items wrap are no table', () => {
  const sheet = new Sheet();
  const lefts = [50, 62, 150, 162, 250, 262];
  sheet.row(100, lefts, ['•', 'Glass bottles', '•', 'Grinders', '•', 'Roll tubes']);
  sheet.row(112, lefts, ['•', 'Glass vials', '•', 'Lighters', '•', 'Tamper']);
  sheet.row(124, lefts, ['•', 'Vape', '•', 'Mylar bags', '', 'evident jars']);
  sheet.row(136, lefts, ['', 'cartridges', '•', 'Pop tops', '•', 'Topical']);
  none(sheet);
});

test('numbers of clauses before their texts are no table', () => {
  const sheet = new Sheet();
  const clauses: [string, string][] = [
    ['9.', 'BENEFITS'],
    ['9.1.', 'There are none.'],
    ['10.', 'EXPENSES'],
    ['10.1.', 'They are paid.'],
    ['10.2.', 'Bills are kept.'],
  ];
  clauses.forEach(([number, text], i) => {
    sheet.text(number, 71, 100 + 30 * i).text(text, 128, 100 + 30 * i);
  });
  none(sheet);
});

test('numbers before texts that end at one place are the first column of a table', () => {
  const sheet = new Sheet();
  const parts = [
    'Faucet',
    'Water connections',
    'Emergency valve',
    'Drain',
    'Strainer of the basket',
    'Waste',
  ];
  parts.forEach((part, i) => {
    sheet.text(`2.${i + 1}`, 30, 100 + 14 * i).text(part, 215 - 5 * part.length, 100 + 14 * i);
  });
  assert.equal(only(sheet).rows.length, parts.length);
});
