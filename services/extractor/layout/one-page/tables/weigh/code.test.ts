import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet } from '../sheet.fixture.ts';

test('shaded boxes of program text are no table', () => {
  const sheet = new Sheet();
  for (const top of [100, 150, 200]) {
    sheet.shade(90, top, 500, top + 20).text('make install PREFIX=/opt', 100, top + 14, { monospace: true });
    sheet.text('and then go on with', 90, top + 36);
  }
  none(sheet);
});

test('a table of commands with a head in another font is a table', () => {
  const sheet = new Sheet().across(86, 90, 500).across(104, 90, 500).across(170, 90, 500);
  sheet.row(100, [100, 300], ['Command', 'Result']);
  [
    ['ls -la', 'list.txt'],
    ['df -h', 'disk.txt'],
    ['ps aux', 'tasks.txt'],
  ].forEach((row, i) => {
    sheet.row(122 + 18 * i, [100, 300], row, { monospace: true });
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('a listing between rules whose lines are numbered in small print is no table, even alone on its page', () => {
  const sheet = new Sheet().across(90, 90, 500).across(170, 90, 500);
  ['void  setup()', 'size(250,  250);', 'smooth();  }', 'draw  ();'].forEach((code, at) => {
    const [before = '', after = ''] = code.split('  ');
    sheet.text(String(at + 1), 92, 108 + 16 * at, { size: 6 });
    sheet
      .text(before, 110, 108 + 16 * at, { monospace: true })
      .text(after, 300, 108 + 16 * at, { monospace: true });
  });
  none(sheet);
});

test('a listing whose lines are numbered in the font of the page is no table', () => {
  const sheet = new Sheet().across(90, 90, 500).across(170, 90, 500);
  [
    'def  close(gates,  limit):',
    'for  gate  in gates:',
    'if  gate.level  > limit:',
    'gate  .close  ()',
  ].forEach((code, at) => {
    sheet.text(String(at + 1), 78, 108 + 16 * at);
    for (const [k, part] of code.split('  ').entries())
      sheet.text(part, 110 + 100 * k, 108 + 16 * at, { monospace: true });
  });
  none(sheet);
});

test('a page of listings is no typed one where its titles are set in another font', () => {
  const sheet = new Sheet().text('Part 4: what the application shows', 80, 60);
  const style = { monospace: true };
  ['Text input area', 'Single model results', 'Prediction label', 'Confidence score', 'Risk level'].forEach(
    (name, at) => {
      sheet.row(100 + 14 * at, [80, 110, 140], ['│', '├──', name], style);
      sheet.row(200 + 14 * at, [80, 110, 140], ['│', '└──', name], style);
    },
  );
  none(sheet);
});
