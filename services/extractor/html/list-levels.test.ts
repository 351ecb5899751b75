import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

test('lists that Google Docs sets one after another nest by the level that their class names', () => {
  const list = (tag: string, level: number, items: string, start = '') =>
    `<${tag} class="c1 lst-kix_ab1-${level} start"${start}>${items}</${tag}>\n`;
  const page =
    list('ol', 0, '<li>a<li>b', ' start=1') +
    list('ul', 1, '<li>c') +
    list('ul', 2, '<li>d') +
    list('ul', 1, '<li>e') +
    list('ol', 0, '<li>f', ' start=3') +
    '<p>Text</p>' +
    list('ul', 1, '<li>g');
  assert.deepEqual(outline(page), [
    'list 1. a | 2. b | >- c | >>- d | >- e | 3. f',
    'paragraph Text',
    'list - g',
  ]);
});

test('lists that LibreOffice sets one after another nest by the lists around them', () => {
  const page =
    '<ol><li><p>a</p><li><p>b</p></ol>\n<ul>\n<ul><li><p>c</p></ul>\n</ul>\n<ol start="3"><li><p>d</p></ol>' +
    '<ul><li>e</ul><ul><li>f</ul>';
  assert.deepEqual(outline(page), ['list 1. a | 2. b | >- c | 3. d', 'list - e', 'list - f']);
});

test('lists of one item each, as Notion writes them, are one list; so is one that begins with the next number', () => {
  const bullets = (text: string) => `<ul class="bulleted-list"><li>${text}</li></ul>`;
  const number = (start: number, text: string) =>
    `<ol class="numbered-list" start="${start}"><li>${text}</li></ol>\n`;
  assert.deepEqual(
    outline(
      bullets('a<ul class="bulleted-list"><li>b</ul>') +
        bullets('c') +
        number(1, 'd') +
        number(2, 'e') +
        number(3, 'f') +
        `<p>g</p>${number(4, 'h')}${number(1, 'i')}<ul class=x><li>j</ul><ul class=y><li>k</ul>`,
    ),
    [
      'list - a | >- b | - c',
      'list 1. d | 2. e | 3. f',
      'paragraph g',
      'list - 4. h',
      'list 1. i',
      'list - j',
      'list - k',
    ],
  );
});

test('a marker that is written in an item without one of its list is its marker', () => {
  const item = (marker: string, text: string) =>
    `<li style="list-style-type:none;"><span>${marker}</span> <div><p>${text}</p></div></li>`;
  assert.deepEqual(
    outline(
      `<ul>${item('•', 'a')}${item('•', `b<ol>${item('1.', 'c')}${item('2.', 'd')}</ol>`)}</ul><p>e</p>` +
        `<ol>${item('(a)', 'f')}${item('(b)', 'g')}</ol><ul><li style="list-style:none"><p>h</p><p>2.</p></ul>`,
    ),
    ['list - a | - b | >1. c | >2. d', 'paragraph e', 'list - (a) f | - (b) g', 'list - h\n2.'],
  );
});

test('a list that goes on in other numerals is another list', () => {
  assert.deepEqual(outline('<ol type=a><li>one<li>two</ol><ol type=I start=3><li>three</ol>'), [
    'list - a. one | - b. two',
    'list - III. three',
  ]);
});

test('a label that floats before an item is its marker (LibreOffice’s XHTML)', () => {
  const item = (label: string, text: string) =>
    `<li><p style="margin-left:0cm;"><span style="display:block;float:left;min-width:0cm;">${label}</span>${text}<span class="odfLiEnd"> </span></p></li>`;
  assert.deepEqual(
    outline(
      `<ol>${item('1.', 'one')}${item('2.', 'two')}</ol><p>between</p><ol>${item('3.', 'three')}</ol><ul>${item('••', 'dot')}<li><p><span style="float:left">Aside</span> words</p></li></ul>`,
    ),
    ['list 1. one | 2. two', 'paragraph between', 'list - 3. three', 'list - dot | - Aside words'],
  );
});

test("lists of Word's filtered pages, which say nothing but where their markers stand, are lists", () => {
  const gap = `<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span>`;
  const item = (marker: string, text: string, style = '', kind = 'Middle') =>
    `<p class=MsoListParagraphCxSp${kind} style='${style}text-indent:-18.0pt'><span style='font-family:Symbol'>${marker}${gap}</span>${text}</p>\n`;
  const second = 'margin-left:72.0pt;';
  const bullets = item('·', 'One') + item('o', 'in <b>it</b>', second) + item('·', 'Two');
  const numbers = `<p class=MsoListParagraph style='text-indent:-18.0pt'>1.${gap}First</p>${item('2.', 'Second')}${item('a)', 'Told', second)}`;
  const none = '<p class=MsoListParagraph>No marker</p>';
  assert.deepEqual(outline(`<p class=MsoNormal>Text</p>${bullets}${none}${numbers}`), [
    'paragraph Text',
    'list - One | >- in it | - Two',
    'paragraph No marker',
    'list 1. First | 2. Second | >- a) Told',
  ]);
});

