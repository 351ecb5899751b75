import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../../tests/support/cpu-time.ts';
import { CEILINGS, ExtractionError } from '../format.ts';
import { htmlBlocks } from './blocks.ts';
import { blocksOf, outline } from './outline.test-support.ts';

/** Far more than a page of a megabyte takes, even on a slow machine. */
const SLOW_MS = 20_000;

test('inline elements join into one paragraph; blocks part; white space folds', () => {
  assert.deepEqual(outline('<div>One <b>two</b>\n  three<p>four</p>fi<i>ve</i></div>'), [
    'paragraph One two three',
    'paragraph four',
    'paragraph five',
  ]);
});

test('a line break inside a paragraph is kept, one at its end is not', () => {
  assert.deepEqual(outline('<p>12 High Street<br>Oxford<br></p>'), ['paragraph 12 High Street\nOxford']);
});

test('an empty line made of line breaks ends a paragraph; in a cell and an item it is kept', () => {
  assert.deepEqual(
    outline(
      '<p>One<br>two<br><br>Three<br>&nbsp;<br>Four</p><ul><li>a<br><br>b</ul>' +
        '<table border=1><tr><td>c<br><br>d<td>e<tr><td>f<td>g</table>',
    ),
    ['paragraph One\ntwo', 'paragraph Three', 'paragraph Four', 'list - a\n\nb', 'table c\n\nd,e | f,g'],
  );
});

test('text that keeps its line ends by its style keeps them here, and of one width it is a program', () => {
  const mono = 'font-family: Menlo, "Courier New", monospace; white-space: pre';
  assert.deepEqual(
    outline(
      '<div style="white-space: pre-wrap">Dear Ann,\n\nline one\nline <b>two\n  three</b></div>' +
        `<div style="white-space:pre-line"><p style="white-space: normal">a\nb</p>c\nd</div><p>e\nf</p>` +
        `<div style='${mono}'><div><i>def</i> f():</div><div>    return 1</div><br><div>f()</div></div>`,
    ),
    [
      'paragraph Dear Ann,',
      'paragraph line one\nline two\nthree',
      'paragraph a b',
      'paragraph c\nd',
      'paragraph e f',
      'code def f():\n    return 1\n\nf()',
    ],
  );
});

test("the page's own style sheet keeps line ends, and of one width or in a block of `code` it is a program", () => {
  const sheet =
    '.msg { white-space: pre-wrap } .listing, code.block { display: block; white-space: pre } code { white-space: pre-wrap }' +
    '.listing { font-family: Consolas, monospace } .plain { white-space: normal } @media print { p { white-space: pre } }';
  assert.deepEqual(
    outline(
      `<style>${sheet}</style><div class=msg>Dear Ann,\nline <b>two</b><p class=plain>a\nb</p></div><p>c\nd <code>e</code> f</p>` +
        '<code class=block>def f():\n    <i>return</i> 1</code><div class=listing><div>g</div><div>  h</div></div><p class="msg plain">i\nj',
    ),
    [
      'paragraph Dear Ann,\nline two',
      'paragraph a b',
      'paragraph c d e f',
      'code def f():\n    return 1',
      'code g\n  h',
      'paragraph i j',
    ],
  );
});

test('headings keep their level, also those by role', () => {
  assert.deepEqual(outline('<h1>A</h1><h4>B <small>c</small></h4><div role=heading aria-level=3>D</div>'), [
    'h1 A',
    'h4 B c',
    'h3 D',
  ]);
});

test("the page's own style sheet parts words that the markup does not", () => {
  const sheet =
    '<style>/* a { */ @media print { b { display: block } } .value, #note { display: block } nav > ul a { display: flex }' +
    ' .row { display: inline-flex }</style>';
  const cards = '<div><span class="value big">2388</span><span>cases</span><b>new</b></div>';
  const row = '<p class=row><span>Home</span><a>About</a></p><p style="display:grid"><i>a</i><i>b</i></p>';
  assert.deepEqual(
    outline(`${sheet}${cards}${row}<nav><ul><a>one</a><a>two</a></ul></nav><p><a>w</a>ord</p>`),
    [
      'paragraph 2388',
      'paragraph casesnew',
      'paragraph Home About',
      'paragraph a b',
      'paragraph one',
      'paragraph two',
      'paragraph word',
    ],
  );
});

