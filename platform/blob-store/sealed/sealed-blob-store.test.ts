import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { isOutage } from '../../outage.ts';
import { JournalDatabase } from '../../sqlite/journal-database.ts';
import { blobStoreContract } from '../blob-store.contract.ts';
import { type BlobKey, BlobRefused, type BlobStore } from '../blob-store.ts';
import { DirectoryBlobStore } from '../directory/directory-blob-store.ts';
import { BlobNotOpened } from './blob-not-opened.ts';
import { ConfiguredKeys, isBlobKeys } from './configured-keys.ts';
import {
  type DataKey,
  MAX_WRAPPED_BYTES,
  MasterKeyMissing,
  type MasterKeys,
  type WrappedKey,
} from './master-keys.ts';
import { SealedBlobStore, WHOLE_BYTES } from './sealed-blob-store.ts';

const newKey = () => randomBytes(32).toString('base64');
const [NOVEMBER, DECEMBER] = [`2026-11:${newKey()}`, `2026-12:${newKey()}`];
const CEILING = 64 * 1024 * 1024;
const CHUNK = 64 * 1024;
const SEALED_CHUNK = CHUNK + 16;
/** Size of a header: mark, form, lengths, the id 2026-11, and a key wrapped by RFC 3394. */
const HEADER = 8 + 1 + 3 + 7 + 40;

const sealedWith = (store: BlobStore, keys: string, refusesPlain = false) =>
  new SealedBlobStore(store, new ConfiguredKeys(keys), { refusesPlain });

