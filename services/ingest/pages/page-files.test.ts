import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import fastify from 'fastify';
import { PageFiles } from './page-files.ts';

it('a page whose folder could not be listed once is there when it can', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'index.html'), '<p>here');
  // A folder that cannot be listed, as when the process has no file descriptor left.
  let path = join(folder, 'not-there');
  const page = new PageFiles(() => path, {});
  const server = fastify();
  t.after(() => server.close());
  server.get('/', (request, reply) => page.answer('index.html', request, reply));
  assert.equal((await server.inject('/')).statusCode, 500);
  path = folder;
  const { statusCode, body } = await server.inject('/');
  assert.deepEqual([statusCode, body], [200, '<p>here']);
});
