import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type BlobKey, BlobMissing, type BlobStore, type NewBlob } from '../blob-store.ts';
import type { BlobRelay } from './blob-relay.ts';
import { RelayedBlobStore } from './relayed-blob-store.ts';

const SOURCE: BlobKey = 'source/1';
const CEILING = 1_000_000;

/** A store and a relay that two processes share: one writes documents, the other waits for them. */
function processes() {
  const stored = new Map<string, Uint8Array>();
  const sent: string[] = [];
  const listeners: ((blob: NewBlob) => void)[] = [];
  const store = {
    put: async ({ key, bytes }: NewBlob) => void stored.set(key, bytes),
    read: async (key: BlobKey) => {
      const bytes = stored.get(key);
      if (bytes === undefined) throw new BlobMissing();
      return Buffer.from(bytes);
    },
    delete: async (keys: readonly BlobKey[]) => keys.forEach(key => void stored.delete(key)),
  } as unknown as BlobStore;
  const relay: BlobRelay = {
    send: blob => {
      sent.push(blob.key);
      for (const heard of listeners) heard(blob);
    },
    listen: (_prefix, heard) => void listeners.push(heard),
    close: () => {},
  };
  const reader = new RelayedBlobStore(store, relay, 'source');
  const writer = new RelayedBlobStore(store, relay, 'result');
  return { writer, reader, stored, sent };
}

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
