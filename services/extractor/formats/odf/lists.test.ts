import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, p } from './odf.test-support.ts';

const level = (at: number) =>
  `<text:list-level-style-number text:level="${at}" style:num-format="1" style:num-suffix="." text:display-levels="${at}"/>`;
const automatic = `<text:list-style style:name="L">${level(1)}${level(2)}</text:list-style>`;
const list = (content: string, attributes = '') =>
  `<text:list text:style-name="L" ${attributes}>${content}</text:list>`;
const inner = (...texts: string[]) =>
  `<text:list>${texts.map(text => `<text:list-item>${p(text)}</text:list-item>`).join('')}</text:list>`;
const item = (content: string) => `<text:list-item>${content}</text:list-item>`;

test('a number that stands alone in its cell is the text of the cell', async () => {
  const serial = `<table:table-cell>${list(item('<text:p/>'), 'text:continue-numbering="true"')}</table:table-cell>`;
  const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`;
  const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;
  const table = `<table:table>${row(serial + cell('pump'))}${row(serial + cell('valve'))}</table:table>`;
  assert.deepEqual(await outline(table, { automatic }), ['table 1.,pump | 2.,valve']);
});

test('an item that holds nothing but a list does not count, and its list goes on with the one before', async () => {
  const body = list(item(p('one') + inner('a')) + item(inner('b')) + item(p('two') + inner('a')));
  assert.deepEqual(await outline(body, { automatic }), ['ordered one > ordered a | b | two > ordered a']);
});

test('a list behind words of its item begins anew', async () => {
  const body = list(item(p('one') + inner('a', 'b') + p('mid') + inner('c')) + item(p('two')));
  assert.deepEqual(await outline(body, { automatic }), [
    'ordered one > ordered a | b',
    'paragraph mid',
    'list 1.1. c',
    'list 2. two',
  ]);
});

test('where nothing stands above it, an item with nothing but a list counts without being shown', async () => {
  const body = list(item(inner('a', 'b')) + item(p('two')));
  assert.deepEqual(await outline(body, { automatic }), ['list 1.1. a | 1.2. b', 'list 2. two']);
});

test('a list that goes on does so at every level, by its style or by the name of the list before', async () => {
  const first = list(item(p('one') + inner('a')), 'xml:id="first"');
  const other = list(item(p('x') + inner('y')));
  const next = (attributes: string) => list(item(inner('b')) + item(p('two')), attributes);
  const last = async (...lists: string[]) => (await outline(lists.join(p('mid')), { automatic })).slice(-2);
  assert.deepEqual(await last(first, next('text:continue-numbering="true"')), ['list 1.2. b', 'list 2. two']);
  assert.deepEqual(await last(first, other, next('text:continue-list="first"')), [
    'list 1.2. b',
    'list 2. two',
  ]);
});

test('empty paragraphs count, empty items do not', async () => {
  const body = list(item(p('one')) + item('') + item(p('')) + item(p('three')));
  assert.deepEqual(await outline(body, { automatic }), ['ordered one', 'list 3. three']);
});

test('letters go on behind z with aa and ab, or where the style says so with aa and bb', async () => {
  const styled = (more: string) =>
    `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="a" ${more}/></text:list-style>`;
  const body = list(
    `<text:list-item text:start-value="26">${p('x')}</text:list-item>${item(p('x'))}${item(p('x'))}`,
  );
  assert.deepEqual(await outline(body, { automatic: styled('') }), ['list z x | aa x | ab x']);
  assert.deepEqual(await outline(body, { automatic: styled('style:num-letter-sync="true"') }), [
    'list z x | aa x | bb x',
  ]);
});

test('numbers are written as the list names its numerals, by one of them or by the first of their sequence', async () => {
  const read = async (format: string) => {
    const named = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="${format}" style:num-suffix="."/></text:list-style>`;
    const [line] = await outline(list(item(p('x')) + item(p('x'))), { automatic: named });
    return line?.replace('list ', '').replaceAll(' x', '');
  };
  for (const [format, numbers] of [
    ['一, 二, 三, ...', '一. | 二.'],
    ['壹, 贰, 叁, ...', '壹. | 贰.'],
    ['壹, 貳, 參, ...', '壹. | 貳.'],
    ['甲, 乙, 丙, ...', '甲. | 乙.'],
    ['①, ②, ③, ...', '①. | ②.'],
    ['一, 二, 三, ... (ko)', '一. | 二.'],
    ['일, 이, 삼, ... (ko-x-digital)', '일. | 이.'],
    ['가, 나, 다, ...', '가. | 나.'],
    ['ア, イ, ウ, ...', 'ア. | イ.'],
    ['А, Б, .., Аа, Аб, ... (ru)', 'А. | Б.'],
    ['α, β, ... (gr)', 'α. | β.'],
    ['א, י, ק, ...', 'א. | ב.'],
    ['ا, ب, ج, ...', 'ا. | ب.'],
    ['١, ٢, ٣, ...', '١. | ٢.'],
    ['ก, ข, ค, ...', 'ก. | ข.'],
    ['1st', '1st. | 2nd.'],
    ['One', 'One. | Two.'],
    ['001, 002, 003, ...', '001. | 002.'],
    ['Ծ, Ղ, ...', '1. | 2.'],
  ] as const)
    assert.equal(await read(format), numbers, format);
});

test('chapters that stand in a list of the outline style are counted as all others are', async () => {
  const numbered = (at: number) =>
    `<text:outline-level-style text:level="${at}" style:num-format="1" text:display-levels="${at}"/>`;
  const styles = `<office:styles><text:outline-style style:name="Outline">${numbered(1)}${numbered(2)}</text:outline-style></office:styles>`;
  const h = (at: number, text: string, attributes = '') =>
    `<text:h text:outline-level="${at}" ${attributes}>${text}</text:h>`;
  const wrapped = (content: string) => `<text:list text:style-name="Outline">${content}</text:list>`;
  const entry = (content: string, attributes = '') =>
    `<text:list-item ${attributes}>${content}</text:list-item>`;
  const body = [
    wrapped(entry(`${h(1, 'One')}<text:list>${entry(h(2, 'deeper'))}</text:list>`)),
    p('text'),
    h(2, 'beside'),
    wrapped(`<text:list-header>${h(1, 'Preface')}</text:list-header>`),
    wrapped(entry(h(1, 'Two'))),
    wrapped(entry(h(1, 'Seven'), 'text:start-value="7"')),
    h(1, 'Eight'),
  ].join('');
  assert.deepEqual(await outline(body, { styles }), [
    'h1 1 One',
    'h2 1.1 deeper',
    'paragraph text',
    'h2 1.2 beside',
    'h1 Preface',
    'h1 2 Two',
    'h1 7 Seven',
    'h1 8 Eight',
  ]);
});
