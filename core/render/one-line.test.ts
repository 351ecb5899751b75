import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneLine } from './one-line.ts';

test('lines are trimmed and joined, empty ones vanish, other white space stays', () => {
  assert.equal(oneLine('a  b \n\n  c\td', ' '), 'a  b c\td');
  assert.equal(oneLine(' untouched ', '<br>'), ' untouched ');
});

test('a megabyte of blanks costs no more than its length', () => {
  const started = performance.now();
  oneLine(`x${' '.repeat(1_000_000)}y\nz`, ' ');
  assert.ok(performance.now() - started < 10_000);
});
