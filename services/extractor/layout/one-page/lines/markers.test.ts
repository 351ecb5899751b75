import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { linesOf } from './lines.ts';
import { opensItem, textLeftOf } from './markers.ts';

test('an "o" set apart from its text is a bullet, a word that is one letter long is none', () => {
  const bullet = lineOf([...itemsAt(50, 100, 'o'), ...itemsAt(68, 100, 'Next level', { index: 1 })]);
  assert.equal(opensItem(bullet), true);
  assert.equal(textLeftOf(bullet), 68);
  assert.equal(opensItem(lineOf(itemsAt(50, 100, 'o rio subiu'))), false);
});

test('a marker far before a clause whose next line begins under it opens the clause; a label beside a column does not', () => {
  const drawn = (...items: ReturnType<typeof itemsAt>[]) =>
    linesOf(items.flat().map((item, index) => ({ ...item, index }))).map(line => line.text);
  const clause = itemsAt(150, 100, 'Executive hereby acknowledges that all original works');
  const marker = itemsAt(50, 100, '(iii)');
  assert.equal(drawn(marker, clause, itemsAt(40, 112, 'are made by Executive within the scope')).length, 2);
  assert.equal(drawn(marker, clause, itemsAt(150, 112, 'are made by Executive within the scope')).length, 3);
});

test('the number of an equation at the end of its column opens no line of the next one', () => {
  const left = [64, 76, 124, 136].flatMap(y => itemsAt(50, y, 'The committee met in the morning and'));
  const right = [64, 76, 88, 100, 112, 124].flatMap(y =>
    itemsAt(270, y, 'heard what the members had to say'),
  );
  const end = Math.max(...left.map(item => item.left + item.width));
  const number = itemsAt(end - 15, 100, '(3)');
  const drawn = [...left, ...itemsAt(90, 100, 'E = mc'), ...number, ...right];
  const lines = linesOf(drawn.map((item, index) => ({ ...item, index }))).map(line => line.text);
  assert.ok(lines.includes('E = mc (3)'), lines.join(' | '));
  assert.equal(lines.length, 11);
});

test('the label of a section opens the line of its title, however the tab sets them apart', () => {
  const drawn = (...items: ReturnType<typeof itemsAt>[]) =>
    linesOf(items.flat().map((item, index) => ({ ...item, index }))).map(line => line.text);
  const bold = { bold: true };
  const label = itemsAt(50, 100, 'Section 1.02', bold);
  assert.deepEqual(drawn(label, itemsAt(145, 100, 'Place of Meeting', bold)), [
    'Section 1.02 Place of Meeting',
  ]);
  assert.deepEqual(drawn(itemsAt(50, 100, 'Article I.', bold), itemsAt(130, 100, 'Members', bold)), [
    'Article I. Members',
  ]);
  // Text beside it in another type is another column.
  assert.equal(drawn(label, itemsAt(145, 100, 'may be called by anybody')).length, 2);
  assert.equal(drawn(itemsAt(50, 100, 'Parties to', bold), itemsAt(130, 100, 'Members', bold)).length, 2);
});

test('the number of a line of a program stands in it, however far the line is indented', () => {
  const mono = (left: number, baseline: number, text: string) =>
    itemsAt(left, baseline, text).map(item => ({ ...item, font: { ...item.font, monospace: true } }));
  const drawn = [
    itemsAt(40, 100, '1'),
    mono(60, 100, 'for gate in gates'),
    itemsAt(40, 112, '2'),
    mono(130, 112, '(gate).close'),
    // A number beside ordinary words of the page is no line number.
    itemsAt(40, 140, '3'),
    itemsAt(130, 140, '(gates)'),
  ].flat();
  const lines = linesOf(drawn.map((item, index) => ({ ...item, index }))).map(line => line.text);
  assert.deepEqual(
    lines.filter(text => /^\d/.test(text)),
    ['1 for gate in gates', '2 (gate).close', '3'],
  );
  const brace = [itemsAt(40, 160, '24'), mono(60, 160, '{')].flat();
  const [line] = linesOf(brace.map((item, index) => ({ ...item, index })));
  assert.equal(line?.monospace, 1);
});

test('numbers of entries stand before their titles, however many shorter ones stand above them', () => {
  const entry = (y: number, number: string, left: number, title: string) => [
    ...itemsAt(left, y, number),
    ...itemsAt(150, y, `${title} .......... 5`),
  ];
  const drawn = [
    ...entry(100, '2.1', 96, 'System Environment'),
    ...entry(112, '2.2', 96, 'Functional Requirements'),
    ...entry(124, '2.2.1', 107, 'Public Relations'),
    ...entry(136, '2.2.2', 107, 'Human Resources'),
  ];
  const lines = linesOf(drawn.map((item, index) => ({ ...item, index }))).map(line => line.text);
  assert.deepEqual(
    lines.map(line => line.split(' ')[0]),
    ['2.1', '2.2', '2.2.1', '2.2.2'],
    lines.join(' | '),
  );
});