test('links, labels and custom elements in a row are words of their own; those of a sentence are as they stand', () => {
  assert.deepEqual(
    outline(
      '<nav><a href=1>Home</a><a href=2>About</a></nav><div><label>Linux</label><label>Mac</label></div>' +
        '<div><x-tag>a</x-tag><x-tag>b</x-tag></div><p>The <a href=3>fire</a><a href=4>brigade</a></p>' +
        '<div><a href=5>one</a><a href=5>word</a></div><h4><a href=6>Title</a><a href=7>¶</a></h4>',
    ),
    [
      'paragraph Home About',
      'paragraph Linux Mac',
      'paragraph a b',
      'paragraph The firebrigade',
      'paragraph oneword',
      'h4 Title¶',
    ],
  );
});

test('comments of a style sheet say nothing, and neither does what follows one without an end', () => {
  const sheet = '<style>/* b { display: block } */ a { display: block } /* /* i { display: block }</style>';
  assert.deepEqual(outline(`${sheet}<p>x<b>y</b><i>z</i><a>w</a></p>`), ['paragraph xyz', 'paragraph w']);
});

test('a sheet that fits every element in many ways is given up, not followed for minutes', async () => {
  const names = Array.from({ length: 200 }, (_, at) => `x${at}`);
  const rules = Array.from({ length: 2_000 }, (_, at) => `.n${at} .m${at} .x${at % 200}{display:block}`);
  const page = `<style>${rules.join('')}</style>${`<i class="${names.join(' ')}">a</i>`.repeat(4_000)}`;
  let shown: string[] = [];
  const tookMs = await cpuMsOf(() => {
    shown = outline(page);
  });
  assert.deepEqual(shown, [`paragraph ${'a'.repeat(4_000)}`]);
  assert.ok(tookMs < SLOW_MS, `${tookMs} ms`);
});

test('what only a style sheet hides is read', () => {
  assert.deepEqual(outline('<style>.tab { display: none }</style><div class=tab>Terms</div>'), [
    'paragraph Terms',
  ]);
});

test('what is not shown is not read', () => {
  const hidden = [
    '<script>s</script><style>t</style><template><p>u</p></template><noscript>v</noscript>',
    '<p hidden>w</p><p style="color:red; display : none">x</p><p style="visibility:hidden">y</p>',
    '<dialog>z</dialog><title>t</title><!-- c --><input type=hidden value=h><svg><title>i</title></svg>',
  ];
  assert.deepEqual(outline(`${hidden.join('')}<p>seen</p>`), ['paragraph seen']);
});

test('a page that hides all of itself until its scripts run is read', () => {
  assert.deepEqual(outline('<body><script>s</script><div style="display:none"><p>Story</p></div>'), [
    'paragraph Story',
  ]);
});

test('a list between the items of another stands below the item before it', () => {
  assert.deepEqual(outline('<ul><li>a</li><ul><li>b</li><ul><li>c</li></ul></ul><li>d</li></ul><p>e'), [
    'list - a | >- b | >>- c | - d',
    'paragraph e',
  ]);
  assert.deepEqual(outline('<ol><li>a</li><ul><li>b</li></ul>text<li>c</li></ol>'), [
    'list 1. a | >- b',
    'paragraph text',
    'list - 2. c',
  ]);
  assert.deepEqual(outline('<ul><ul><li>a</li></ul><li>b</li></ul>'), ['list - a', 'list - b']);
});

test('lists nest, and a list inside an otherwise empty item is no level of its own', () => {
  assert.deepEqual(outline('<ul><li>a<ul><li>b</ul><li>c</ul>'), ['list - a | >- b | - c']);
  assert.deepEqual(outline('<ul><li><ul><li>a<li>b</ul></ul>'), ['list - a | - b']);
  assert.deepEqual(outline('<ol><li>a<p>second paragraph</p><li></li><li>b</ol>'), [
    'list 1. a\nsecond paragraph',
    'list - 3. b',
  ]);
});