const folders: string[] = [];
const journals: JournalDatabase[] = [];
after(async () => {
  for (const journal of journals) journal.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-sealed-'));
  folders.push(folder);
  return folder;
}

/** A store of files and rows, without its cache of what it has just written, as another process sees it. */
function directory(folder: string): BlobStore {
  const journal = new JournalDatabase(folder);
  journals.push(journal);
  return new DirectoryBlobStore(journal, join(folder, 'blobs'));
}

/** Works like a key management service: one call for each key, and wrapped keys of a few hundred bytes. */
class KeyService implements MasterKeys {
  private readonly plain = new Map<string, Uint8Array>();
  private readonly masterKeyId: string;
  private readonly wrappedBytes: number;

  constructor(masterKeyId = 'service', wrappedBytes = 200) {
    this.masterKeyId = masterKeyId;
    this.wrappedBytes = wrappedBytes;
  }

  async generate(): Promise<DataKey> {
    await new Promise(resolve => setImmediate(resolve));
    const [plain, bytes] = [randomBytes(32), randomBytes(this.wrappedBytes)];
    this.plain.set(bytes.toString('hex'), plain);
    return { plain, wrapped: { masterKeyId: this.masterKeyId, bytes } };
  }

  async unwrap({ bytes }: WrappedKey): Promise<Uint8Array> {
    const plain = this.plain.get(Buffer.from(bytes).toString('hex'));
    if (plain === undefined) throw new BlobNotOpened('AnotherMasterKey');
    return plain;
  }
}

for (const [name, keys, headerBytes] of [
  ['files and rows, sealed by a configured key', new ConfiguredKeys(NOVEMBER), HEADER],
  ['files and rows, sealed by a key service', new KeyService(), HEADER + 160],
  ['files and rows, keys at hand but not written with', new ConfiguredKeys(`plain,${NOVEMBER}`), null],
] as const)
  blobStoreContract(name, async () => {
    const folder = await newFolder();
    return {
      open: async () => new SealedBlobStore(directory(folder), keys, { refusesPlain: false }),
      storedBytes: bytes =>
        headerBytes === null ? bytes : headerBytes + bytes + 16 * Math.max(1, Math.ceil(bytes / CHUNK)),
      destroy: async () => undefined,
    };
  });

describe('a sealed blob', () => {
  let store: BlobStore;
  let sealed: SealedBlobStore;
  before(async () => {
    store = directory(await newFolder());
    sealed = sealedWith(store, NOVEMBER);
  });

  let count = 0;
  const put = async (bytes: Buffer): Promise<BlobKey> => {
    const key: BlobKey = `source/${count++}`;
    await sealed.put({ key, bytes });
    return key;
  };
  const gathered = async (blobs: BlobStore, key: BlobKey) =>
    Buffer.concat(await (await blobs.stream(key)).pieces.toArray());
  /** Checks that reading as a whole and as a stream are both refused with this code. */
  const refused = async (key: BlobKey, code: string, reader: BlobStore = sealed) => {
    const isRefused = (error: unknown) => error instanceof BlobNotOpened && error.code === code;
    await assert.rejects(reader.read(key, CEILING), isRefused);
    await assert.rejects(gathered(reader, key), isRefused);
  };

  it('has a tag for each 64 KiB, as all that was sealed before: what changes that reads none of it', async () => {
    for (const bytes of [0, 1, CHUNK, CHUNK + 1, 3 * CHUNK, WHOLE_BYTES + 1]) {
      const stored = await store.read(await put(randomBytes(bytes)), CEILING);
      assert.equal(stored.length, HEADER + bytes + 16 * Math.max(1, Math.ceil(bytes / CHUNK)), `${bytes}`);
    }
  });

  it('is read by whoever takes as many bytes as it has, whatever it takes in the store, and by nobody who takes one less', async () => {
    // The largest possible header.
    const keys = new KeyService('k'.repeat(64), MAX_WRAPPED_BYTES);
    const service = new SealedBlobStore(store, keys, { refusesPlain: false });
    for (const size of [1, CHUNK, WHOLE_BYTES, WHOLE_BYTES + 1, 3 * WHOLE_BYTES]) {
      const bytes = randomBytes(size);
      const key: BlobKey = `source/of-${size}`;
      await service.put({ key, bytes });
      assert.deepEqual(await service.read(key, size), bytes);
      await assert.rejects(service.read(key, size - 1), RangeError);
    }
  });

  it('shows nothing of itself in the store, not even that it is like another one', async () => {
    const text = Buffer.alloc(200_000, 'the-secret-recipe ');
    const [one, other] = [await put(text), await put(text)];
    const stored = await Promise.all([one, other].map(key => store.read(key, CEILING)));
    for (const bytes of stored) assert.equal(bytes.includes('secret'), false);
    assert.notDeepEqual(stored[0]!.subarray(HEADER), stored[1]!.subarray(HEADER));
    assert.ok((await sealed.read(one, CEILING)).equals(text));
  });

  it('comes back whole, whatever its length has to do with chunks', async () => {
    for (const size of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5_000_000]) {
      const bytes = randomBytes(size);
      const key = await put(bytes);
      assert.ok((await sealed.read(key, size)).equals(bytes), String(size));
      const { bytes: announced, pieces } = await sealed.stream(key);
      assert.equal(announced, size);
      assert.ok(Buffer.concat(await pieces.toArray()).equals(bytes));
      if (size > 0) await assert.rejects(sealed.read(key, size - 1), RangeError);
    }
  });

  it('does not open when any bit of it was changed: key, text or tag', async () => {
    const key = await put(randomBytes(2 * CHUNK));
    const bytes = await store.read(key, CEILING);
    for (const at of [9, 12, 20, HEADER - 1, HEADER, HEADER + CHUNK + 3, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await store.put({ key, bytes: changed });
      await assert.rejects(sealed.read(key, CEILING), /refuses to read|is not among BLOB_KEYS/, `byte ${at}`);
    }
  });

  it('that was made to look as if it were none is no blob where only sealed ones are read', async () => {
    const key = await put(randomBytes(100));
    const bytes = await store.read(key, CEILING);
    for (const at of [0, 8]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await store.put({ key, bytes: changed });
      await refused(key, 'NotSealed', sealedWith(store, NOVEMBER, true));
    }
  });

  it('does not open when chunks of it were left out, repeated, moved, or its end was cut off', async () => {
    const key = await put(randomBytes(3 * CHUNK));
    const bytes = await store.read(key, CEILING);
    const chunk = (at: number) =>
      bytes.subarray(HEADER + at * SEALED_CHUNK, HEADER + (at + 1) * SEALED_CHUNK);
    const header = bytes.subarray(0, HEADER);
    for (const chunks of [[0, 1], [0], [], [0, 2], [1, 0, 2], [0, 1, 2, 2], [0, 1, 1, 2]]) {
      await store.put({ key, bytes: Buffer.concat([header, ...chunks.map(chunk)]) });
      await refused(key, 'Damaged');
    }
    for (const length of [HEADER - 1, HEADER + 5, bytes.length - 1]) {
      await store.put({ key, bytes: bytes.subarray(0, length) });
      await refused(key, 'Damaged');
    }
  });

  it('does not open under the name of another', async () => {
    const key = await put(Buffer.from('somebody’s result'));
    await store.put({ key: 'result/anothers', bytes: await store.read(key, CEILING) });
    await refused('result/anothers', 'Damaged');
  });

  it('has its key in itself: when it is deleted, nothing opens a copy that lost its header', async () => {
    const key = await put(Buffer.from('forgotten'));
    const copy = await store.read(key, CEILING);
    await sealed.delete([key]);
    const other = await put(Buffer.from('remembered'));
    const otherHeader = (await store.read(other, CEILING)).subarray(0, HEADER);
    await store.put({ key, bytes: Buffer.concat([otherHeader, copy.subarray(HEADER)]) });
    await refused(key, 'Damaged');
  });

  it('is read after its master key was replaced, and waited for once that key is taken out', async () => {
    const key = await put(Buffer.from('of November'));
    const rotated = sealedWith(store, `${DECEMBER},${NOVEMBER}`);
    assert.equal((await rotated.read(key, CEILING)).toString(), 'of November');
    await rotated.put({ key: 'source/december', bytes: Buffer.from('of December') });
    const retired = sealedWith(store, DECEMBER);
    assert.equal((await retired.read('source/december', CEILING)).toString(), 'of December');
    for (const reader of [retired, sealedWith(store, ''), sealedWith(store, `plain,${DECEMBER}`)]) {
      const isMissing = (error: unknown) =>
        error instanceof MasterKeyMissing && isOutage(error) && /"2026-11"/.test(error.message);
      await assert.rejects(reader.read(key, CEILING), isMissing);
      await assert.rejects(gathered(reader, key), isMissing);
    }
  });

  it('is one blob’s failure, no outage, where another key has the name of its master key', async () => {
    const key = await put(Buffer.from('of November'));
    await refused(key, 'AnotherMasterKey', sealedWith(store, `2026-11:${newKey()}`));
    const failure = await sealedWith(store, `2026-11:${newKey()}`)
      .read(key, CEILING)
      .catch(error => error);
    assert.ok(failure instanceof BlobRefused && !isOutage(failure));
  });

  it('from before there were keys is read as it is, or refused where the setting says so', async () => {
    for (const size of [0, 5, 300_000, 2_000_000]) {
      const bytes = randomBytes(size);
      const key: BlobKey = `source/plain-${size}`;
      await store.put({ key, bytes });
      assert.ok((await sealed.read(key, size)).equals(bytes));
      assert.ok((await gathered(sealed, key)).equals(bytes));
      if (size > 0) await assert.rejects(sealed.read(key, size - 1), RangeError);
      await refused(key, 'NotSealed', sealedWith(store, NOVEMBER, true));
    }
  });

  it('is told from a document that begins as one does, whoever writes it and whoever reads it', async () => {
    const key = await put(Buffer.from('any'));
    const stored = await store.read(key, CEILING);
    const unsealed = sealedWith(store, '');
    for (const bytes of [stored, stored.subarray(0, 8), stored.subarray(0, 9), stored.subarray(0, 3)])
      for (const writer of [unsealed, sealed]) {
        await writer.put({ key: 'source/mimic', bytes });
        assert.ok((await writer.read('source/mimic', CEILING)).equals(bytes));
        const letters = Array.from(bytes, byte => Buffer.from([byte]));
        await writer.write('source/mimic', Readable.from(letters));
        assert.ok((await gathered(sealed, 'source/mimic')).equals(bytes));
      }
  });

  it('lets go of what it reads from when its reader leaves, or the store fails in the middle', async () => {
    const key = await put(randomBytes(3_000_000));
    const { pieces: source } = await store.stream(key);
    const failing = sealedWith(
      { ...store, stream: async () => ({ bytes: 3_000_000, pieces: source }) },
      NOVEMBER,
    );
    const { pieces } = await failing.stream(key);
    const ended = new Promise<Error>(resolve => pieces.once('error', resolve));
    source.destroy(new Error('the connection was cut'));
    assert.match((await ended).message, /the connection was cut/);
    const { pieces: left } = await store.stream(key);
    const leaving = sealedWith(
      { ...store, stream: async () => ({ bytes: 3_000_000, pieces: left }) },
      NOVEMBER,
    );
    const closed = new Promise(resolve => left.once('close', resolve));
    (await leaving.stream(key)).pieces.destroy();
    await closed;
  });
});

describe('the setting BLOB_KEYS', () => {
  it('takes keys of 32 random bytes with an id each, and the word `plain` before them', () => {
    for (const text of [NOVEMBER, `${DECEMBER}, ${NOVEMBER}`, `plain,${NOVEMBER}`, 'plain'])
      assert.equal(isBlobKeys(text), true);
  });

  it('refuses what is short, no base64, no random key, without an id, or there twice', () => {
    const short = randomBytes(31).toString('base64');
    for (const text of [
      newKey(),
      `2026-11:${short}`,
      `2026-11:${randomBytes(33).toString('base64')}`,
      `2026-11:${Buffer.alloc(32).toString('base64')}`,
      `2026-11:${Buffer.alloc(32, 'password').toString('base64')}`,
      '2026-11:not base64 at all',
      `2026 11:${newKey()}`,
      `${NOVEMBER},2026-11:${newKey()}`,
      `${NOVEMBER},plain`,
      `${NOVEMBER},`,
    ])
      assert.equal(isBlobKeys(text), false, text);
  });
});
