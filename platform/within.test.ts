import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { within } from './within.ts';

const LONG_MS = 60_000;

test('work that ends in time gives its value, or its error', async () => {
  assert.equal(await within(LONG_MS, Promise.resolve('done')), 'done');
  await assert.rejects(within(LONG_MS, Promise.reject(new Error('refused'))), /refused/);
});

test('work that takes longer gives nothing, and may fail later unheard', async () => {
  const late = sleep(20).then(() => Promise.reject(new Error('too late to matter')));
  assert.equal(await within(1, late), undefined);
  await sleep(40);
});
