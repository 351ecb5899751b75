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
