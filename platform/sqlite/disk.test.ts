import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { atTheDisk } from './disk.ts';

/** SQLITE_IOERR_WRITE, as node:sqlite throws it. */
const failure = () => Object.assign(new Error('disk I/O error'), { errcode: 778 });

test('a start that fails at the disk says which folder, and what is free there', () => {
  const wrapped = new Error('the log takes no events', { cause: failure() });
  for (const error of [failure(), wrapped]) {
    const told = atTheDisk(error, tmpdir());
    assert.ok(told instanceof Error);
    assert.match(
      told.message,
      /^the disk of DATA_DIR fails: disk I\/O error \(.+: [\d.]+ MB and \d+ files free\)$/,
    );
    assert.ok(told.message.includes(tmpdir()));
  }
});

test('any other failure of a start is told as it is', () => {
  const other = new Error('PORT must be a number');
  assert.equal(atTheDisk(other, tmpdir()), other);
});
