import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt, lineAt } from '../../page/line.fixture.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { blocksOf } from './blocks.ts';

const joined = (...lines: ReturnType<typeof lineAt>[]) =>
  blocksOf(lines, { rules: [] }).map(block => block.lines.map(line => line.text).join(' / '));

/** A line whose weight changes before its last words. */
const mixed = (baseline: number, start: string, end: string, bold: boolean) =>
  lineOf([
    ...itemsAt(50, baseline, start, { bold }),
    ...itemsAt(50 + 5 * (start.length + 1), baseline, end, { bold: !bold, index: 20 }),
  ]);

test('a dash that a full line goes on with opens no item', () => {
  const above = lineAt(50, 100, 'We equip the next generation to climb');
  const below = lineAt(50, 112, '– reaching students before their loans');
  assert.equal(joined(above, below).length, 1);
  assert.equal(joined(lineAt(50, 100, 'What we do for the people here:'), below).length, 2);
  assert.equal(joined(lineAt(50, 100, '– what comes before it in the list'), below).length, 2);
});

test('a label in bold type that fills nearly all of its line is the beginning of a paragraph', () => {
  const label = mixed(100, 'Where is more to be found about this?', 'On', true);
  assert.equal(joined(label, lineAt(50, 112, 'our pages and in the library of the town')).length, 1);
});

test('a line that is a label of what follows begins a block where the line above had room for it', () => {
  const lines = ['JOB TITLE:', 'Keeper', 'REQUIRED SKILLS:', 'Should be able to row a boat in any weather'];
  const posting = lines.map((text, at) => lineAt(50, 100 + 12 * at, text));
  assert.deepEqual(joined(...posting), [
    'JOB TITLE: / Keeper',
    'REQUIRED SKILLS:',
    'Should be able to row a boat in any weather',
  ]);
  const sentence = lineAt(50, 100, 'Each of the members of this society is bound by the');
  assert.equal(joined(sentence, lineAt(50, 112, 'Rules of the Society:')).length, 1);
  assert.equal(joined(sentence, lineAt(50, 112, 'RULES:')).length, 2);
});

test('a bold passage that goes over the end of a line parts no paragraph', () => {
  const above = mixed(100, 'Held beside the forum, the', 'Symposium on', false);
  assert.equal(joined(above, lineAt(50, 112, 'Rules and their Interchange', { bold: true })).length, 1);
});

test('a bold line above ordinary text is a block of its own', () => {
  const title = lineAt(50, 100, 'State of the river', { bold: true });
  assert.equal(joined(title, lineAt(50, 112, 'The water rose all night long')).length, 2);
});

test('an address in fixed pitch centred under a name stays with it, and so does one that goes on an item', () => {
  const fixed = (line: Line): Line => ({ ...line, monospace: 1 });
  const name = lineAt(100, 100, 'The keeper of the boats');
  const address = fixed(lineAt(117.5, 112, 'at river.example'));
  assert.equal(joined(name, address).length, 1);
  const item = lineAt(50, 100, '• Call the keeper by his address');
  assert.equal(joined(item, fixed(lineAt(60, 112, 'keeper at river.example'))).length, 1);
});

test('program text below a line with room for its first word is a listing, below a full one a part of its sentence', () => {
  const code = (text: string) =>
    lineOf(itemsAt(50, 112, text).map(item => ({ ...item, font: { ...item.font, monospace: true } })));
  const rest = lineAt(50, 148, 'All boats of the river are listed with their keepers.');
  const blocks = (above: string, below: Line) => joined(lineAt(50, 100, above), below, rest).length;
  assert.equal(blocks('Then make a list of all boats', code('CREATE TABLE boats')), 3);
  assert.equal(blocks('Then make a list of all boats and keepers by which', code('CREATE TABLE boats')), 2);
  const example = lineOf([...itemsAt(50, 112, 'See'), ...code('boats.example.org/keepers').items]);
  assert.equal(blocks('Then make a list of all boats', example), 2, 'a line that begins with a word');
});