test('lists are numbered as their style, that of their items, or a class of docutils says', () => {
  const two = '<li>one<li>two';
  for (const [list, read] of [
    [`<ol style="list-style-type: lower-alpha;">${two}</ol>`, '- a. one | - b. two'],
    [
      `<ol start=3 style="color:red; list-style: upper-roman inside !important">${two}</ol>`,
      '- III. one | - IV. two',
    ],
    [`<ol class="upperalpha simple">${two}</ol>`, '- A. one | - B. two'],
    [
      `<ol><li style="list-style-type:lower-roman">one<li style="list-style-type:lower-roman">two</ol>`,
      '- i. one | - ii. two',
    ],
    [`<ul style="list-style-type:decimal">${two}</ul>`, '1. one | 2. two'],
    [`<ol style="list-style-type:disc">${two}</ol>`, '- one | - two'],
    [`<ol type=a style="list-style-type:decimal">${two}</ol>`, '1. one | 2. two'],
    [`<ol type=a style="list-style:none">${two}</ol>`, '- a. one | - b. two'],
    [`<ol style="list-style-type:lower-greek">${two}</ol>`, '- α. one | - β. two'],
    [`<ol style="list-style-type:cjk-ideographic">${two}</ol>`, '- 一、 one | - 二、 two'],
    [`<ol style="list-style-type:hebrew" start=15>${two}</ol>`, '- טו. one | - טז. two'],
    [`<ol type=constructor>${two}</ol>`, '1. one | 2. two'],
    [`<ol class="circle square">${two}</ol>`, '1. one | 2. two'],
  ] as const)
    assert.deepEqual(outline(list), [`list ${read}`], list);
});

test('levels of lists that Google Docs exports are numbered as its style sheet draws them', () => {
  const rule = (level: number, content: string) =>
    `ol.lst-kix_ab-${level}{list-style-type:none}.lst-kix_ab-${level}>li:before{content:${content}}`;
  const counter = (level: number, style: string) => `counter(lst-ctn-kix_ab-${level},${style})`;
  const sheet =
    rule(0, `"" ${counter(0, 'upper-roman')} ". "`) +
    rule(1, `"(" ${counter(1, 'lower-latin')} ") "`) +
    rule(2, `"" ${counter(1, 'lower-latin')} "." ${counter(2, 'lower-latin')} ". "`);
  const list = (level: number, items: string, start: number) =>
    `<ol class="c1 lst-kix_ab-${level} start" start="${start}">${items}</ol>`;
  assert.deepEqual(
    outline(
      `<style>${sheet}</style>${list(0, '<li>one', 1)}${list(1, '<li>two<li>three', 1)}${list(2, '<li>four', 1)}${list(0, '<li>five', 2)}`,
    ),
    ['list - I. one | >- a. two | >- b. three | >>1. four | - II. five'],
  );
});

test('tables that only set a bullet beside its text are lists, joined over what shows nothing; a number begins its paragraph', () => {
  const one = (marker: string, text: string) =>
    `<table><tr><td>&nbsp;<td><p>${marker}</p><td><p>${text}</p></table><p style="font-size:6pt">&nbsp;</p>`;
  assert.deepEqual(
    outline(
      `<p>Risks:</p>${one('•', 'supply')}${one('&#8226;', 'demand<p>of both</p>')}<p>then</p>${one('(1)', '<b>Includes</b> Hong Kong')}` +
        '<table border=1><tr><td>•<td>first<tr><td>•<td>second</table>',
    ),
    [
      'paragraph Risks:',
      'list - supply | - demand\nof both',
      'paragraph then',
      'paragraph (1) Includes Hong Kong',
      'list - first | - second',
    ],
  );
});

test('a table of values stays one, whatever sign stands for a missing value, and what is hidden in it stays hidden', () => {
  assert.deepEqual(
    outline(
      '<table border=1><tr><td>–<td>first<tr><td>–<td>second</table><table border=1><tr><th>Sign<th>Name<tr><td>•<td>bullet</table>' +
        '<table style="display:none"><tr><td>•<td>secret</table><table border=1><tr><td>•<td>a<td>1<tr><td>•<td>b<td>2</table>',
    ),
    ['table –,first | –,second', 'table #Sign,#Name | •,bullet', 'table •,a,1 | •,b,2'],
  );
});

test('a bullet in a floating box or a flexible row is the marker of the text beside it, and so is a number', () => {
  const floating = (marker: string, text: string) =>
    `<div style=" float:left; width:10pt"><font>${marker}</font><br></div><div style="margin-left:30pt"><font>${text}</font></div><div style="clear:both">&#8203;</div>`;
  const flexible = (marker: string, text: string) =>
    `<div style="margin-left:4%;display:flex"><span style="display:inline-flex">${marker}</span><div style="display:inline"><span>${text}</span></div></div>`;
  assert.deepEqual(
    outline(
      `<div>${floating('•', 'one')}${floating('•', 'two')}${floating('1.', 'first')}</div><div>${flexible('•', 'three')}${flexible('•', 'four')}${flexible('(a)', 'fifth')}</div>` +
        '<div style="float:left">•</div><img src=a alt=pie><div style="display:flex"><b>Home</b><i>About</i></div>',
    ),
    [
      'list - one | - two',
      'paragraph 1. first',
      'list - three | - four',
      'paragraph (a) fifth',
      'paragraph •',
      'image pie',
      'paragraph Home About',
    ],
  );
});

test('a bullet that hangs before its paragraph is a marker, and a number there stands apart from the text', () => {
  const hanging = (marker: string, text: string) =>
    `<div style="padding-left:27pt;text-indent:-18pt"><span>${marker}</span><span style="padding-left:14.5pt">${text}</span></div>`;
  assert.deepEqual(
    outline(
      `${hanging('&#8226;', 'Net income was $3.')}${hanging('•', 'Costs rose.')}${hanging('(1)', 'China includes Hong Kong.')}` +
        `<table><tr><th>${hanging('•', 'Monarch')}<td>Elizabeth</table>` +
        '<p style="text-indent:-18pt">•</p><p style="text-indent:-9pt">Knuth, D.: <i>Books</i></p>',
    ),
    [
      'list - Net income was $3. | - Costs rose.',
      'paragraph (1) China includes Hong Kong.',
      'table #• Monarch,Elizabeth',
      'paragraph •',
      'paragraph Knuth, D.: Books',
    ],
  );
});
