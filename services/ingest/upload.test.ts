import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Multipart } from '@fastify/multipart';
import { type BlobStore, BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { Refusal } from './refusal.ts';
import { readUpload } from './upload.ts';

/** More than an upload may hold in memory, so it goes to the store. */
const LARGE = Buffer.alloc(300 * 1024);
const CEILING_BYTES = 10 * 1024 * 1024;

async function* filePart(chunks: AsyncIterable<Buffer>): AsyncGenerator<Multipart> {
  yield { type: 'file', fieldname: 'file', file: chunks } as unknown as Multipart;
}

async function* large(): AsyncGenerator<Buffer> {
  yield LARGE;
  yield LARGE;
}

async function* cut(): AsyncGenerator<Buffer> {
  yield LARGE;
  throw new Error('socket hang up');
}

function storeThatFails(error: Error): BlobStore {
  return { write: () => Promise.reject(error), delete: async () => {} } as unknown as BlobStore;
}

const draining = {
  write: async (_key: string, source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) void chunk;
  },
  delete: async () => {},
} as unknown as BlobStore;

describe('an upload', () => {
  it('keeps every byte in its order, in memory or in the store, and tells their number and hash', async () => {
    for (const chunkBytes of [1_000, 100_000]) {
      const chunks = [1, 2, 3, 4].map(fill => Buffer.alloc(chunkBytes, fill));
      const whole = Buffer.concat(chunks);
      const stored: Uint8Array[] = [];
      const store = {
        write: async (_key: string, source: AsyncIterable<Uint8Array>) => {
          for await (const chunk of source) stored.push(chunk);
        },
      } as unknown as BlobStore;
      async function* arriving(): AsyncGenerator<Buffer> {
        yield* chunks;
      }
      const upload = await readUpload(filePart(arriving()), store, CEILING_BYTES);
      assert.deepEqual(upload?.bytes ?? Buffer.concat(stored), whole);
      assert.deepEqual(
        [upload?.size, upload?.sha256],
        [whole.length, createHash('sha256').update(whole).digest('hex')],
      );
    }
  });

  it("is not called the caller's abuse when the store fails, whatever the store's words", async () => {
    const failures = [
      new BlobStoreUnavailable('the blob store could not be reached: ECONNABORTED'),
      Object.assign(new Error('database disk image is malformed'), { code: 'ERR_SQLITE_ERROR' }),
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    ];
    for (const failure of failures)
      await assert.rejects(readUpload(filePart(large()), storeThatFails(failure), CEILING_BYTES), failure);
  });

  it("is the caller's abuse when its body breaks off or cannot be read", async () => {
    const isAbuse = (error: unknown) =>
      error instanceof Refusal && error.code === 'bad_request' && error.abusive;
    await assert.rejects(readUpload(filePart(cut()), draining, CEILING_BYTES), isAbuse);
  });

  it('takes its turn at the store if it is large, and only then', async () => {
    let turns = 0;
    const inTurn = async <T>(store: () => Promise<T>) => {
      turns++;
      return store();
    };
    async function* small(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(1_000);
    }
    await readUpload(filePart(small()), draining, CEILING_BYTES, inTurn);
    assert.equal(turns, 0);
    await readUpload(filePart(large()), draining, CEILING_BYTES, inTurn);
    assert.equal(turns, 1);
  });

  it('is here with its last byte, however long the store takes for it then', async () => {
    let lastByteAt = 0;
    async function* arriving(): AsyncGenerator<Buffer> {
      yield* large();
      lastByteAt = performance.now();
    }
    let storedAt = 0;
    const slow = {
      write: async (_key: string, source: AsyncIterable<Uint8Array>) => {
        for await (const chunk of source) void chunk;
        storedAt = await new Promise<number>(resolve => setTimeout(() => resolve(performance.now()), 50));
      },
    } as unknown as BlobStore;
    const upload = await readUpload(filePart(arriving()), slow, CEILING_BYTES);
    const arrivedAt = upload?.arrivedAt ?? assert.fail('no time');
    assert.ok(lastByteAt <= arrivedAt && arrivedAt < storedAt, `${[lastByteAt, arrivedAt, storedAt]}`);
  });

  it('that is refused for what stands behind it leaves nothing in the store', async () => {
    const written: string[] = [];
    const deleted: string[] = [];
    const store = {
      write: async (key: string, source: AsyncIterable<Uint8Array>) => {
        written.push(key);
        for await (const chunk of source) void chunk;
      },
      delete: async (keys: string[]) => void deleted.push(...keys),
    } as unknown as BlobStore;
    async function* parts(): AsyncGenerator<Multipart> {
      yield* filePart(large());
      yield { type: 'field', fieldname: 'format' } as unknown as Multipart;
    }
    await assert.rejects(readUpload(parts(), store, CEILING_BYTES), Refusal);
    assert.equal(written.length, 1);
    assert.deepEqual(deleted, written);
  });

  it('is too large, and abuse, the moment it crosses the ceiling', async () => {
    const isTooLarge = (error: unknown) =>
      error instanceof Refusal && error.code === 'too_large' && error.abusive;
    await assert.rejects(readUpload(filePart(large()), draining, LARGE.length), isTooLarge);
  });
});
