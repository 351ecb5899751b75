import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

test('a raised mark that leads to a note joins no word', () => {
  assert.deepEqual(
    outline(
      '<p>word<sup id=r1><a href="#fn1">1</a></sup>, pandoc’s<a href="page.html#fn2" role="doc-noteref"><sup>2</sup></a> and<sup><a href="#a">a</a></sup>',
    ),
    ['paragraph word[1], pandoc’s[2] and[a]'],
  );
});

test('pages of LaTeX2HTML: a mark in a span of its own, formulas as pictures as high as a line', () => {
  assert.deepEqual(
    outline(
      '<p>bold<a href="#foot9"><sup><span class="arabic">1</span></sup></a> H<span class="MATH"><img style="height: 1.28ex; vertical-align: -0.46ex;" alt="$_2$"></span>O' +
        '<p>and<img style="height: 12ex" alt="a plot">',
    ),
    ['paragraph bold[1] H$_2$O', 'paragraph and', 'image a plot'],
  );
});

test('marks in brackets, exponents and raised links to other pages are as they are', () => {
  assert.deepEqual(
    outline(
      '<p>wiki<sup><a href="#cite1">[1]</a></sup> x<sup>2</sup> <sup><a href="/new">2</a></sup> <a href="#top">3</a> <sup><a href="#n">see below</a></sup>',
    ),
    ['paragraph wiki[1] x2 2 3 see below'],
  );
});

test('a number that links to a note and stands at a letter, raised or not, is a mark', () => {
  assert.deepEqual(
    outline(
      '<p>word<a class=note href="#n1">1</a>, and page <a href="#p2">2</a><p><a class="sdfootnotesym" href="#anc1">1</a>Its note<p><a href="#s1">1</a> Section',
    ),
    ['paragraph word[1], and page 2', 'paragraph [1]Its note', 'paragraph 1 Section'],
  );
});

test('raised figures at a number or a unit are told from plain ones', () => {
  assert.deepEqual(
    outline(
      '<p>3×10<sup>8</sup> m s<sup>−1</sup>, 20 m<sup>2</sup>, 1<sup>st</sup><table><tr><th>a<th>b<tr><td>1,234<sup>1</sup><td>5 <sup>2</sup></table>' +
        '<p>10<span style="font-size:0.6em;vertical-align:super">6</span>7',
    ),
    ['paragraph 3×10⁸ m s⁻¹, 20 m2, 1st', 'table #a,#b | 1,234¹,5 2', 'paragraph 10⁶7'],
  );
});

test('a number in an element of its own that links to a note is a mark behind a sentence, too', () => {
  assert.deepEqual(
    outline(
      '<p>It ends.<span class=anchor><a href="#ftn1" id=body_ftn1>1</a></span> Next <span><a href="#p2" id=r2>2</a></span><p><span><a href="#body_ftn1" id=ftn1>1</a></span> Its note',
    ),
    ['paragraph It ends.[1] Next 2', 'paragraph 1 Its note'],
  );
});

test('a number that says it refers to a note, or has a place for the way back, is a mark behind a sentence', () => {
  assert.deepEqual(
    outline(
      '<p>Ends.<a href="#fn1" epub:type="noteref">1</a> Said”<a href="notes.xhtml#n2" role="doc-noteref">2</a> and:<a href="#fn3" id="ref3">3</a>',
    ),
    ['paragraph Ends.[1] Said”[2] and:[3]'],
  );
  assert.deepEqual(outline('<p>See 3.<a href="#s31">1</a> and (<a href="#p2" id=r2>2</a>)'), [
    'paragraph See 3.1 and (2)',
  ]);
});
