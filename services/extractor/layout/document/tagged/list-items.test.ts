import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListItem } from '../../../../../schemas/document.ts';
import { parsed } from '../../../formats/pdf/built-pdf.fixture.ts';
import { type Element, marked, taggedPdf } from '../../../formats/pdf/tags/tagged-pdf.fixture.ts';

/** \u0095 is a bullet in the fonts' encoding. */
const element = (role: string, ...kids: Element['kids']): Element => ({ role, kids });

const flat = (items: readonly ListItem[], indent = ''): string[] =>
  items.flatMap(({ text, lists }) => [
    `${indent}* ${text}`,
    ...lists.flatMap(list => flat(list.items, `${indent}  `)),
  ]);

const outline = async (content: string, ...tree: Element[]): Promise<string[]> =>
  (await parsed(taggedPdf(content, tree))).blocks.flatMap(block => {
    if (block.kind === 'list') return flat(block.items);
    return 'text' in block ? block.text : block.kind;
  });

const BEFORE = 'The committee met in the morning and heard what its members had to say.';
const before = marked(0, 72, 740, BEFORE);
const NAMES = ['Anna Heron', 'Bert Stork', 'Cecil Crane'];
const names = NAMES.map((name, at) => marked(10 + at, 72, 700 - 24 * at, name)).join('');
const list = element('L', ...[10, 11, 12].map(id => element('LI', element('LBody', id))));

test('items without any sign in front are a list where the tags say so', async () => {
  assert.deepEqual(await outline(before + names, element('P', 0), list), [
    BEFORE,
    ...NAMES.map(name => `* ${name}`),
  ]);
});

test('all paragraphs of an item are the item', async () => {
  const more = 'He lives behind the mill and is at home on Fridays.';
  const content =
    marked(10, 72, 700, '\u0095 Tell the keeper.') +
    marked(11, 72, 670, more) +
    marked(12, 72, 640, '\u0095 Close the gate.');
  const items = element(
    'L',
    element('LI', element('P', 10), element('P', 11)),
    element('LI', element('P', 12)),
  );
  assert.deepEqual(await outline(content, items), [`* Tell the keeper. ${more}`, '* Close the gate.']);
});

test('a number without neighbours opens an item where the tags say so', async () => {
  const content = before + marked(10, 72, 700, '7. Close the gate.');
  assert.deepEqual(
    await outline(content, element('P', 0), element('L', element('LI', element('LBody', 10)))),
    [BEFORE, '* 7. Close the gate.'],
  );
});

test('lists of a tree that leaves the bullets out are not believed', async () => {
  const bullets =
    marked(20, 72, 600, '\u0095 Boots') +
    marked(21, 72, 576, '\u0095 A coat') +
    marked(22, 72, 552, '\u0095 Oars');
  const paragraphs = [20, 21, 22].map(id => element('P', id));
  assert.deepEqual(await outline(before + names + bullets, element('P', 0), list, ...paragraphs), [
    BEFORE,
    ...NAMES,
    '* Boots',
    '* A coat',
    '* Oars',
  ]);
});

test('tagged entries of a table of contents are a line each, without leaders', async () => {
  const content =
    marked(1, 72, 700, `The river ${'. '.repeat(20)}`) +
    marked(5, 300, 700, '3') +
    marked(2, 72, 686, 'The harbour and everything that') +
    marked(2, 72, 672, `belongs to it ${'. '.repeat(20)}`) +
    marked(3, 300, 672, '9') +
    marked(4, 72, 640, BEFORE);
  const contents = element('TOC', element('TOCI', 1, 5), element('TOCI', element('Reference', 2, 3)));
  assert.deepEqual(await outline(content, contents, element('P', 4)), [
    'The river 3',
    'The harbour and everything that belongs to it 9',
    BEFORE,
  ]);
});
