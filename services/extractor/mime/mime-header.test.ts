import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readHeader } from './mime-header.ts';

test('folded white space is one blank, a mark that takes no room is none', () => {
  const bytes = Buffer.from('Subject: Con\ufeffcert  on\n\t Monday\n\n');
  assert.equal(readHeader(bytes, 0, bytes.length).header.text('Subject'), 'Con\ufeffcert on Monday');
});
