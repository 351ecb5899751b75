import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing, BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { Pepper } from '../../platform/peppers.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { Parameters } from './parameters.ts';
import { idempotencyKeyHashes, idempotencyKeyHashOf, requestHashes } from './request-hashes.ts';
import type { Upload } from './upload.ts';

const PLAIN = { keyId: 'key' } as KeyState;
const PEPPERED = { keyId: 'key', pepper: 'pepper' } as KeyState;
const UPLOAD = { sha256: 'ab'.repeat(32) } as Upload;
const ASKED: Parameters = {
  url: null,
  asynchronous: true,
  webhookUrl: 'https://receiver.example/hook',
  resultUrl: 'https://bucket.example/place?signature=1',
  format: 'text',
  idempotencyKey: 'twice',
};

/** Ports over a store with these hashes of Idempotency-Keys. `refusal`: the error if the pepper cannot be read. */
function portsOf({ refusal = undefined as Error | undefined, held = [] as string[], release = 2 } = {}) {
  const of = async (_keyId: string, id: string) => {
    if (refusal !== undefined) throw refusal;
    return new Pepper(id, Buffer.alloc(32, 1));
  };
  const holds = async (_keyId: string, hash: string) => held.includes(hash);
  return { peppers: { of }, views: { holds }, settings: { EVENT_WRITE_RELEASE: release } };
}

const hashed = (parameters: Partial<Parameters>, key = PLAIN, upload: Upload | null = UPLOAD) =>
  requestHashes(portsOf(), key, { ...ASKED, ...parameters }, upload);

describe('what a request is known by', () => {
  it('is another for another document, address, place or parameter, and the same for the same', async () => {
    const prints = await Promise.all([
      hashed({}),
      hashed({ asynchronous: false }),
      hashed({ webhookUrl: null }),
      hashed({ resultUrl: 'https://bucket.example/elsewhere' }),
      hashed({ resultUrl: null }),
      hashed({ format: 'json' }),
      hashed({}, PLAIN, { ...UPLOAD, sha256: 'cd'.repeat(32) }),
      hashed({ url: 'https://documents.example/a.pdf' }, PLAIN, null),
      hashed({ url: 'https://documents.example/b.pdf' }, PLAIN, null),
    ]);
    assert.equal(new Set(prints.map(({ fingerprint }) => fingerprint)).size, prints.length);
    assert.deepEqual(await hashed({}), prints[0]);
  });

  it('stays what it is where the address of its result is signed anew', async () => {
    const again = await hashed({ resultUrl: 'https://bucket.example/place?signature=2' });
    assert.equal(again.fingerprint, (await hashed({})).fingerprint);
  });

  it('has no Idempotency-Key where none was sent, with a pepper or without', async () => {
    for (const key of [PLAIN, PEPPERED])
      assert.equal((await hashed({ idempotencyKey: null }, key)).idempotencyKeyHash, null);
  });

  it('tells nothing of the document to whoever has no pepper', async () => {
    const [plain, keyed] = [await hashed({}), await hashed({}, PEPPERED)];
    assert.deepEqual(plain.source, { sha256: UPLOAD.sha256, source_hmac: null, pepper: null });
    assert.deepEqual([keyed.source.sha256, keyed.source.pepper], [null, 'pepper']);
    const known = [UPLOAD.sha256, plain.fingerprint, plain.idempotencyKeyHash];
    for (const hash of [keyed.source.source_hmac, keyed.fingerprint, keyed.idempotencyKeyHash]) {
      assert.match(String(hash), /^[0-9a-f]{64}$/);
      assert.ok(!known.includes(String(hash)));
    }
    assert.equal((await hashed({ url: 'https://a.example/' }, PEPPERED, null)).source.source_hmac, null);
  });
});

describe('an Idempotency-Key of an API key with a pepper', () => {
  const plainHash = idempotencyKeyHashOf('key', 'twice');
  const underPepper = new Pepper('pepper', Buffer.alloc(32, 1)).hmac('idempotency-key', plainHash);
  const hashOf = async (held: string[], release: number) =>
    (await requestHashes(portsOf({ held, release }), PEPPERED, ASKED, UPLOAD)).idempotencyKeyHash;

  it('is hashed as the release that is written has it', async () => {
    assert.equal(await hashOf([], 2), underPepper);
    assert.equal(await hashOf([], 1), plainHash);
  });

  it('is met under the other hash where that alone is held', async () => {
    assert.equal(await hashOf([plainHash], 2), plainHash);
    assert.equal(await hashOf([underPepper], 1), underPepper);
    assert.equal(await hashOf([plainHash, underPepper], 2), underPepper);
    assert.equal(await hashOf([plainHash, underPepper], 1), plainHash);
  });

  it('may be held under either, and is another one of another API key', async () => {
    const ports = portsOf();
    assert.deepEqual(await idempotencyKeyHashes(ports.peppers, PEPPERED, 'twice'), [underPepper, plainHash]);
    assert.deepEqual(await idempotencyKeyHashes(ports.peppers, PLAIN, 'twice'), [plainHash]);
    assert.notEqual(idempotencyKeyHashOf('another', 'twice'), plainHash);
  });
});

describe('a pepper that cannot be had', () => {
  it('is an outage where it is missing, and told as it is otherwise', async () => {
    const asked = (refusal: Error) => requestHashes(portsOf({ refusal }), PEPPERED, ASKED, UPLOAD);
    await assert.rejects(asked(new BlobMissing()), ViewStoreUnavailable);
    await assert.rejects(asked(new BlobStoreUnavailable('away')), BlobStoreUnavailable);
    await assert.rejects(asked(new Error('a mistake of ours')), /a mistake of ours/);
  });
});
