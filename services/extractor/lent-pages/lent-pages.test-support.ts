/** Extractors in memory that read each other's pages, and pages of a borrower who does and says what a test wants. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import {
  type BlobKey,
  BlobMissing,
  type BlobStore,
  type NewBlob,
} from '../../../platform/blob-store/blob-store.ts';
import { MemoryRoom } from '../../../platform/peers/memory-peers.test-support.ts';
import { createTelemetry } from '../../../platform/telemetry.ts';
import type { Elsewhere, Place } from '../worker/loans.ts';
import type { PictureSize } from '../worker/protocol.ts';
import { PageExchange } from './page-exchange.ts';
import type { Word } from './words.ts';

export const LINES = Buffer.from('{"lines":["the-secret-recipe"]}');
export const SIZE: PictureSize = { width: 40, height: 20 };
export const PIXELS = new Uint8Array(800).map((_, at) => at % 251);
export const PATIENCE_MS = 5_000;

/** A worker that reads when it is told to. */
export class FakeWorker {
  readonly read: Uint8Array[] = [];
  private readonly answers: ((lines: Buffer | null) => void)[] = [];

  readPicture(_: PictureSize, pixels: Uint8Array): Promise<Buffer | null> {
    this.read.push(pixels);
    return new Promise(resolve => this.answers.push(resolve));
  }

  answer(lines: Buffer | null = LINES): void {
    this.answers.shift()?.(lines);
  }
}

export class FakePool {
  elsewhere: Elsewhere | undefined;
  onIdle: () => void = () => undefined;
  /** Documents wait. */
  isCrowded = false;
  starts = 0;
  readonly idle: FakeWorker[];

  constructor(workers: readonly FakeWorker[]) {
    this.idle = [...workers];
  }

  get lendable(): number {
    return this.isCrowded ? 0 : this.idle.length;
  }

  lend(): FakeWorker | undefined {
    return this.isCrowded ? undefined : this.idle.pop();
  }

  startToLend(): void {
    this.starts++;
  }

  giveBack(worker: FakeWorker): void {
    this.idle.push(worker);
    this.onIdle();
  }
}

export class Store {
  readonly stored = new Map<string, Uint8Array>();
  isAway = false;
  puts = 0;
  reads = 0;
  /** What is put is stored once this has settled, and what is read given. */
  opens: Promise<unknown> = Promise.resolve();
  readonly blobs = {
    put: async ({ key, bytes }: NewBlob) => {
      if (this.isAway) throw new Error('the store is away');
      this.puts++;
      await this.opens;
      this.stored.set(key, bytes);
    },
    read: async (key: BlobKey) => {
      this.reads++;
      await this.opens;
      const bytes = this.stored.get(key);
      if (bytes === undefined) throw new BlobMissing();
      return Buffer.from(bytes);
    },
    delete: async (keys: readonly BlobKey[]) => keys.forEach(key => void this.stored.delete(key)),
  } as unknown as BlobStore;
}

/** Extractors around one store; each with so many bulk workers. */
export function extractors(workers: number[], builds: readonly string[] = []) {
  const room = new MemoryRoom();
  const store = new Store();
  const all = workers.map((count, at) => {
    const own = Array.from({ length: count }, () => new FakeWorker());
    const pool = new FakePool(own);
    const peers = room.join();
    const exchange = new PageExchange<FakeWorker>({
      peers,
      blobs: store.blobs,
      settings: { BUILD_REVISION: builds[at] ?? '', OCR_LANGUAGES: ['eng'] },
      telemetry: createTelemetry('silent'),
      pools: { bulk: pool, interactive: new FakePool([]) },
      precision: () => 'int8',
    });
    const stop = (ms: number) => exchange.stop(ms);
    const forgotten = (ms: number) => exchange.forgotten(ms);
    return { workers: own, pool, peers, ...exchange.lanes.bulk, stop, forgotten };
  });
  return { room, store, all };
}

export async function until(what: string, is: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !is(); await sleep(1))
    if (Date.now() > end) assert.fail(`waited in vain for ${what}`);
}

/** The first question is answered by nobody: nobody is known yet. */
export async function place({ borrower }: { borrower: Elsewhere }): Promise<Place> {
  let found: Place | null = null;
  for (const end = Date.now() + PATIENCE_MS; found === null && Date.now() < end; await sleep(5))
    found = await borrower.ask();
  assert.ok(found !== null, 'nobody has a place');
  return found;
}

export const deadline = () => performance.now() + 60_000;

export type All = ReturnType<typeof extractors>;
/** A page of a borrower who does and says what a test wants. */
export interface Lent {
  other: All['all'][number];
  id: string;
  /** Its pixels come to the store. */
  keep: () => void;
  say: (word: Word) => void;
}
export function lentBy(
  borrower: ReturnType<All['room']['join']>,
  { other, store }: Pick<Lent, 'other'> & Pick<All, 'store'>,
): Lent {
  const id = randomUUID();
  return {
    other,
    id,
    keep: () => void store.stored.set(`page/${id}-pixels`, zstdCompressSync(PIXELS)),
    say: word => void borrower.tell(other.peers.id, word),
  };
}
export const claimed = async ({ other, say, id }: Lent): Promise<void> => {
  say({ kind: 'claim', lane: 'bulk', id });
  await until('the claim', () => other.reader.places === 1);
};
export const sent = ({ keep, say, id }: Lent): void => {
  keep();
  say({ kind: 'picture', id, ...SIZE, leftMs: 60_000 });
};
export const given = async (dying: Lent): Promise<void> => {
  await claimed(dying);
  sent(dying);
  await until('the picture', () => dying.other.workers[0]?.read.length === 1);
};
/** Time that goes on by whole seconds, for what is measured in it and for timers; the way it was after the test. */
export async function inSeconds(test: (pass: (seconds: number) => void) => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    let laterMs = 0;
    const now = performance.now.bind(performance);
    mock.method(performance, 'now', () => now() + laterMs);
    await test(seconds => {
      for (let second = 0; second < seconds; second++) {
        laterMs += 1_000;
        mock.timers.tick(1_000);
      }
    });
  } finally {
    mock.timers.reset();
    mock.restoreAll();
  }
}

/** Reads a picture at a place that was granted, and gives the place back. */
export async function read(given: Place, pixels = PIXELS, size = SIZE): Promise<Buffer | null> {
  const lines = await given.readPicture(size, pixels, deadline());
  given.giveBack(lines === null ? 'unread' : 'read');
  return lines;
}
