import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildZip } from '../../archive/zip.test-support.ts';
import { buildDocx, p, parse } from './docx.test-support.ts';
import { FALLBACK_INFLATED_BYTES, readWithMammoth } from './fallback.ts';

test('the second engine gives the paragraphs of a small document', async () => {
  assert.deepEqual(await readWithMammoth(buildDocx(p('one') + p('two'))), [
    { kind: 'paragraph', text: 'one', page: null },
    { kind: 'paragraph', text: 'two', page: null },
  ]);
});

test('it is not asked about a large document, nor trusted with one it cannot read', async () => {
  const parts = [{ name: 'large.bin', type: 'image', content: 'x'.repeat(FALLBACK_INFLATED_BYTES) }];
  assert.equal(await readWithMammoth(buildDocx(p('one'), { parts })), null);
  assert.equal(await readWithMammoth(buildZip({ a: 'b' })), null);
});

test('a document whose parts are damaged beyond both is a clean error', async () => {
  const parts = [{ name: 'document.xml', type: 'self', content: '<<<' }];
  await assert.rejects(parse(buildDocx('', { parts })), { code: 'extraction_failed', bomb: false });
});
