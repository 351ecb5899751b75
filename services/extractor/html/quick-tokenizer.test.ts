import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { parseHtml } from './tree.ts';

const PIECES = (
  'a|B c|word and word| |  |\n|\r\n|\r|\t|\f|\u00a0|\0|😀|\ud83d|\ude00|é|<|>|"|\'|=|&|&amp;|&nbsp;|&#10;|&#13;|&#0;|&notit;|&lt|' +
  '</|<!|<!-|<!--|-->|--!>|--|-|<!x|<?y>|<![CDATA[|]]>|<!DOCTYPE html>|<p>|</p>|<b>|</b>|<i>|</i>|<a href="x y">|<a href=\'q&amp;"\n\r\'>|' +
  '</a>|<A CLASS=Ü data-Long-Name=1>|<br/>|<pre>|\n<pre>\n|</pre>|<textarea>|\n</textarea>|<title>|</title>|<script>|</script>|' +
  '<script>a < b && "x"\r\n//é</script>|<!--<script>|</SCRIPT >|<style>|b { c: d }</style>|</style>|<noscript>|</noscript>|' +
  '<table>|</table>|<tr>|<td>|</td>|<th x>|<caption>|<col>|<select>|<option>|</select>|<svg>|</svg>|<math>|<mi>|</math>|<svg><title>|' +
  '<foreignObject>|<template>|</template>|<frameset>|<body>|</body>|</html>|<html lang=x>|<head>|</head>|<plaintext>|<iframe>|</iframe>|' +
  '<ul>|<li>|<h1>|</h1>|<form>|<input value="a|b\r\nc">|<img alt=\'it|<p title="&copy|<svg><![CDATA[ a\r\nb ]]></svg>|<xmp>|</xmp>'
).split('|');

test('a page that is read in runs has the tree that the standard says', () => {
  const random = numbersFrom(7);
  for (let round = 0; round < 4_000; round++) {
    const length = 1 + Math.floor(random() * 30);
    const html = Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]).join('');
    assert.equal(shown(parseHtml(html, 100_000)), shown(parse(html)), JSON.stringify(html));
  }
});

test('a page of more characters than parse5 keeps has the tree that the standard says', () => {
  const html = `<p title="${'value '.repeat(20_000)}">${'text <b>bold</b>\r\n'.repeat(20_000)}<script>${'a '.repeat(90_000)}`;
  assert.equal(shown(parseHtml(html, 1_000_000)), shown(parse(html)));
});

/** Pseudorandom numbers from 0 to below 1, the same every time. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The whole tree as text, without the links to parents. */
const shown = (document: DefaultTreeAdapterTypes.Document): string =>
  JSON.stringify(document, (name, value) => (name === 'parentNode' ? undefined : value));
