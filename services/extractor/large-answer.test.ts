import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { type BlobKey, BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { Pepper } from '../../platform/peppers.ts';
import { MOST_PROVEN_BYTES, proofInName } from '../../platform/result-blob.ts';
import { LargeAnswer } from './large-answer.ts';

const JOB = { key_id: 'key', job_id: '019a0000-0000-7000-8000-000000000000' };
const PEPPER = new Pepper('pepper', Buffer.alloc(32, 1));
const PIECE = Buffer.alloc(1024 * 1024, 'text ');

async function* pieces(count: number, end?: Error) {
  for (let at = 0; at < count; at++) yield PIECE;
  if (end !== undefined) throw end;
}

/** An answer over a store that keeps what it is given, or fails with `refusal`. */
function answerIn({ refusal = undefined as Error | undefined, pepper = PEPPER as Pepper | null } = {}) {
  const stored = new Map<BlobKey, Buffer>();
  const deleted: BlobKey[] = [];
  const blobs = {
    write: async (key: BlobKey, body: AsyncIterable<Buffer>) => {
      const bytes = Buffer.concat(await Array.fromAsync(body));
      if (refusal !== undefined) throw refusal;
      stored.set(key, bytes);
    },
    delete: async (keys: readonly BlobKey[]) => {
      deleted.push(...keys);
      if (refusal !== undefined) throw refusal;
    },
  };
  return { answer: new LargeAnswer(blobs as never, JOB, async () => pepper ?? undefined), stored, deleted };
}

describe('a large answer', () => {
  it('is stored as it came, under a name that proves its text where that was known in time', async () => {
    const most = MOST_PROVEN_BYTES / PIECE.length;
    for (const [count, isProven] of [
      [2, true],
      [most, true],
      [most + 1, false],
      [most + 3, false],
    ] as const) {
      const { answer, stored } = answerIn();
      await answer.keep(pieces(count));
      const { kept } = answer;
      const bytes = kept && stored.get(kept.key);
      assert.equal(bytes?.length, count * PIECE.length);
      assert.equal(kept?.bytes, bytes?.length);
      assert.equal(kept?.sha256, createHash('sha256').update(bytes).digest('hex'));
      assert.equal(proofInName(kept.key) !== undefined, isProven, `${count} MiB`);
    }
  });

  it('has a name without a proof where its key has no pepper', async () => {
    const { answer } = answerIn({ pepper: null });
    await answer.keep(pieces(2));
    assert.equal(answer.kept && proofInName(answer.kept.key), undefined);
  });

  it('has a name of its own each time: the end of a worker that died may be on its way', async () => {
    const { answer, stored } = answerIn();
    await answer.keep(pieces(2));
    await answer.keep(pieces(2));
    assert.equal(stored.size, 2);
  });

  it('that breaks off is no failure of the store, and one that the store does not take is', async () => {
    for (const count of [1, MOST_PROVEN_BYTES / PIECE.length + 2]) {
      const { answer } = answerIn();
      await assert.rejects(answer.keep(pieces(count, new Error('broke off'))), /broke off/);
      assert.deepEqual([answer.failure, answer.kept], [undefined, undefined]);
      const refusal = new BlobStoreUnavailable('away');
      const refused = answerIn({ refusal }).answer;
      await assert.rejects(refused.keep(pieces(count)), BlobStoreUnavailable);
      assert.deepEqual([refused.failure, refused.kept], [refusal, undefined]);
    }
  });

  it('that nobody is told of is deleted, or left to the sweeper where the store does not let it', async () => {
    const { answer, deleted } = answerIn();
    await answer.forget();
    assert.deepEqual(deleted, []);
    await answer.keep(pieces(1));
    await answer.forget();
    assert.deepEqual(deleted, [answer.kept?.key]);
    const refused = answerIn({ refusal: new BlobStoreUnavailable('away') });
    refused.answer.kept = { key: 'result/a', bytes: 1, sha256: '' };
    await refused.answer.forget();
    assert.deepEqual(refused.deleted, ['result/a']);
  });
});
