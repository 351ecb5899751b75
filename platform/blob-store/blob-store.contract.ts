/** What every blob store adapter guarantees, as tests. Each adapter's own test file calls `blobStoreContract`. */
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BlobKey, BlobMissing, type BlobStore, heldKey } from './blob-store.ts';
import { HOLD_MS } from './held-blobs.ts';

export interface BlobStoreUnderTest {
  /** Opens the store, which is empty at the first call; later calls open the same store again, as another process would. */
  open(): Promise<BlobStore>;
  /** The bytes that a blob of `bytes` takes in the store; the same number by default. */
  storedBytes?(bytes: number): number;
  destroy(): Promise<void>;
}

const CEILING = 64 * 1024 * 1024;
const FUTURE = Date.now() + 3_600_000;
const newKey = (prefix: 'source' | 'result' = 'source'): BlobKey => `${prefix}/${randomUUID()}`;

async function* chunked(bytes: Buffer, size = 60_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function blobStoreContract(name: string, create: () => Promise<BlobStoreUnderTest>): void {
  describe(`the blob store on ${name}`, { timeout: 120_000 }, () => {
    let subject: BlobStoreUnderTest;
    let blobs: BlobStore;
    before(async () => {
      subject = await create();
      blobs = await subject.open();
    });
    after(async () => {
      await blobs.close();
      await subject.destroy();
    });

    const listed = async (before = FUTURE): Promise<Map<string, number>> => {
      const found = new Map<string, number>();
      for await (const blob of blobs.list('source', before)) found.set(blob.key, blob.bytes);
      return found;
    };

    for (const size of [0, 1, 65_536, 65_537, 3_000_000]) {
      it(`gives back a blob of ${size} bytes, here and after it is opened again`, async () => {
        const key = newKey();
        const bytes = randomBytes(size);
        await blobs.put({ key, bytes });
        assert.deepEqual(await blobs.read(key, CEILING), bytes);
        const again = await subject.open();
        assert.deepEqual(await again.read(key, CEILING), bytes);
        await again.close();
      });
    }

    for (const [size, pauseMs] of [
      [1_000, 0],
      [1_000, 2 * HOLD_MS],
      [200_000, 2 * HOLD_MS],
    ] as const) {
      it(`gives a held blob of ${size} bytes back until its writer deletes it, ${pauseMs} ms later`, async () => {
        const key = heldKey(newKey());
        const bytes = randomBytes(size);
        await blobs.put({ key, bytes, awaited: true, held: true });
        await sleep(pauseMs);
        assert.deepEqual(await blobs.read(key, CEILING), bytes);
        await blobs.delete([key]);
        await assert.rejects(blobs.read(key, CEILING), BlobMissing);
        await sleep(pauseMs);
        assert.ok(!(await listed()).has(key));
      });
    }

    it('gives a blob back in pieces, with its length', async () => {
      for (const size of [0, 10, 300_000, 9_000_000]) {
        const key = newKey();
        const written = randomBytes(size);
        await blobs.put({ key, bytes: written });
        const { bytes, pieces } = await blobs.stream(key);
        assert.equal(bytes, size);
        assert.ok(Buffer.concat(await pieces.toArray()).equals(written));
      }
      await assert.rejects(blobs.stream(newKey()), BlobMissing);
    });

    it('lets go of a hundred blobs that nobody reads on', async () => {
      const key = newKey();
      await blobs.put({ key, bytes: randomBytes(3_000_000) });
      for (let reader = 0; reader < 100; reader++) (await blobs.stream(key)).pieces.destroy();
      assert.equal((await blobs.read(key, CEILING)).length, 3_000_000);
    });

    it('writes a blob from a stream of unknown length', async () => {
      const key = newKey();
      const bytes = randomBytes(7_000_000);
      await blobs.write(key, chunked(bytes));
      assert.ok((await blobs.read(key, CEILING)).equals(bytes));
    });

    it('leaves nothing of a stream that fails, and throws its error', async () => {
      const key = newKey();
      const broken = async function* () {
        yield randomBytes(500_000);
        throw new Error('the connection was cut');
      };
      await assert.rejects(blobs.write(key, broken()), /the connection was cut/);
      await assert.rejects(blobs.read(key, CEILING), BlobMissing);
      assert.equal((await listed()).has(key), false);
    });

    it('replaces a blob that is written again, larger or smaller', async () => {
      const key = newKey();
      for (const size of [10, 200_000, 10]) {
        const bytes = randomBytes(size);
        await blobs.put({ key, bytes });
        assert.ok((await blobs.read(key, CEILING)).equals(bytes));
      }
    });

    it('says that a blob is missing', async () => {
      await assert.rejects(blobs.read(newKey(), CEILING), BlobMissing);
    });

    it('refuses to read a blob above the ceiling of its reader', async () => {
      for (const size of [2_000, 300_000]) {
        const key = newKey();
        await blobs.put({ key, bytes: randomBytes(size) });
        await assert.rejects(blobs.read(key, size - 1), RangeError);
      }
    });

    it('deletes blobs, and does not mind those that are not there', async () => {
      const [small, large] = [newKey(), newKey()];
      await blobs.put({ key: small, bytes: randomBytes(10) });
      await blobs.put({ key: large, bytes: randomBytes(300_000) });
      await blobs.delete([small, large, newKey()]);
      await assert.rejects(blobs.read(small, CEILING), BlobMissing);
      await assert.rejects(blobs.read(large, CEILING), BlobMissing);
    });

    it('lists by prefix and age, each blob once, with its size', async () => {
      const [small, large, other] = [newKey(), newKey(), newKey('result')];
      const before = Date.now() - 10_000;
      await blobs.put({ key: small, bytes: randomBytes(11) });
      await blobs.put({ key: large, bytes: randomBytes(300_000) });
      await blobs.put({ key: other, bytes: randomBytes(1) });
      const found = await listed();
      const stored = subject.storedBytes ?? (bytes => bytes);
      assert.equal(found.get(small), stored(11));
      assert.equal(found.get(large), stored(300_000));
      assert.equal(found.has(other), false);
      assert.equal((await listed(before)).has(small), false);
    });

    it('lists those alone whose names begin as it is told', async () => {
      const mine = newKey();
      const name = mine.slice('source/'.length);
      const [small, large]: BlobKey[] = [`source/${name}.job.1`, `source/${name}.job.2`];
      for (const [key, size] of [[small, 11] as const, [large, 300_000] as const, [mine, 12] as const])
        await blobs.put({ key: key as BlobKey, bytes: randomBytes(size) });
      await blobs.put({ key: `source/${name}.jobs.3`, bytes: randomBytes(13) });
      const found = await Array.fromAsync(blobs.list('source', FUTURE, `${name}.job.`));
      assert.deepEqual(found.map(({ key }) => key).sort(), [small, large]);
    });

    it('takes fifty blobs at once', async () => {
      const keys = Array.from({ length: 50 }, () => newKey());
      await Promise.all(keys.map(key => blobs.put({ key, bytes: Buffer.from(key) })));
      const read = await Promise.all(keys.map(key => blobs.read(key, CEILING)));
      assert.deepEqual(read.map(String), keys);
      await blobs.check();
    });
  });
}
