import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseStructured } from './structured-value.ts';

test('parameters follow a semicolon, or a blank where a program forgot it', () => {
  for (const written of [
    'text/html; charset=utf-8; format=flowed',
    'Text/HTML charset=utf-8;format="flowed"',
  ]) {
    const { value, params } = parseStructured(written);
    assert.equal(value, 'text/html');
    assert.deepEqual(
      [...params],
      [
        ['charset', 'utf-8'],
        ['format', 'flowed'],
      ],
    );
  }
  assert.equal(parseStructured('text/plain (charset is unknown)').value, 'text/plain');
});

test('a comment that has no end ends before the parameters, and brackets of a file name are its own', () => {
  const { value, params } = parseStructured('text/plain (as ever; charset=utf-8; name=a (1).txt');
  assert.equal(value, 'text/plain');
  assert.deepEqual([...params.values()], ['utf-8', 'a (1).txt']);
});
