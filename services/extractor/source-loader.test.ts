import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import {
  BlobHeldElsewhere,
  BlobMissing,
  BlobRefused,
  type BlobStore,
  BlobStoreUnavailable,
  heldKey,
} from '../../platform/blob-store/blob-store.ts';
import { type Egress, EgressError } from '../../platform/egress/egress.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { Pepper, type Peppers } from '../../platform/peppers.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type Request, SourceLoader } from './source-loader.ts';

const SETTINGS = readSettings({ JOB_TIMEOUT_MS: '600000' }, false);
const OTHER_SHA256 = 'ab'.repeat(32);
const REQUEST = {
  ...EXAMPLE_EVENTS.ExtractRequested,
  source_blob: 'source/1',
  bytes: 10,
  sha256: OTHER_SHA256,
};
const SEAT = { take: async () => undefined, is: () => undefined, leave: () => undefined };

const PLAIN: Pick<Request, 'source_hmac' | 'pepper'> = { source_hmac: null, pepper: null };
const peppers = { of: async (_keyId: string, id: string) => new Pepper(id, Buffer.from('secret')) };

const sourceLoader = (blobs: Partial<BlobStore>, of: Peppers['of'] = peppers.of) =>
  new SourceLoader({
    blobs: blobs as BlobStore,
    egress: {} as Egress,
    settings: SETTINGS,
    telemetry: createTelemetry('silent'),
    peppers: { of },
  });

function loader(
  blobs: Partial<BlobStore>,
  sha256: string | null = REQUEST.sha256,
  hashes: Partial<Request> = PLAIN,
  of?: Peppers['of'],
) {
  const made = sourceLoader(blobs, of);
  return (leftMs = 1_000) =>
    made.load(
      { ...REQUEST, ...PLAIN, sha256, ...hashes } as Request,
      performance.now() + leftMs,
      new AbortController().signal,
      SEAT,
    );
}

function later(t: TestContext, ms: number): void {
  const before = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => before() + ms);
}

describe('a document in the store', () => {
  it('that the store refuses to read ends as a failure of its own, within its time', async () => {
    const read = () => Promise.reject(new BlobRefused('AccessDenied'));
    assert.deepEqual(await loader({ read })(100), {
      kind: 'failed',
      code: 'extraction_failed',
      abusive: false,
    });
  });

  it('that is not the one its caller sent is never read', async () => {
    const read = async () => Buffer.from('another one');
    assert.deepEqual(await loader({ read })(100), {
      kind: 'failed',
      code: 'extraction_failed',
      abusive: false,
    });
    const sent = await loader({ read }, createHash('sha256').update('another one').digest('hex'))(100);
    assert.equal(sent.kind, 'loaded');
    const pepper = await peppers.of('', 'p');
    for (const [document, kind] of [
      ['another one', 'loaded'],
      ['some other one', 'failed'],
    ] as const) {
      const source_hmac = pepper.hmac('source', createHash('sha256').update(document).digest('hex'));
      const keyed = await loader({ read }, null, { source_hmac, pepper: 'p' })(100);
      assert.equal(keyed.kind, kind);
    }
  });

  it('whose pepper is missing is not read unproven, and the pepper is what is said to be lost', async () => {
    const read = async () => Buffer.from('the document is there');
    const missing = () => Promise.reject(new BlobMissing());
    const keyed = { source_hmac: OTHER_SHA256, pepper: 'p' };
    const ended = await loader({ read }, null, keyed, missing)(100);
    assert.deepEqual(ended, { kind: 'failed', code: 'extraction_failed', abusive: false, lost: 'pepper/' });
    const gone = await loader({ read: missing })(100);
    assert.deepEqual(gone, { ...ended, lost: 'source/1' });
  });

  it('is waited for while the store is away, however long that is', async t => {
    const away = () => Promise.reject(new BlobStoreUnavailable('away'));
    const load = loader({ read: away, check: away });
    await assert.rejects(load(), BlobStoreUnavailable);
    later(t, 10 * SETTINGS.JOB_TIMEOUT_MS);
    await assert.rejects(load(), BlobStoreUnavailable);
  });

  it('that alone fails, try after try, has the time of a job in all and not anew with each try', async t => {
    const read = () => Promise.reject(new BlobStoreUnavailable('InternalError'));
    const load = loader({ read, check: async () => undefined });
    await assert.rejects(load(), BlobStoreUnavailable);
    later(t, SETTINGS.JOB_TIMEOUT_MS);
    assert.deepEqual(await load(), { kind: 'failed', code: 'timeout', abusive: false });
  });

  it('that alone fails is forgotten where its job has gone to another extractor', async t => {
    const read = () => Promise.reject(new BlobStoreUnavailable('InternalError'));
    const made = sourceLoader({ read, check: async () => undefined });
    const load = (job_id: string) =>
      made.load(
        { ...REQUEST, ...PLAIN, job_id },
        performance.now() + 1_000,
        new AbortController().signal,
        SEAT,
      );
    const first = '01a2077e-cbc1-74d4-91e0-c2ca8068c8e4';
    await assert.rejects(load(first), BlobStoreUnavailable);
    later(t, SETTINGS.JOB_TIMEOUT_MS + 3_600_000);
    await assert.rejects(load(REQUEST.job_id), BlobStoreUnavailable);
    await assert.rejects(load(first), BlobStoreUnavailable, 'it begins anew');
  });
});

