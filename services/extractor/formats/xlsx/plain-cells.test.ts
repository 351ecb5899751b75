import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../../tests/resilience/soak/random.ts';
import { PlainCells } from './plain-cells.ts';
import { buildXlsx, parse } from './xlsx.test-support.ts';

const cells = (source: string, row = 'row') => new PlainCells(source, row);

test('a cell is read with its place, its style, its type and where its value stands', () => {
  const source = ' \n<c r="AB12" s="31" t="str"><v>a &amp; b</v></c><c r="A13"/>';
  const plain = cells(source);
  assert.equal(plain.read(0), 'value');
  const { column, style, type, valueStart, valueEnd, end } = plain;
  assert.deepEqual({ column, style, type }, { column: 27, style: 31, type: 'str' });
  assert.equal(source.slice(valueStart, valueEnd), 'a &amp; b');
  assert.equal(plain.read(end), 'empty');
  assert.deepEqual([plain.column, plain.style, plain.type], [0, 0, 'n']);
  assert.equal(plain.end, source.length);
});

test('the prefix of the rows is that of their cells', () => {
  const source = '<x:c r="A1"><x:v>1</x:v></x:c>';
  assert.equal(cells(source, 'x:row').read(0), 'value');
  assert.equal(cells(source).read(0), 'nothing');
  assert.equal(cells('<x:c r="A1"><v>1</v></x:c>', 'x:row').read(0), 'opening');
});

test('of a cell that holds more than a value the opening tag is read', () => {
  for (const inside of [
    '<f t="array" ref="B1">C1</f><v>1</v>',
    '<f t="shared" ref="B1:B9" si="0">C1</f><v>1</v>',
    '<f t="shared" si=""/><v>1</v>',
    '<f>B1</f>',
    '<f>B1</f><v/>',
    '<f>B1<x/></f><v>1</v>',
    '<f/><v>1</v>',
    '<is><t>x</t></is>',
    '<v xml:space="preserve">1</v>',
    '<v>1</v> ',
    '<v>1<x/></v>',
    '<v/>',
    ' <v>1</v>',
  ])
    assert.equal(cells(`<c r="B1" t="s">${inside}</c>`).read(0), 'opening', inside);
});

test('a formula, or the number of one that cells share, is passed over before its result', () => {
  for (const formula of ['<f>B1&amp;"a"</f>', '<f t="shared" si="17"/>', '']) {
    const source = `<c r="B1">${formula}<v>12</v></c>`;
    const plain = cells(source);
    assert.equal(plain.read(0), 'value', formula);
    assert.equal(source.slice(plain.valueStart, plain.valueEnd), '12');
    assert.equal(plain.isCalculated, formula !== '');
    assert.equal(plain.end, source.length);
  }
});

test('nothing is read of what is written in another way', () => {
  for (const source of [
    '<c><v>1</v></c>',
    '<c t="s" r="A1"><v>1</v></c>',
    "<c r='A1'><v>1</v></c>",
    '<c  r="A1"><v>1</v></c>',
    '<c r="a1"><v>1</v></c>',
    '<c r="1"><v>1</v></c>',
    '<c r="XFE1"><v>1</v></c>',
    '<c r="A1" s=""><v>1</v></c>',
    '<c r="A1" s="1234567"><v>1</v></c>',
    '<c r="A1" vm="1" t="e"><v>#VALUE!</v></c>',
    '<c r="A1" t="s" ><v>1</v></c>',
    '<c r="A1" t="&#115;"><v>1</v></c>',
    '<c r="A&#66;1"><v>1</v></c>',
    '<c r="A1<"><v>1</v></c>',
    '<c r="A1" t="s',
    '<c r="A1',
    '<c r="A1"/ >',
    '</row>',
    '',
  ])
    assert.equal(cells(source).read(0), 'nothing', source);
});

test('what parts two rows is read with the number of the second', () => {
  for (const [source, prefix] of [
    ['</row><row r="12">', ''],
    [' </row>\n<row r="12" spans="1:4" x14ac:dyDescent="0.25" note="/ > \'">', ''],
    ['</x:row><x:row r="12" >', 'x:'],
  ] as const) {
    const plain = cells(source, `${prefix}row`);
    assert.equal(plain.readRow(0), 12, source);
    assert.equal(plain.end, source.length);
  }
});

test('nothing is read of rows that are parted in another way', () => {
  for (const source of [
    '</row></sheetData>',
    '</row><row r="2"/>',
    '</row><row r="2" ht="1" />',
    '</row><row>',
    '</row><row r="">',
    '</row><row r="0">',
    '</row><row r="x">',
    '</row><row r="12345678">',
    '</row><row ht="1" r="2">',
    "</row><row r='2'>",
    '</row><row r="2" ht=\'"\'>',
    '</row><row r="2" xmlns:x="u">',
    '</row><row r="2" ht="1>',
    '</row><row r="2"',
    '</row ><row r="2">',
    '<row r="2">',
    '</row>',
    '',
  ])
    assert.equal(cells(source).readRow(0), 0, source);
});

test('a sheet says the same, whether its cells are read from the text or tag by tag', async () => {
  const random = new Random(11);
  const some = (values: readonly string[]) => random.pick(values);
  const cell = (reference: string) => {
    const style = some(['', '', ' s="0"', ' s="1"', ' s="99"']);
    const type = some([
      '',
      '',
      ' t="s"',
      ' t="n"',
      ' t="str"',
      ' t="b"',
      ' t="e"',
      ' t="d"',
      ' t="inlineStr"',
    ]);
    const value = some(['0', '1', '45000.5', ' 2 ', '', 'a &lt; b', '2024-02-29T00:00:00', 'ä\r\nb', '99']);
    const inside = some([
      `<v>${value}</v>`,
      `<v>${value}</v>`,
      `<v>${value}</v>`,
      `<f>B1+1</f><v>${value}</v>`,
      `<f t="shared" ref="A1:F6" si="0">B1+1</f><v>${value}</v>`,
      `<f t="shared" si="${some(['0', '1'])}"/><v>${value}</v>`,
      some(['<f>B1+1</f>', '<f t="shared" si="0"/>', '<f>B1+1</f><v/>']),
      `<is><t>${value}</t></is>`,
      '',
    ]);
    const tag = `c r="${reference}"${some([style + type, type + style])}`;
    return inside === '' ? some([`<${tag}/>`, `<${tag}></c>`]) : `<${tag}>${inside}</c>`;
  };
  const sources = { strings: ['zero', ' one '], formats: ['0.0%', 'yyyy-mm-dd'] };
  for (let sheet = 0; sheet < 60; sheet++) {
    const rows = Array.from({ length: 6 }, (_, row) => {
      const columns = Array.from('ABCDEF').filter(() => random.chance(0.8));
      if (random.chance(0.1)) columns.reverse();
      const between = some(['', '', '\n  ']);
      const number = some(['', '', '', ' r="3"']) || ` r="${row + 1}"`;
      const rest = some(['', '', ' spans="1:6"', ' xmlns:x="u"', ' ht="1" ']);
      if (columns.length === 0) return `<row${number}${rest}/>`;
      return `${some(['', ' '])}<row${number}${rest}>${columns.map(column => between + cell(`${column}${row + 1}`)).join('')}</row>`;
    }).join('');
    const byTags = rows.replaceAll('<c r=', '<c cm="0" r=').replaceAll('<row r=', '<row ht="1" r=');
    assert.deepEqual(
      await parse(buildXlsx([{ rows }], sources)),
      await parse(buildXlsx([{ rows: byTags }], sources)),
      rows,
    );
  }
});
