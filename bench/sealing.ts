/** What encryption at rest costs: CPU time of sealing and opening blobs of several sizes, over a store in memory. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { BlobKey, BlobStore } from '../platform/blob-store/blob-store.ts';
import { ConfiguredKeys } from '../platform/blob-store/sealed/configured-keys.ts';
import { SealedBlobStore } from '../platform/blob-store/sealed/sealed-blob-store.ts';

const MIB = 1024 * 1024;
const KEY: BlobKey = 'result/1';
/** Size of the pieces that files and sockets deliver. */
const PIECE_BYTES = 64 * 1024;
/** Bytes written for each size. */
const TOTAL_BYTES = 200 * MIB;
const MOST_BLOBS = 20_000;

export async function sealing(): Promise<void> {
  for (const size of [2_000, 64 * 1024, MIB, 10 * MIB]) {
    const blobs = Math.min(MOST_BLOBS, Math.round(TOTAL_BYTES / size));
    const plain = await measured('', size, blobs);
    const sealed = await measured(`key:${randomBytes(32).toString('base64')}`, size, blobs);
    const of = (name: 'write' | 'read') => {
      const more = sealed[name] - plain[name];
      return `${name} ${((1_000 * more) / blobs).toFixed(0)} µs a blob, ${(more / ((blobs * size) / MIB)).toFixed(2)} ms a MiB`;
    };
    console.log(`${size} bytes, beside a plain one: ${of('write')}; ${of('read')}`);
  }
}

/** CPU time in ms of writing a blob `times` times, and of reading it as often. */
async function measured(keys: string, size: number, times: number): Promise<{ write: number; read: number }> {
  const store = new SealedBlobStore(inMemory(), new ConfiguredKeys(keys), { refusesPlain: false });
  const bytes = randomBytes(size);
  const repeated = async (work: () => Promise<unknown>) => {
    for (let at = 0; at < times / 10; at++) await work();
    const begin = process.cpuUsage();
    for (let at = 0; at < times; at++) await work();
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1_000;
  };
  const write = await repeated(() => store.put({ key: KEY, bytes }));
  return { write, read: await repeated(() => store.read(KEY, 2 * size)) };
}

function inMemory(): BlobStore {
  let stored = Buffer.alloc(0);
  const unused = () => Promise.reject(new Error('not measured'));
  return {
    put: async ({ bytes }) => {
      stored = Buffer.from(bytes);
    },
    write: async (_key, source) => {
      stored = Buffer.concat(await Array.fromAsync(source));
    },
    read: async (_key, ceilingBytes) => {
      if (stored.length > ceilingBytes) throw new RangeError('larger');
      return stored;
    },
    stream: async () => ({ bytes: stored.length, pieces: Readable.from(piecesOf(stored)) }),
    delete: unused,
    list: () => Readable.from([]),
    check: unused,
    close: unused,
  };
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