describe('a document that the process of its caller holds', () => {
  const held = { source_blob: heldKey('source/1') };
  const sha256 = createHash('sha256').update('text').digest('hex');

  it('is waited for until it is stored', async () => {
    let looks = 0;
    const read = async () => {
      looks += 1;
      if (looks < 3) throw new BlobHeldElsewhere();
      return Buffer.from('text');
    };
    const loaded = await loader({ read }, sha256, held)(60_000);
    assert.equal(loaded.kind, 'loaded');
    assert.equal(looks, 3);
  });

  it('ends as a timeout, and not before its time, where that process may have died with it', async () => {
    const read = () => Promise.reject(new BlobHeldElsewhere());
    const begin = performance.now();
    assert.deepEqual(await loader({ read }, sha256, held)(100), {
      kind: 'failed',
      code: 'timeout',
      abusive: false,
    });
    assert.ok(performance.now() - begin >= 99);
  });

  it('ends as a timeout at once where it was lost with an earlier life of this process', async () => {
    const read = () => Promise.reject(new BlobMissing());
    const begin = performance.now();
    const ended = await loader({ read }, sha256, held)(60_000);
    assert.deepEqual(ended, { kind: 'failed', code: 'timeout', abusive: false });
    assert.ok(performance.now() - begin < 30_000);
  });
});

describe('a document at an address', () => {
  const failed = async (error: EgressError) => {
    const blobs = { read: async () => Buffer.from(JSON.stringify({ url: 'https://a.example/' })) };
    const egress = { fetchDocument: () => Promise.reject(error) };
    const made = new SourceLoader({
      blobs: blobs as unknown as BlobStore,
      egress: egress as unknown as Egress,
      settings: SETTINGS,
      telemetry: createTelemetry('silent'),
      peppers,
    });
    const request = { ...REQUEST, source_blob: null, request_blob: 'request/1' };
    return made.load(request, performance.now() + 1_000, new AbortController().signal, SEAT);
  };

  it('counts as abuse where the address itself says that it is private, and never for what its name stands for', async () => {
    const ends = { kind: 'failed', code: 'fetch_failed' };
    assert.deepEqual(await failed(new EgressError('refused', { atSight: true })), { ...ends, abusive: true });
    assert.deepEqual(await failed(new EgressError('refused')), { ...ends, abusive: false });
    assert.deepEqual(await failed(new EgressError('connection')), { ...ends, abusive: false });
  });
});
