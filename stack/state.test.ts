import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { finish } from '../tests/support/process.ts';

const CHOOSE = `
  const { ensureState } = await import('${new URL('state.ts', import.meta.url)}');
  console.log((await ensureState()).portBase);
`;

test('clones whose stacks are brought up for the first time at once choose ports of their own', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-clones-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const clones = ['one', 'two', 'three', 'four'].map(name => join(folder, name));
  for (const clone of clones) mkdirSync(clone);
  const chosen = await Promise.all(
    clones.map(clone =>
      finish(['--input-type=module-typescript', '--eval', CHOOSE], {
        STACK_DIR: clone,
        TEXTRAIL_CACHE_DIR: folder,
      }),
    ),
  );
  for (const { code, stderr } of chosen) assert.equal(code, 0, stderr);
  assert.equal(new Set(chosen.map(({ stdout }) => stdout)).size, clones.length);
});
