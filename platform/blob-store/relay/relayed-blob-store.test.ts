import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  type BlobKey,
  BlobMissing,
  type BlobPrefix,
  type BlobStore,
  heldKey,
  type NewBlob,
} from '../blob-store.ts';
import { HOLD_MS } from '../held-blobs.ts';
import type { BlobRelay } from './blob-relay.ts';
import { RelayedBlobStore } from './relayed-blob-store.ts';

const SOURCE: BlobKey = 'source/1';
const CEILING = 1_000_000;

/** A store and a relay shared by two processes: one writes documents, the other waits for them. */
function processes({ isDeaf = false } = {}) {
  const calls: string[] = [];
  let isAway = false;
  const stored = new Map<string, Uint8Array>();
  const sent: string[] = [];
  const listeners: { prefix: BlobPrefix; heard: (blob: NewBlob) => void }[] = [];
  const store = {
    put: async ({ key, bytes }: NewBlob) => {
      calls.push(`put ${key}`);
      if (isAway) throw new Error('away');
      stored.set(key, bytes);
    },
    read: async (key: BlobKey) => {
      const bytes = stored.get(key);
      if (bytes === undefined) throw new BlobMissing();
      return Buffer.from(bytes);
    },
    delete: async (keys: readonly BlobKey[]) => {
      calls.push(`delete ${keys.join()}`);
      for (const key of keys) stored.delete(key);
    },
    close: async () => undefined,
  } as unknown as BlobStore;
  const relay: BlobRelay = {
    send: async blob => {
      sent.push(blob.key);
      const hearing = isDeaf ? [] : listeners.filter(({ prefix }) => blob.key.startsWith(prefix));
      for (const { heard } of hearing) heard(blob);
      return hearing.length;
    },
    listen: (prefix, heard) => void listeners.push({ prefix, heard }),
    close: () => {},
  };
  const reader = new RelayedBlobStore(store, relay, 'source');
  const writer = new RelayedBlobStore(store, relay, 'result');
  const away = (value: boolean) => {
    isAway = value;
  };
  return { writer, reader, stored, sent, calls, away };
}

const HELD = { key: heldKey(SOURCE), bytes: Buffer.from('text'), awaited: true, held: true };

describe('a relayed blob store', () => {
  it('gives a document that somebody waits for to its reader without the store', async () => {
    const { writer, reader, stored } = processes();
    await writer.put({ key: SOURCE, bytes: Buffer.from('text'), awaited: true });
    stored.clear();
    assert.equal((await reader.read(SOURCE, CEILING)).toString(), 'text');
  });

  it('gives it away once: whoever asks again hears what the store says', async () => {
    const { writer, reader, stored } = processes();
    await writer.put({ key: SOURCE, bytes: Buffer.from('text'), awaited: true });
    await reader.read(SOURCE, CEILING);
    stored.clear();
    await assert.rejects(reader.read(SOURCE, CEILING), BlobMissing);
  });

  it('sends nothing that nobody waits for, and nothing large', async () => {
    const { writer, reader, sent } = processes();
    await writer.put({ key: SOURCE, bytes: Buffer.from('a job') });
    await writer.put({ key: 'source/2', bytes: Buffer.alloc(16 * 1024 + 1), awaited: true });
    assert.deepEqual(sent, []);
    assert.equal((await reader.read('source/2', CEILING)).length, 16 * 1024 + 1);
  });

  it('reads the store where a blob is larger than its reader allows', async () => {
    const { writer, reader, stored } = processes();
    await writer.put({ key: SOURCE, bytes: Buffer.from('text'), awaited: true });
    stored.clear();
    await assert.rejects(reader.read(SOURCE, 3), BlobMissing);
  });

  it('forgets a blob with its deletion, and after seconds', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const { writer, reader, stored } = processes();
    await writer.put({ key: SOURCE, bytes: Buffer.from('text'), awaited: true });
    await reader.delete([SOURCE]);
    await assert.rejects(reader.read(SOURCE, CEILING), BlobMissing);
    await writer.put({ key: 'source/2', bytes: Buffer.from('text'), awaited: true });
    stored.clear();
    mock.timers.tick(10_000);
    await assert.rejects(reader.read('source/2', CEILING), BlobMissing);
    mock.timers.reset();
  });
});

describe('a document that its writer holds', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval'] }));
  afterEach(() => mock.timers.reset());
  const later = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };

  it('never reaches the store where its job ends at once', async () => {
    const { writer, reader, calls } = processes();
    await writer.put(HELD);
    assert.equal((await reader.read(HELD.key, CEILING)).toString(), 'text');
    await reader.delete([HELD.key]);
    await writer.delete([HELD.key]);
    await later(2 * HOLD_MS);
    assert.deepEqual(calls, []);
  });

  it('is stored where its job takes longer, and deleted by its writer when that has ended', async () => {
    const { writer, calls, stored } = processes();
    await writer.put(HELD);
    await later(HOLD_MS);
    assert.deepEqual([...stored.keys()], [HELD.key]);
    await writer.delete([HELD.key]);
    assert.deepEqual(calls, [`put ${HELD.key}`, `delete ${HELD.key}`]);
    assert.equal(stored.size, 0);
  });

  it('is deleted by its reader, too, once its writer may have stored it', async t => {
    const { writer, reader, calls } = processes();
    await writer.put(HELD);
    await reader.read(HELD.key, CEILING);
    const now = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => now() + HOLD_MS);
    await reader.delete([HELD.key]);
    assert.deepEqual(calls, [`delete ${HELD.key}`]);
  });

  it('is waited for where its name came before it did', async () => {
    const { writer, reader, calls } = processes();
    const read = reader.read(HELD.key, CEILING);
    await writer.put(HELD);
    assert.equal((await read).toString(), 'text');
    assert.deepEqual(calls, []);
  });

  it('is stored at once where nobody heard it', async () => {
    const { writer, stored } = processes({ isDeaf: true });
    await writer.put(HELD);
    await later(0);
    assert.deepEqual([...stored.keys()], [HELD.key]);
  });

  it('is stored when the store has come back, as long as it is held', async () => {
    const { writer, stored, away, calls } = processes();
    away(true);
    await writer.put(HELD);
    await later(HOLD_MS);
    assert.equal(stored.size, 0);
    away(false);
    await later(HOLD_MS);
    assert.deepEqual([...stored.keys()], [HELD.key]);
    assert.equal(calls.length, 2);
  });

  it('leaves nothing behind where the store has taken it without an answer', async () => {
    const { writer, stored, calls, away } = processes();
    await writer.put(HELD);
    away(true);
    await later(HOLD_MS);
    stored.set(HELD.key, HELD.bytes);
    away(false);
    await writer.delete([HELD.key]);
    assert.deepEqual(calls, [`put ${HELD.key}`, `delete ${HELD.key}`]);
    assert.equal(stored.size, 0);
  });

  it('is stored when its writer stops', async () => {
    const { writer, stored } = processes();
    await writer.put(HELD);
    await writer.close();
    assert.deepEqual([...stored.keys()], [HELD.key]);
  });

  it('leaves nothing behind where it is let go while it is being stored', async () => {
    const { writer, stored } = processes();
    await writer.put(HELD);
    mock.timers.tick(HOLD_MS);
    await writer.delete([HELD.key]);
    assert.equal(stored.size, 0);
  });
});
