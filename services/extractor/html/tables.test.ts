import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

test('the head of a table is its first row and its foot the last, wherever they are written', () => {
  assert.deepEqual(
    outline(
      '<table><tfoot><tr><td>Sum<td>3</tfoot><tbody><tr><td rowspan=9>a<td>1<tr><td>2</tbody><thead><tr><td>Q<td>n</thead></table>',
    ),
    ['table #Q,#n | a(1x2),1 | 2 | Sum,3'],
  );
});

test('cells of a table inside a cell stand in a line, also where each holds a paragraph', () => {
  const inner =
    '<table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td>\n<div>c</div></td><td><p>d</p><p>e</p></td></tr></table>';
  assert.deepEqual(outline(`<table border=1><tr><th>H<th>I<tr><td>before${inner}after<td><p>x</p></table>`), [
    'table #H,#I | before\na b\nc\nd\ne\nafter,x',
  ]);
});

test('an old price and a new one are two, also without white space', () => {
  assert.deepEqual(
    outline(
      '<p>€<span>3</span><span>,50</span><del>4,00 €</del><p><del>20</del><ins>15</ins><p>colo<del>u</del>r<b>s</b>',
    ),
    ['paragraph €3,50 4,00 €', 'paragraph 20 15', 'paragraph colours'],
  );
});

test('signs that stand in columns of their own join their amounts, and room between columns goes (filings)', () => {
  const widths = `<tr>${'<td style="width:1%"></td>'.repeat(12)}</tr>`;
  const label = (text: string) => `<td colspan=3>${text}</td>`;
  const amount = (text: string) => `<td colspan=2>${text}</td><td></td>`;
  const body =
    `<tr>${label('')}<td colspan=9>Years ended</td></tr>` +
    `<tr>${label('')}<td colspan=3>2024</td>${label('')}<td colspan=3>2023</td></tr>` +
    `<tr>${label('Products')}<td>$</td><td>294</td><td></td>${label('')}<td>$</td><td>298</td><td></td></tr>` +
    `<tr>${label('Change')}<td colspan=2>(3</td><td>)%</td>${label('')}${amount('7')}</tr>` +
    `<tr>${label('')}${label('')}${label('')}${label('')}</tr>` +
    `<tr>${label('Other')}${amount('(565)')}${label('')}<td>$</td><td>(8</td><td>)</td></tr>`;
  assert.deepEqual(outline(`<table>${widths}${body}</table>`), [
    'table ,Years ended(2x1) | ,2024,2023 | Products,$294,$298 | Change,(3)%,7 | Other,(565),$(8)',
  ]);
});

test('a column of signs beside anything but amounts stays a column, and so does one under a name of its own', () => {
  assert.deepEqual(
    outline(
      '<table><tr><th>Value<th>Unit<tr><td>45<td>%<tr><td>80<td>%</table>' +
        '<table><tr><td>%<td>modulo<tr><td>$<td>end of line</table>' +
        '<table><tr><td rowspan=2>$<td>4<tr><td>5<tr><td>a<td></table>',
    ),
    ['table #Value,#Unit | 45,% | 80,%', 'table %,modulo | $,end of line', 'table $(1x2),4 | 5 | a,'],
  );
});

test('columns of which most are room are the others, and a table with heads over free columns stays', () => {
  const row = (...texts: string[]) => `<tr>${texts.map(text => `<td>${text}<td>&nbsp;<td>`).join('')}</tr>`;
  const head = '<tr><th>Mon<th>Tue<th>Wed<th>Thu</tr>';
  const week = `<tr><td>1<td><td><td></tr>`.repeat(2);
  assert.deepEqual(
    outline(`<table>${row('Name', 'Age')}${row('Ada', '36')}</table><table>${head}${week}</table>`),
    ['table Name,Age | Ada,36', 'table #Mon,#Tue,#Wed,#Thu | 1,,, | 1,,,'],
  );
});

test('a table in whose cells rules stand above sums is one of data (filings of the nineties)', () => {
  const rule = '<tr><td><td><hr size=1></tr>';
  const rows = '<tr><td>Cash<td>12</tr><tr><td>Stock<td>30</tr>';
  assert.deepEqual(outline(`<table cellspacing=0>${rows}${rule}<tr><td>Total<td>42</tr>${rule}</table>`), [
    'table Cash,12 | Stock,30 | , | Total,42 | ,',
  ]);
});

const edge = (kind: string, text: string) => `<th class="${kind}-headers-background"><div>${text}</div></th>`;
const letters = (...texts: string[]) =>
  `<thead><tr><th class="row-header freezebar-origin-ltr"></th>${texts.map(text => (text === '' ? '<th class="freezebar-cell"></th>' : edge('column', text))).join('')}</tr></thead>`;
const numbered = (number: number, ...cells: string[]) =>
  `<tr>${edge('row', String(number))}${cells.map(cell => (cell.startsWith('<') ? cell : `<td>${cell}</td>`)).join('')}</tr>`;

test('letters and numbers around a sheet that was saved as a page are not in it, nor are its empty ends', () => {
  const body =
    numbered(1, 'model', 'count', '', '') +
    numbered(2, 'A 11', '13', '', '') +
    numbered(4, '<td colspan=4>end</td>');
  assert.deepEqual(
    outline(`<table>${letters('A', 'B', 'D', 'E')}<tbody>${body}${numbered(5, '', '', '', '')}</table>`),
    ['table model,count | A 11,13 | end(2x1)'],
  );
});

test('rows of such a sheet that are frozen are its head, and the lines that freeze them are none', () => {
  const bar = `<tr><th class="freezebar-cell freezebar-horizontal-handle"></th>${'<td class="freezebar-cell"></td>'.repeat(3)}</tr>`;
  const body =
    numbered(1, 'name', '', 'sum') + bar + numbered(2, 'a', '', '1') + numbered(3, 'b', '<td></td>', '2');
  assert.deepEqual(outline(`<table>${letters('A', '', 'B')}<tbody>${body}</table>`), [
    'table #name,#sum | a,1 | b,2',
  ]);
});

test('the frame of such a sheet goes where its letters and numbers were switched off, too', () => {
  const row = (...cells: string[]) =>
    `<tr><th class="row-headers-background row-header-shim"></th>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  const top =
    '<thead><tr><th class="row-header header-shim"></th><th class="header-shim"></th><th class="header-shim"></th></tr></thead>';
  assert.deepEqual(
    outline(`<table>${top}<tbody>${row('Id', 'Name')}${row('', '')}${row('7', 'a')}</table>`),
    ['table Id,Name | , | 7,a'],
  );
});

test('a questionnaire with letters above and numbers beside its answers keeps them', () => {
  const table =
    '<table><tr><th></th><th>A</th><th>B</th></tr><tr><th>1</th><td>x</td><td></td></tr><tr><th>2</th><td></td><td>x</td></tr></table>';
  assert.deepEqual(outline(table), ['table #,#A,#B | #1,x, | #2,,x']);
  const named = table.replace('<th>1</th>', '<th class="row-header">Ann</th>');
  assert.deepEqual(outline(named), ['table #,#A,#B | #Ann,x, | #2,,x']);
});
