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
