import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BlobMissing } from './blob-store/blob-store.ts';
import { Peppers } from './peppers.ts';

function store() {
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    put: async ({ key, bytes }: { key: string; bytes: Uint8Array }) => void kept.set(key, bytes),
    read: async (key: string) => {
      const bytes = kept.get(key);
      if (bytes === undefined) throw new BlobMissing();
      return Buffer.from(bytes);
    },
    delete: async (keys: readonly string[]) => {
      for (const key of keys) kept.delete(key);
    },
  };
}
const SHA256 = 'ab'.repeat(32);

describe('a pepper', () => {
  it('makes the same hash wherever it is read, and no other pepper or purpose makes it', async () => {
    const blobs = store();
    const id = await new Peppers(blobs).make('k');
    const [here, there] = [await new Peppers(blobs).of('k', id), await new Peppers(blobs).of('k', id)];
    assert.equal(here.hmac('source', SHA256), there.hmac('source', SHA256));
    assert.match(here.hmac('source', SHA256), /^[0-9a-f]{64}$/);
    assert.notEqual(here.hmac('source', SHA256), here.hmac('result', SHA256));
    const other = await new Peppers(blobs).of('k', await new Peppers(blobs).make('k'));
    assert.notEqual(here.hmac('source', SHA256), other.hmac('source', SHA256));
  });

  it('that is destroyed is nowhere, and its key has the others still', async () => {
    const blobs = store();
    const peppers = new Peppers(blobs);
    const [gone, kept] = [await peppers.make('k'), await peppers.make('k')];
    await peppers.of('k', gone);
    await peppers.destroy('k', [gone]);
    await assert.rejects(peppers.of('k', gone), BlobMissing);
    await peppers.of('k', kept);
    assert.equal(blobs.kept.size, 1);
  });
});
