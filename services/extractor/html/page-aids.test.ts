import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { outline } from './outline.test-support.ts';

test('a formula that is drawn beside its MathML is read once', () => {
  const math =
    '<math><semantics><msup><mi>c</mi><mn>2</mn></msup><annotation>c^2</annotation></semantics></math>';
  const katex = `<span class=katex-mathml>${math}</span><span aria-hidden=true><b>c</b><b>2</b></span>`;
  const mathJax = `<nobr aria-hidden=true><i>c</i><i>2</i></nobr><span role=presentation>${math}</span>`;
  const wiki = `<span style="display:none">${math}</span><img aria-hidden=true class=tex alt="c^{2}">`;
  assert.deepEqual(
    outline(
      [katex, mathJax, wiki].map(formula => `<p>E = m <span>${formula}</span> here</p>`).join('') +
        '<div aria-hidden=true>The page below a dialog</div>',
    ),
    [
      'paragraph E = m c^2 here',
      'paragraph E = m c^2 here',
      'paragraph E = m c^{2} here',
      'paragraph The page below a dialog',
    ],
  );
});

test('the source that an R notebook carries for download is no text of its page', () => {
  const source = `<div id="rmd-source-code">${'LS0tCnRpdGxlOiAiTm90ZXMiCi0tLQ'.repeat(40)}</div>`;
  assert.deepEqual(outline(`<p>Mean of 3 runs</p>${source}<div id=more>End</div>`), [
    'paragraph Mean of 3 runs',
    'paragraph End',
  ]);
});

test('numbers of lines beside a program are no part of it', () => {
  const inLine =
    '<pre><span class="linenos">1</span>a = 1\n<span class="linenos">2</span>\n<span class="linenos">3</span>b = <i>2</i></pre>';
  const links = '<pre><a href=#1 id=1>1</a>fn f() {\n<a href=#2 id=2>2</a>}</pre>';
  const table =
    '<table><tr><th colspan=2>file.py</th></tr><tr><td class=linenos><div><pre><i>1</i>\n<i>2</i></pre></div></td>' +
    '<td><div><pre>c = 3\n\nd = 4</pre></div></td></tr></table>';
  const beside = '<div><pre>e = 5\nf = 6</pre><div class=line-numbers-wrapper>1<br>2<br></div></div>';
  const byStyle =
    '<pre><code><span style="white-space:pre;-webkit-user-select:none;user-select:none">1</span>g = 7</code></pre>';
  assert.deepEqual(outline(inLine + links + table + beside + byStyle), [
    'code a = 1\n\nb = 2',
    'code fn f() {\n}',
    'paragraph file.py',
    'code c = 3\n\nd = 4',
    'code e = 5\nf = 6',
    'code g = 7',
  ]);
  assert.deepEqual(
    outline('<p><span class=linenum>10</span> Shall I compare thee</p><pre><b>1</b> + 2</pre>'),
    ['paragraph 10 Shall I compare thee', 'code 1 + 2'],
  );
});

test('a program whose lines are blocks of their own is one program', () => {
  const doxygen =
    '<div class="fragment"><div class="line"><a id=l1></a><span class="lineno">    7</span><b>int</b> f() {</div>\n' +
    '<div class="line"><span class="lineno"><a href="x.html">   12</a></span>  return 1;</div><div class="foldopen">\n<div class="line">}</div>\n</div></div>';
  const latexml =
    '<div class="ltx_lstlisting ltx_listing"><div class="ltx_listing_data"><a download href="data:,x">⬇</a></div>' +
    '<div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">1</span>def f():</div>' +
    '<div class="ltx_listingline">\n<span class="ltx_tag ltx_tag_listingline">2</span><i>&nbsp;&nbsp;</i>return</div></div>';
  const slide =
    '<div class="fragment"><p>Point</p></div><div class="line-block"><div class="line">Verse</div></div>';
  assert.deepEqual(outline(doxygen + latexml + slide), [
    'code int f() {\n  return 1;\n}',
    'code def f():\n  return',
    'paragraph Point',
    'paragraph Verse',
  ]);
});

test('a button in a program is no part of it', () => {
  assert.deepEqual(outline('<pre><code>add(1)</code><button>Copy</button></pre>'), ['code add(1)']);
});

test('names of pictures that a font draws are no words', () => {
  assert.deepEqual(
    outline(
      '<i class="material-icons">chevron_right</i><a><span class="icon material-symbols-outlined">home</span>Home</a>',
    ),
    ['paragraph Home'],
  );
});

