import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeHtml } from './decode.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('a declared charset is believed, wherever the declaration stands', () => {
  const page = (bytes: string) =>
    `<meta http-equiv=Content-Type content="text/html; charset=windows-1251"><p>${bytes}`;
  assert.match(decodeHtml(latin1(page('\xd1\xfa\xe5\xf8\xfc'))), /Съешь$/);
  assert.match(decodeHtml(latin1(`<!-- ${'x'.repeat(3_000)} -->${page('\xfc')}`)), /ь$/);
  assert.match(decodeHtml(latin1(`<script>${'x'.repeat(50_000)}</script>${page('\xfc')}`)), /ь$/);
});

test('valid UTF-8 is UTF-8 whatever the page claims', () => {
  assert.match(decodeHtml(Buffer.from('<meta charset=iso-8859-1><p>Žluťoučký')), /Žluťoučký$/);
  assert.match(decodeHtml(Buffer.from('<p>naïve')), /naïve$/);
});

test('a charset that the server names is believed before the page’s own, but for UTF-8 where the bytes are none', () => {
  const czech = latin1('<p>P\xf8\xedli\xb9');
  assert.match(decodeHtml(czech, 'iso-8859-2'), /Příliš$/);
  assert.match(decodeHtml(latin1('<meta charset=windows-1252><p>P\xf8\xedli\xb9'), 'iso-8859-2'), /Příliš$/);
  const own = latin1('<meta charset=windows-1250><p>P\xf8\xedli\x9a \x9elu\x9dou\xe8k\xfd');
  assert.match(decodeHtml(own, 'utf-8'), /Příliš žluťoučký$/);
  assert.match(decodeHtml(Buffer.from('<p>Příliš'), 'iso-8859-2'), /Příliš$/);
});

test('without a declaration, bytes that are no UTF-8 are Windows-1252 unless their letters tell otherwise', () => {
  assert.match(decodeHtml(latin1('<p>caf\xe9 \x93x\x94 5 \x80')), /café “x” 5 €$/);
  const russian = '<p>\xcf\xee\xf7\xf2\xe8 \xe2\xf1\xe5 \xf1\xf2\xf0\xe0\xed\xe8\xf6\xfb';
  assert.match(decodeHtml(latin1(russian)), /Почти все страницы$/);
});

test('a page that claims UTF-8 and is not is Windows-1252; one bad byte in UTF-8 changes nothing', () => {
  assert.match(decodeHtml(latin1('<meta charset=utf-8><p>caf\xe9')), /café$/);
  const page = Buffer.concat([Buffer.from('<p>ěščřžýáíéúů ěščřžýáíéúů'), latin1('\xe9')]);
  assert.match(decodeHtml(page), /ěščřž/);
});

test('UTF-16 is known by its mark or by its zero bytes', () => {
  assert.match(decodeHtml(Buffer.from('\ufeff<p>wide', 'utf16le')), /<p>wide$/);
  assert.match(decodeHtml(Buffer.from('<html><p>wide', 'utf16le')), /<p>wide$/);
  assert.match(decodeHtml(Buffer.from('<html><p>wide', 'utf16le').swap16()), /<p>wide$/);
});

test('an escaped seven-bit charset is followed although its bytes are ASCII', () => {
  assert.match(decodeHtml(latin1('<meta charset=iso-2022-jp><p>\x1b$BF|K\\\x1b(B')), /日本$/);
});

test("the transport's label comes before the page's own", () => {
  assert.match(decodeHtml(latin1('<meta charset=koi8-r>\xd1'), 'windows-1251'), /С$/);
});
