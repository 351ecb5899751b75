import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
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