test('a line that is mostly code in smaller type goes on with a full line of the text around it', () => {
  const code = (left: number, text: string) =>
    itemsAt(left, 112, text, { size: 8 }).map(item => ({ ...item, font: { ...item.font, monospace: true } }));
  const mostlyCode = lineOf([
    ...itemsAt(50, 112, 'are'),
    ...code(70, 'boats.example.org/keepers.'),
    ...itemsAt(182, 112, 'in.'),
  ]);
  const rest = lineAt(50, 148, 'All boats of the river are listed with their keepers.');
  const blocks = (above: string) => joined(lineAt(50, 100, above), mostlyCode, rest).length;
  assert.equal(blocks('Then make a list of all boats and the keepers which'), 2);
  assert.equal(blocks('Then make a list of boats'), 3, 'a line with room for its first word');
});

test('a reference in brackets that the line end cut off goes on with its sentence', () => {
  const cut = (upper: string) =>
    blocksOf([lineAt(50, 100, upper), lineAt(50, 112, '(70). Most of them are wide.')], { rules: [] });
  assert.equal(cut('one recent study of carcinoma').length, 1);
  assert.equal(cut('One recent study was made.').length, 2);
});

test('an abbreviation that is a letter of a count elsewhere goes on with its sentence', () => {
  const cut = (upper: string, lower: string, indent = 0) =>
    joined(lineAt(50 + indent, 100, upper), lineAt(50, 112, lower)).length;
  assert.equal(cut('общество было основано в 1917', 'г. и действовало до 1925 г. в Москве'), 1);
  assert.equal(cut('Общество было основано в 1917', 'г. и действовало до 1925 г.', 20), 1, 'below an indent');
  assert.equal(cut('собрания проходили ежегодно, т.', 'е. каждый год, и без перерыва'), 1);
  assert.equal(cut('Правление избирает:', 'а. председателя собрания'), 2);
  assert.equal(cut('в. казначея общества', 'г. секретаря общества'), 2);
});

test('initials at the start of a line go on with the names above, under the text of a reference', () => {
  const cut = (upper: string, lower: string, indent = 0) =>
    joined(lineAt(50, 100, upper), lineAt(50 + indent, 112, lower)).length;
  assert.equal(cut('[7] R. Satorras, C. Castellano, and', 'A. Vespignani, Epidemic processes', 20), 1);
  assert.equal(cut('a report by Ramesh, R.', 'C. Rai, and J. L. Musfeldt'), 1);
  assert.equal(cut('A. The seller, and', 'B. The buyer of the house'), 2, 'items of a list');
  assert.equal(cut('The parties are:', 'A. The seller of the house'), 2);
});

test('a last word that is shorter than the indent of the line above it belongs to its paragraph', () => {
  const first = lineAt(64, 100, 'The boats are left in the lock');
  assert.equal(joined(first, lineAt(50, 112, 'for', { index: 7 })).length, 1);
  assert.equal(joined(first, lineAt(50, 112, 'for', { index: 90 })).length, 2, 'drawn elsewhere');
});

test('lines of a form that each end in a blank to be filled in are parted; a sentence with blanks is not', () => {
  const rows = ['Landlord’s lawyer ______________', 'Address ________________________'];
  assert.deepEqual(joined(...rows.map((text, at) => lineAt(50, 100 + 12 * at, text))), rows);
  const dotted = ['Tel. no. ......................', 'Fax no. .......................'];
  assert.deepEqual(joined(...dotted.map((text, at) => lineAt(50, 100 + 12 * at, text))), dotted);
  const sentence = ['This lease of the flat in _______________', 'is made between ________________________'];
  assert.equal(joined(...sentence.map((text, at) => lineAt(50, 100 + 12 * at, text))).length, 1);
});
