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
