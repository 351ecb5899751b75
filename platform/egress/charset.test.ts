import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charsetOf } from './charset.ts';

test('the encoding that a server names is known under all its names', () => {
  for (const [header, encoding] of [
    ['text/html; charset=iso-8859-2', 'iso-8859-2'],
    ['text/html;charset="Windows-1250"', 'windows-1250'],
    ["text/html; charset='cp1250'", 'windows-1250'],
    ['text/html; level=1; CHARSET = latin5 ; x=y', 'windows-1254'],
    ['text/html; charset=utf8', 'utf-8'],
  ])
    assert.equal(charsetOf(header), encoding, header);
});

test('a server that names none, or one that does not exist, says nothing', () => {
  for (const header of [
    undefined,
    'text/html',
    'text/html; charset=',
    'text/html; charset=none',
    'charset=utf-8',
    'a/b; xcharset=utf-8',
  ])
    assert.equal(charsetOf(header), undefined, header);
});
