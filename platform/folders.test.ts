import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { makeFolder } from './folders.ts';

const place = mkdtempSync(join(tmpdir(), 'textrail-folders-'));
after(() => rmSync(place, { recursive: true }));

it('a folder is made with its parents, and may be there already', () => {
  const folder = join(place, 'a', 'b');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  assert.equal(statSync(folder).mode & 0o777, 0o700);
});

it('a file, a folder in one, and a link that leads nowhere are said to be in the way', () => {
  const file = join(place, 'file');
  const link = join(place, 'link');
  writeFileSync(file, '');
  symlinkSync(join(place, 'nowhere', 'else'), link);
  for (const folder of [file, join(file, 'below'), link])
    assert.throws(() => makeFolder(folder), /EEXIST|ENOTDIR|ENOENT/, folder);
});

it('a file system that takes no folders is told at once, not asked for ever', () => {
  assert.throws(() => makeFolder('/proc/textrail/below'));
});

it('two processes that make the same folders do not get in each other’s way', async () => {
  const begun = new SharedArrayBuffer(4);
  const program = `
    const { workerData } = require('node:worker_threads');
    import(workerData.module).then(({ makeFolder }) => {
      const begun = new Int32Array(workerData.begun);
      Atomics.add(begun, 0, 1);
      while (Atomics.load(begun, 0) < 2);
      for (let at = 0; at < 500; at++) makeFolder(workerData.place + '/both/' + at + '/a/b');
    });`;
  const module = new URL('folders.ts', import.meta.url).href;
  const workers = [0, 1].map(() => new Worker(program, { eval: true, workerData: { module, begun, place } }));
  assert.deepEqual(await Promise.all(workers.map(worker => once(worker, 'exit'))), [[0], [0]]);
});
