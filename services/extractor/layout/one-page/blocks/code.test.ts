import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOfPages, paragraph, text } from '../../../formats/pdf/built-pdf.fixture.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { blockOf } from './block-of.ts';
import { isCode } from './code.ts';

const mono = (text: string, { invisible = false, field = false } = {}) =>
  blockOf([
    lineOf(
      itemsAt(50, 100, text).map(item => ({
        ...item,
        invisible,
        field,
        font: { ...item.font, monospace: true },
      })),
    ),
  ]);

test('what is set in a font of one width is code, but for emoji, whose fonts are so by nature', () => {
  assert.equal(isCode(mono('let river = 3;')), true);
  assert.equal(isCode(mono('\u{1F697}')), false);
  assert.equal(isCode(mono('☐')), false, 'a box to be ticked');
  assert.equal(isCode(mono('Sarah Reitman', { field: true })), false, 'the value of a field');
});

const MONO = { font: 'mono' as const };
const SAID = [
  'The keeper of the boats writes a short note whenever the river',
  'has risen over the mark, and everybody reads it in the morning.',
];
const shown = async (content: string) =>
  (await blocksOfPages(content)).map(block => ('text' in block ? [block.kind, block.text] : [block.kind]));

test('an example in fixed pitch that stands in below a sentence is no part of it', async () => {
  const found = await shown(
    paragraph(72, 700, [...SAID, 'For example,']) +
      paragraph(92, 664, ['note river --level 4', 'note river --level 5'], MONO) +
      paragraph(72, 640, SAID),
  );
  assert.deepEqual(found, [
    ['paragraph', [...SAID, 'For example,'].join(' ')],
    ['code', 'note river --level 4\nnote river --level 5'],
    ['paragraph', SAID.join(' ')],
  ]);
});

test('a line of a paragraph that a long name fills stays in it', async () => {
  const name = '/boats/harbour/river/mark/of/the/old/bridge/notes';
  const lines = [`${SAID[0]}`, name, `${SAID[1]}`] as const;
  const found = await shown(
    text(72, 700, lines[0]) + text(72, 688, lines[1], MONO) + text(72, 676, lines[2]),
  );
  assert.deepEqual(found, [['paragraph', lines.join(' ')]]);
});

test('lines of a program keep their indent behind a brace that stands alone', async () => {
  const found = await shown(
    paragraph(72, 740, SAID) +
      text(90, 700, '{', MONO) +
      paragraph(102, 688, ['"river": 4,', '"bridge": 5'], MONO) +
      text(90, 664, '}', MONO),
  );
  assert.deepEqual(found[1], ['code', '{\n  "river": 4,\n  "bridge": 5\n}']);
});

test('a line that stands further out moves the lines above it in', async () => {
  const found = await shown(
    paragraph(72, 740, SAID) + text(102, 700, 'river', MONO) + text(90, 688, '}', MONO),
  );
  assert.deepEqual(found[1], ['code', '  river\n}']);
});

test('wide leading of prose counts though closer lines of a program fill the page', async () => {
  const prose = [...SAID, ...SAID];
  const program = Array.from({ length: 20 }, (_, at) => `note river --level ${at} --now`);
  const found = await shown(
    prose.map((line, at) => text(72, 740 - 18 * at, line)).join('') + paragraph(90, 640, program, MONO),
  );
  assert.deepEqual(found[0], ['paragraph', prose.join(' ')]);
});

test('columns of a listing are read row by row, however wide the gaps between them', async () => {
  const rows = [
    ['note(3)', 'says that the river has risen'],
    ['keep(boat)', 'keeps a boat dry'],
    ['turn(boat)', 'turns it over'],
  ] as const;
  const found = await shown(
    paragraph(72, 740, SAID) +
      rows
        .map(([name]) => name)
        .map((name, at) => text(90, 700 - 12 * at, name, MONO))
        .join('') +
      rows.map(([, rest], at) => text(174, 700 - 12 * at, rest, MONO)).join(''),
  );
  assert.deepEqual(found[1], ['code', rows.map(([name, rest]) => name.padEnd(14) + rest).join('\n')]);
});

test('pieces of one line of a form stand in it though they are off the places of its characters', async () => {
  const found = await shown(
    paragraph(72, 740, SAID) +
      text(90, 700, 'Number: 47', MONO) +
      text(90, 676, '1', MONO) +
      text(133, 676, 'Rent', MONO) +
      text(244.5, 676, '86.55', MONO) +
      text(401.3, 676, '173.10', MONO),
  );
  assert.deepEqual(found.slice(1), [
    ['code', 'Number: 47\n1      Rent               86.55                     173.10'],
  ]);
});

test('typewriting on a scan, which its layer sets in such a font, is prose', () => {
  assert.equal(isCode(mono('The board met eleven times.', { invisible: true })), false);
});