test('a marker that counting cannot reproduce stays in the text', () => {
  assert.deepEqual(outline('<ol start=16><li>a<li>b</ol>'), ['list - 16. a | - 17. b']);
  assert.deepEqual(outline('<ol type=i><li>a<li value=4>b</ol>'), ['list - i. a | - iv. b']);
  assert.deepEqual(outline('<ol reversed><li>a<li>b</ol>'), ['list - 2. a | - 1. b']);
  assert.deepEqual(outline('<ol reversed><li>a<li>b<li>c</ol>'), ['list - 3. a | - 2. b | - 1. c']);
  assert.deepEqual(outline('<ol type=A start=27><li>a</ol>'), ['list - AA. a']);
});

test('paragraphs that Word and Outlook mark as items are lists', () => {
  const item = (marker: string, text: string, level = 1) =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp; </span></span><![endif]>${text}</p>\n`;
  const counted = item('1.', 'one') + item('\u00b7', 'below', 2) + item('2.', 'two') + item('a)', 'told', 2);
  assert.deepEqual(
    outline(`<div><p>Lists:</p>${counted}<p>between</p>${item('o', 'bullet')}${item('3.', 'three')}</div>`),
    [
      'paragraph Lists:',
      'list 1. one | >- below | 2. two | >- a) told',
      'paragraph between',
      'list - bullet',
      'list - 3. three',
    ],
  );
});

test('lists and tables that are such only by their role are read as such', () => {
  assert.deepEqual(outline('<div role=list><div role=listitem>a</div><div role=listitem>b</div></div>'), [
    'list - a | - b',
  ]);
  const row = (role: string, ...cells: string[]) =>
    `<div role=row>${cells.map(cell => `<span role=${role}>${cell}</span>`).join('')}</div>`;
  const rows = row('columnheader', 'k', 'v') + row('cell', 'a', '1');
  assert.deepEqual(outline(`<div role=table>${rows}</div>`), ['table #k,#v | a,1']);
});

test('a displayed formula stands on a line of its own, and what a sum is taken of stands apart from its bounds', () => {
  const sum = '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>';
  const power = '<msup><mi>x</mi><mi>n</mi></msup><mi>y</mi>';
  assert.deepEqual(
    outline(
      `<p>Then <math display="block">${sum}<mi>a</mi></math>holds,<math>${power}</math> and <math><mo>(</mo>${sum}<mo>)</mo>` +
        '<munder><mo>lim</mo><mi>x</mi></munder><mi>f</mi></math></p>',
    ),
    ['paragraph Then', 'paragraph ∑_(i=1)^n a', 'paragraph holds,x^ny and (∑_(i=1)^n)lim_x f'],
  );
});

test('formulas are flat text with the usual signs', () => {
  const math = (content: string) => outline(`<p><math>${content}</math></p>`)[0];
  assert.equal(
    math('<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>'),
    'paragraph a/(b+c)',
  );
  assert.equal(math('<msup><mi>x</mi><mn>2</mn></msup><msqrt><mi>y</mi></msqrt>'), 'paragraph x^2√(y)');
  assert.equal(
    math('<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>'),
    'paragraph ∑_(i=1)^n',
  );
  assert.equal(math('<mover><mi>x</mi><mo>¯</mo></mover>'), 'paragraph x¯');
  assert.equal(math('<msup><mi>f</mi><mo>′</mo></msup>'), 'paragraph f′');
  assert.equal(math('<msup><mi>e</mi><mrow><mo>−</mo><mi>x</mi></mrow></msup>'), 'paragraph e^(−x)');
  const line = (...cells: string[]) =>
    `<mtr>${cells.map(cell => `<mtd><mn>${cell}</mn></mtd>`).join('')}</mtr>`;
  assert.equal(math(`<mtable>${line('1', '0')}${line('0', '1')}</mtable>`), 'paragraph 1, 0; 0, 1');
});

test('code and tables inside an item split the list and keep its order and its numbers', () => {
  assert.deepEqual(outline('<ol><li>Install:<pre>npm ci\n  npm start</pre>then<li>Run</ol>'), [
    'list 1. Install:',
    'code npm ci\n  npm start',
    'paragraph then',
    'list - 2. Run',
  ]);
});

test('terms are items with their definitions below; running text under terms stays text', () => {
  assert.deepEqual(outline('<dl><dt>Tea<dd>hot<dd>green<dt>Milk<dd>cold</dl>'), [
    'list - Tea | >- hot | >- green | - Milk | >- cold',
  ]);
  assert.deepEqual(outline('<dl><dt>f()<dd><p>Does.</p><pre>f()</pre></dl>'), [
    'paragraph f()',
    'paragraph Does.',
    'code f()',
  ]);
});

test('preformatted text keeps its white space', () => {
  assert.deepEqual(outline('<pre>\n\nif x:\n    <b>y</b>   \n\n</pre>'), ['code if x:\n    y']);
  assert.deepEqual(outline('<pre>class <b>A</b><div>extends B</div>in C</pre>'), [
    'code class A\nextends B\nin C',
  ]);
});

test('plain text that a mail program quotes is no program', () => {
  const quote =
    '<blockquote type=cite><pre class=moz-quote-pre wrap="">Dear Ann,\n\none\n  two</pre></blockquote>';
  assert.deepEqual(outline(`${quote}<pre class=moz-signature cols=72>-- \nBob</pre><pre>if x:\n  y</pre>`), [
    'paragraph Dear Ann,',
    'paragraph one\ntwo',
    'paragraph --\nBob',
    'code if x:\n  y',
  ]);
});

test('a table keeps spans and headers; its caption goes before it', () => {
  const html = `<table><caption>Prices</caption><thead><tr><td>Item<td colspan=2>Price</thead>
    <tr><th rowspan=2>Tea<td>1<td>2<tr><td>3<td>4</table>`;
  assert.deepEqual(outline(html), ['paragraph Prices', 'table #Item,#Price(2x1) | #Tea(1x2),1,2 | 3,4']);
});

test('a table inside a cell becomes lines of its text', () => {
  const html = '<table><tr><td>A<td>B<tr><td><table><tr><td>1<td>2<tr><td>3<td>4</table><td>C</table>';
  assert.deepEqual(outline(html), ['table A,B | 1 2\n3 4,C']);
});

test('a table that only lays out the page is read as running text', () => {
  const html =
    '<table width=100% cellspacing=0><tr><td><h2>Menu</h2><ul><li>a</ul><td><h1>News</h1><p>x</table>';
  assert.deepEqual(outline(html), ['h2 Menu', 'list - a', 'h1 News', 'paragraph x']);
  assert.deepEqual(
    outline('<table role=presentation border=1><tr><th>a<th>b<tr><td>c<td>d</table>').length,
    4,
  );
});

test('spans are clipped to the table and to its row groups', () => {
  assert.deepEqual(outline('<table border=1><tr><td rowspan=9>a<td>b<tr><td>c<tr><td colspan=99>d</table>'), [
    'table a(1x3),b | c | d',
  ]);
  const huge = '<td rowspan=65534 colspan=1000>x'.repeat(300);
  const [table] = blocksOf(`<table border=1>${`<tr>${huge}`.repeat(10)}</table>`);
  assert.equal(table?.kind === 'table' && table.rows[0]?.[0]?.colspan, 1);
});

test('a figure is a picture with its caption; a picture among words follows them; decoration is left out', () => {
  assert.deepEqual(outline('<figure><img alt="A duck"><figcaption>Fig. 1</figcaption></figure>'), [
    'image A duck / Fig. 1',
  ]);
  assert.deepEqual(outline('<p>See <img alt="the map"> here.</p>'), ['paragraph See here.', 'image the map']);
  assert.deepEqual(outline('<p>x<img alt=""><img width=1 height=1></p>'), ['paragraph x']);
  assert.deepEqual(outline('<ul><li>Hi <img class=emoji alt=":-)">!</ul>'), ['list - Hi :-)!']);
});

test('a figure without a picture keeps its caption as text', () => {
  assert.deepEqual(outline('<figure><pre>x = 1</pre><figcaption>Listing 1</figcaption></figure>'), [
    'code x = 1',
    'paragraph Listing 1',
  ]);
});

test('forms give the values they show; ruby its reading; quotations their marks', () => {
  assert.deepEqual(outline('<form>Name <input value="Ada"><input type=password value=no></form>'), [
    'paragraph Name Ada',
  ]);
  assert.deepEqual(outline('<textarea>\n# Slides\n\n- <b>one\n</textarea><p>a\nb</p>'), [
    'paragraph # Slides',
    'paragraph - <b>one',
    'paragraph a b',
  ]);
  assert.deepEqual(outline('<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>'), [
    'paragraph 漢字(かんじ)',
  ]);
  assert.deepEqual(outline('<p>He said <q>yes</q>.</p>'), ['paragraph He said “yes”.']);
});

test('entities, soft hyphens and no-break spaces become plain text', () => {
  assert.deepEqual(outline('<p>caf&eacute;&nbsp;&amp; b&shy;ar &#x1F600;</p>'), ['paragraph café & bar 😀']);
});

test('an XHTML script without an end tag does not swallow the page', () => {
  assert.deepEqual(
    outline('<?xml version="1.0"?><html><head><script src="a.js"/></head><body><p>x</p></body></html>'),
    ['paragraph x'],
  );
});

test('what XHTML marks as text, and rules of its own, are read as XML means them', () => {
  const page =
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "a" "b" [<!ENTITY x "y">]><html xmlns="http://www.w3.org/1999/xhtml">' +
    '<head><style>/*<![CDATA[*/ i { display: block } /*]]>*/</style></head><body><p>a <![CDATA[<b> & ]]>c</p><![CDATA[d';
  assert.deepEqual(outline(page), ['paragraph a <b> & c', 'paragraph d']);
});

test('formatting elements that are never closed do not multiply', () => {
  const html = Array.from({ length: 2_000 }, (_, at) => `<b id=${at}><p>p${at}`).join('');
  assert.equal(blocksOf(html).length, 2_000);
});

test('very deep nesting is cut with a warning instead of failing', () => {
  const { blocks, warnings } = htmlBlocks(`<p>first</p>${'<div>'.repeat(20_000)}last`, CEILINGS);
  assert.deepEqual(
    blocks.map(block => block.kind === 'paragraph' && block.text),
    ['first'],
  );
  assert.deepEqual(warnings, [{ code: 'depth-ceiling', page: null }]);
});

test('lists nested beyond reason stay shallow enough for any reader', () => {
  assert.deepEqual(outline(`${'<ul><li>'.repeat(4_500)}x`), ['list - x']);
  const [list] = blocksOf(`${'<ul><li>x'.repeat(3_000)}`);
  let depth = 0;
  for (let at = list?.kind === 'list' ? list : undefined; at; at = at.items.at(-1)?.lists[0]) depth++;
  assert.ok(depth <= 32, String(depth));
});

test('more text or cells than the ceilings allow is refused as a bomb', () => {
  const refuses = (html: string) =>
    assert.throws(
      () => htmlBlocks(html, { ...CEILINGS, textCharacters: 10, cells: 3 }),
      (error: unknown) => error instanceof ExtractionError && error.bomb,
    );
  refuses('<p>more than ten characters</p>');
  refuses('<table border=1><tr><td>1<td>2<tr><td>3<td>4</table>');
});

test('an article that stands in noscript alone is read, a request to enable scripts is not', () => {
  const article = `<p>${'The board met on Monday and agreed on the harvest. '.repeat(8)}</p>`;
  const [first] = blocksOf(`<body><div>Loading…</div><noscript><h1>Minutes</h1>${article}</noscript></body>`);
  assert.deepEqual(first, { kind: 'paragraph', text: 'Loading…', page: null });
  assert.deepEqual(
    blocksOf(`<body><div>Loading…</div><noscript><h1>Minutes</h1>${article}</noscript></body>`).map(
      ({ kind }) => kind,
    ),
    ['paragraph', 'heading', 'paragraph'],
  );
  const plea = 'This page needs scripts to work properly, so please enable them in your browser. '.repeat(4);
  assert.deepEqual(outline(`${article}${article}<noscript>${plea}</noscript>`).length, 2);
});

test('a child combinator that was escaped ends no rule for some screens', () => {
  const sheet = '<style>@media (a) &gt; b { i { display: block } } .x &gt; .y { display: block }</style>';
  assert.deepEqual(
    outline(`${sheet}<p>one<i>two</i><span class=x>three<span class=y>four</span></span></p>`),
    ['paragraph onetwothree', 'paragraph four'],
  );
});
