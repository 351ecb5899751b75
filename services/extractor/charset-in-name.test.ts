import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charsetIn, withCharset } from './charset-in-name.ts';

test('what a server said of an encoding is found in the name of its document, and nowhere else', () => {
  for (const charset of ['utf-8', 'windows-1251', 'iso-2022-jp', undefined])
    assert.equal(charsetIn(withCharset('source/key.01a2', charset)), charset);
  for (const key of ['source/a.in-', 'source/a.in-utf-8.held', 'source/main-utf-8', 'source/a.IN-UTF-8'])
    assert.equal(charsetIn(key), undefined, key);
});
