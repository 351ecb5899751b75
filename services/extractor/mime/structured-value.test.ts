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

test('a name in encoded words that was cut into pieces afterwards is put together and decoded', () => {
  const { params } = parseStructured(
    'attachment; name*0="=?UTF-8?Q?caf=C3=A9?= =?U"; name*1="TF-8?Q?_th=C3=A9.txt?="',
  );
  assert.equal(params.get('name'), 'café thé.txt');
});