test('programs that SyntaxHighlighter and GitHub set in tables are code, without numbers', () => {
  const highlighter =
    '<div class="syntaxhighlighter java"><table><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td>' +
    '<td class="code"><div class="container"><div class="line number1"><code>int f() {</code></div>\n' +
    '<div class="line number2"><code>&nbsp;&nbsp;</code><code>return 1;</code></div></div></td></tr></table></div>';
  const row = (at: number, line: string) =>
    `<tr>\n<td class="blob-num js-line-number" data-line-number="${at}"></td>\n<td class="blob-code js-file-line">${line}</td>\n</tr>\n`;
  const gist = `<table class="highlight js-file-line-container"><tbody>\n${row(1, 'if a:')}${row(2, '\n')}${row(3, '  <b>b</b>()')}</tbody></table>`;
  assert.deepEqual(outline(highlighter + gist), ['code int f() {\n  return 1;', 'code if a:\n\n  b()']);
  assert.deepEqual(
    outline('<div class=container><div class=line>no</div> <div class=line>code</div></div>'),
    ['paragraph no', 'paragraph code'],
  );
});

test('numbers of lines that only a width of their own tells are no part of the program', () => {
  const number = (count: number) => `<span style="width:2em;display:inline-block">${count}</span>`;
  assert.deepEqual(
    outline(
      `<pre><code>${number(1)}<b>const</b><i> \u200d\u200ba</i><br>${number(2)}<br>${number(3)}let b</code></pre>`,
    ),
    ['code const a\n\nlet b'],
  );
  const table = '<pre><b>1</b>,apple\n<b>2</b>,pear</pre>';
  const values = '<pre><b>1</b>\n<b>2</b></pre>';
  const gap = '<pre><b>1</b>a\n<b>3</b>b</pre>';
  assert.deepEqual(outline(table + values + gap), ['code 1,apple\n2,pear', 'code 1\n2', 'code 1a\n3b']);
});

test('a sign that links to the place where it stands is no part of the heading', () => {
  assert.deepEqual(
    outline(
      '<section id=use><h2>Use<a class=headerlink href="#use">#</a></h2></section><h3 id=a%20b><a href="page.html#a%20b">§</a> Names</h3>' +
        '<table id=t><caption><span>Figures</span><a href="#t">#</a></caption><tr><td>1<td>2<tr><td>3<td>4</table>',
    ),
    ['h2 Use', 'h3 Names', 'paragraph Figures', 'table 1,2 | 3,4'],
  );
  assert.deepEqual(
    outline(
      '<p id=index><a href="#digits">#</a> <a href="#a">A</a></p><h4 id=c>C<a href="/sharp">#</a></h4>',
    ),
    ['paragraph # A', 'h4 C#'],
  );
});

test('what is said to those who hear the page joins no word of those who see it', () => {
  assert.deepEqual(
    outline(
      '<p>$12<span class="sr-only">was $15</span> <a>Read more<span class="visually-hidden">: the title</span></a> <b>5</b><span class=screen-reader-text>stars</span>out',
    ),
    ['paragraph $12 was $15 Read more: the title 5 stars out'],
  );
});

test(
  'a program of three hundred thousand elements takes linear time',
  inCpuTime(20_000, () => {
    const [program] = outline(`<pre>${'<b>word</b> '.repeat(300_000)}</pre>`);
    assert.equal(program?.length, 'code '.length + 300_000 * 5 - 1);
  }),
);

test('slides that the script of reveal.js hid but for the one shown are read', () => {
  const hidden = 'hidden inert aria-hidden=true style="top: 350px; display: none;"';
  const deck =
    `<div class="slides has-dark"><section class=present><h2>One</h2></section><section class=future ${hidden}><h2>Two</h2>` +
    `<p ${hidden}>Unseen</p></section><section class="stack future" ${hidden}><section ${hidden}><h2>Three</h2></section></section></div>`;
  assert.deepEqual(outline(`${deck}<section ${hidden}>No slide</section>`), ['h2 One', 'h2 Two', 'h2 Three']);
});

test('panels of tabs and accordions that a click would show are read, and what else is hidden is not', () => {
  const html =
    '<div role="tablist"><button role="tab">npm</button><button role="tab">Yarn</button></div>' +
    '<div role="tabpanel"><p>npm install</p></div><div role="tabpanel" hidden><p>yarn add</p></div>' +
    '<h3 role="tab">Why?</h3><div role="TABPANEL" style="display: none"><p>Because.</p><p hidden>never</p></div>' +
    '<div role="dialog" hidden><div role="tabpanel"><p>settings</p></div></div>';
  assert.deepEqual(outline(html), [
    'paragraph npm Yarn',
    'paragraph npm install',
    'paragraph yarn add',
    'h3 Why?',
    'paragraph Because.',
  ]);
});
