import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, mock } from 'node:test';
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
import { heardWord, type Word } from './words.ts';

const LINES = Buffer.from('{"lines":["the-secret-recipe"]}');
const SIZE: PictureSize = { width: 40, height: 20 };
const PIXELS = new Uint8Array(800).map((_, at) => at % 251);
const PATIENCE_MS = 5_000;

/** A worker that reads when it is told to. */
class FakeWorker {
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

class FakePool {
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

class Store {
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
function extractors(workers: number[], builds: readonly string[] = []) {
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

async function until(what: string, is: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !is(); await sleep(1))
    if (Date.now() > end) assert.fail(`waited in vain for ${what}`);
}

/** The first question is answered by nobody: nobody is known yet. */
async function place({ borrower }: { borrower: Elsewhere }): Promise<Place> {
  let found: Place | null = null;
  for (const end = Date.now() + PATIENCE_MS; found === null && Date.now() < end; await sleep(5))
    found = await borrower.ask();
  assert.ok(found !== null, 'nobody has a place');
  return found;
}

const deadline = () => performance.now() + 60_000;

type All = ReturnType<typeof extractors>;
/** A page of a borrower who does and says what a test wants. */
interface Lent {
  other: All['all'][number];
  id: string;
  /** Its pixels come to the store. */
  keep: () => void;
  say: (word: Word) => void;
}
function lentBy(
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
const claimed = async ({ other, say, id }: Lent): Promise<void> => {
  say({ kind: 'claim', lane: 'bulk', id });
  await until('the claim', () => other.reader.places === 1);
};
const sent = ({ keep, say, id }: Lent): void => {
  keep();
  say({ kind: 'picture', id, ...SIZE, leftMs: 60_000 });
};
const given = async (dying: Lent): Promise<void> => {
  await claimed(dying);
  sent(dying);
  await until('the picture', () => dying.other.workers[0]?.read.length === 1);
};
const WHEN_A_BORROWER_DIES: [string, (dying: Lent) => Promise<void>][] = [
  [
    'before it says that a picture is there',
    async dying => {
      await claimed(dying);
      dying.keep();
    },
  ],
  [
    'when its picture finds no worker',
    async dying => {
      await claimed(dying);
      dying.other.pool.isCrowded = true;
      sent(dying);
      await until('the page to go back', () => dying.other.reader.pages.unread === 1);
    },
  ],
  [
    'when its picture could not be read',
    async dying => {
      await given(dying);
      dying.other.workers[0]?.answer(null);
      await until('the page to go back', () => dying.other.reader.pages.unread === 1);
    },
  ],
  [
    'when its page is read',
    async dying => {
      await given(dying);
      dying.other.workers[0]?.answer();
      await until('the page to be read', () => dying.other.reader.pages.read === 1);
    },
  ],
];

/** Time that goes on by whole seconds, for what is measured in it and for timers; the way it was after the test. */
async function inSeconds(test: (pass: (seconds: number) => void) => Promise<void>): Promise<void> {
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

/** As whoever has asked does it. */
async function read(given: Place, pixels = PIXELS, size = SIZE): Promise<Buffer | null> {
  const lines = await given.readPicture(size, pixels, deadline());
  given.giveBack(lines === null ? 'unread' : 'read');
  return lines;
}

describe('a page for which its extractor has no worker', () => {
  it('is read by another one that has, from the very pixels, and leaves nothing in the store', async () => {
    const { store, all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const reading = read(await place(own));
    await until('the picture', () => other.workers[0]?.read.length === 1);
    assert.deepEqual(Buffer.from(other.workers[0]?.read[0] ?? []), Buffer.from(PIXELS));
    other.workers[0]?.answer();
    assert.deepEqual(await reading, LINES);
    await until('an empty store', () => store.stored.size === 0);
    assert.deepEqual(
      [own.borrower.pages, other.reader.pages],
      [
        { read: 1, unread: 0 },
        { read: 1, unread: 0 },
      ],
    );
    assert.equal(other.pool.idle.length, 1);
  });

  it('waits for nothing where nobody has a worker', async () => {
    const { all } = extractors([0, 0]);
    for (let times = 0; times < 3; times++) assert.equal(await all[0]?.borrower.ask(), null);
  });

  it('tells nothing of itself to the others: ids and numbers are all that is said', async () => {
    const { room, all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const reading = read(await place(own));
    await until('the picture', () => other.workers[0]?.read.length === 1);
    other.workers[0]?.answer();
    await reading;
    await own.forgotten(PATIENCE_MS);
    const kinds = new Set(room.said.map(({ message }) => heardWord(message)?.kind));
    assert.deepEqual([...kinds].sort(), ['claim', 'done', 'granted', 'picture', 'places', 'read', 'wanted']);
    assert.equal(JSON.stringify(room.said).includes('secret'), false);
    for (const { message } of room.said) assert.ok(Object.keys(message).length <= 5);
  });

  it('goes to whoever has most places, so that workers with nothing to do come first', async () => {
    const { all } = extractors([0, 1, 2]);
    const [own, small, large] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    const given = await place(own);
    given.giveBack();
    await sleep(20);
    const taken = [await place(own), await place(own), await place(own)];
    await sleep(20);
    assert.deepEqual([small.reader.places, large.reader.places], [1, 2]);
    for (const each of taken) each.giveBack();
  });

  it('is not given to an extractor of another build, whose lines may be none', async () => {
    const { all } = extractors([0, 1], ['a', 'b']);
    for (let times = 0; times < 5; times++, await sleep(10)) assert.equal(await all[0]?.borrower.ask(), null);
  });

  it('comes back unread where somebody of their own came first', async () => {
    const { store, all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const given = await place(own);
    other.pool.isCrowded = true;
    assert.equal(await read(given), null);
    assert.deepEqual(other.workers[0]?.read, []);
    assert.equal(await own.borrower.ask(), null);
    await until('an empty store', () => store.stored.size === 0);
  });

  it('comes back unread where it could not be read there, and the next does not go there at once', async () => {
    const { all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const reading = read(await place(own));
    await until('the picture', () => other.workers[0]?.read.length === 1);
    other.workers[0]?.answer(null);
    assert.equal(await reading, null);
    for (let times = 0; times < 5; times++, await sleep(10)) assert.equal(await own.borrower.ask(), null);
  });

  it('comes back unread where the store is away, and no other is sent for a while', async () => {
    const { store, all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const given = await place(own);
    store.isAway = true;
    assert.equal(await read(given), null);
    store.isAway = false;
    assert.equal(await own.borrower.ask(), null);
    await until('the place to be free', () => other.reader.places === 2);
  });

  for (const [how, lose] of [
    ['whose extractor dies', (other: { peers: { close(): void } }) => other.peers.close()],
    [
      'that nobody can be asked about since Redis is cut',
      (_: object, room: MemoryRoom) => Object.assign(room, { isCut: true }),
    ],
  ] as const)
    it(`comes back unread after seconds ${how}, and leaves nothing in the store`, async () => {
      const { room, store, all } = extractors([0, 1]);
      const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
      await inSeconds(async pass => {
        const reading = read(await place(own));
        await until('the picture', () => other.workers[0]?.read.length === 1);
        lose(other, room);
        pass(6);
        assert.equal(await reading, null);
        await until('an empty store', () => store.stored.size === 0);
        other.workers[0]?.answer();
        await until('lines that nobody wants', () => store.stored.size === 1);
        pass(17);
        await until('an empty store', () => store.stored.size === 0);
      });
    });

  it('leaves nothing in a store that takes it later than it was waited for', async () => {
    const { store, all } = extractors([0, 1]);
    const [own] = all as [(typeof all)[0]];
    const given = await place(own);
    const { promise, resolve } = Promise.withResolvers<void>();
    store.opens = promise;
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const reading = read(given);
      await new Promise(setImmediate);
      mock.timers.tick(6_000);
      assert.equal(await reading, null);
    } finally {
      mock.timers.reset();
    }
    let isForgotten = false;
    const forgotten = own.forgotten(PATIENCE_MS).then(() => {
      isForgotten = true;
    });
    await sleep(20);
    assert.equal(isForgotten, false);
    resolve();
    await forgotten;
    assert.deepEqual([...store.stored.keys()], []);
  });

  for (const [when, come] of WHEN_A_BORROWER_DIES)
    it(`leaves nothing in the store where the extractor that has its document dies ${when}`, async () => {
      const { room, store, all } = extractors([1]);
      const [other] = all as [(typeof all)[0]];
      const dead = room.join();
      await inSeconds(async pass => {
        await come(lentBy(dead, { other, store }));
        other.pool.isCrowded = false;
        dead.close();
        assert.ok(store.stored.size > 0);
        pass(40);
        await until('an empty store', () => store.stored.size === 0);
        assert.equal(other.reader.places, 2);
      });
    });
});

describe('an extractor that has workers with nothing to do', () => {
  it('takes two pages a worker, and reads the second as soon as the first is read', async () => {
    const { all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const given = [await place(own), await place(own)];
    assert.equal(await own.borrower.ask(), null);
    const readings = given.map(each => read(each));
    const [worker] = other.workers;
    for (const count of [1, 2]) {
      await until('a picture', () => worker?.read.length === count);
      worker?.answer();
    }
    assert.deepEqual(await Promise.all(readings), [LINES, LINES]);
  });

  it('takes none while its own documents want workers', async () => {
    const { all } = extractors([1, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    await other.borrower.ask();
    for (let times = 0; times < 5; times++, await sleep(5)) assert.equal(await own.borrower.ask(), null);
  });

  it('says so to who asked for some in vain, as soon as a worker is free', async () => {
    const { all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    other.pool.isCrowded = true;
    assert.equal(await own.borrower.ask(), null);
    await sleep(20);
    assert.equal(await own.borrower.ask(), null);
    other.pool.isCrowded = false;
    other.pool.onIdle();
    await sleep(20);
    assert.ok((await own.borrower.ask()) !== null);
  });

  it('starts a worker for others where all it has are kept for its callers, unless its own want one too', async () => {
    const { all } = extractors([0, 0]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    await own.borrower.ask();
    await until('a start', () => other.pool.starts === 1);
    other.pool.giveBack(new FakeWorker());
    (await place(own)).giveBack();
    const { all: busy } = extractors([0, 0]);
    await busy[1]?.borrower.ask();
    await busy[0]?.borrower.ask();
    await sleep(20);
    assert.equal(busy[1]?.pool.starts, 0);
  });

  it('does not believe a picture that is larger than its pixels, or smaller, or none', async () => {
    for (const size of [
      { width: 400, height: 200 },
      { width: 4, height: 2 },
      { width: 0, height: 0 },
    ]) {
      const { all } = extractors([0, 1]);
      const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
      assert.equal(await read(await place(own), PIXELS, size), null);
      assert.deepEqual(other.workers[0]?.read, []);
    }
  });

  it('is spoken to about a page by its borrower alone, and its borrower by its reader alone', async () => {
    const { room, all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const third = room.join();
    const given = await place(own);
    const [claim] = room.said.map(({ message }) => heardWord(message)).filter(word => word?.kind === 'claim');
    assert.ok(claim?.kind === 'claim');
    const { id } = claim;
    const reading = read(given);
    await until('the picture', () => other.workers[0]?.read.length === 1);
    third.tell(other.peers.id, { kind: 'done', id });
    third.tell(own.peers.id, { kind: 'read', lane: 'bulk', id, places: 0 });
    third.tell(own.peers.id, { kind: 'unread', lane: 'bulk', id, places: 0, why: 'failed' });
    await sleep(20);
    other.workers[0]?.answer();
    assert.deepEqual(await reading, LINES);
  });

  it('takes none when it stops, gives back what it has not begun, and ends what it has', async () => {
    const { all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    const [worker] = other.workers;
    const first = read(await place(own));
    await until('the picture', () => worker?.read.length === 1);
    const second = read(await place(own));
    const stopped = other.stop(PATIENCE_MS);
    assert.equal(await second, null);
    assert.equal(await own.borrower.ask(), null);
    let isStopped = false;
    void stopped.then(() => {
      isStopped = true;
    });
    await sleep(20);
    assert.equal(isStopped, false);
    worker?.answer();
    assert.deepEqual(await first, LINES);
    await stopped;
  });

  it('gives back once what it is just getting from the store when it stops', async () => {
    const { room, store, all } = extractors([1]);
    const [other] = all as [(typeof all)[0]];
    const page = lentBy(room.join(), { other, store });
    const { promise, resolve } = Promise.withResolvers<void>();
    store.opens = promise;
    await claimed(page);
    sent(page);
    await until('the reader to ask for its pixels', () => store.reads === 1);
    const stopped = other.stop(PATIENCE_MS);
    resolve();
    await stopped;
    assert.deepEqual(other.reader.pages, { read: 0, unread: 1 });
  });

  it('leaves nothing in a store that takes lines without an answer when nobody wants them any more', async () => {
    const { room, store, all } = extractors([1]);
    const [other] = all as [(typeof all)[0]];
    const page = lentBy(room.join(), { other, store });
    await given(page);
    const { promise, reject } = Promise.withResolvers<void>();
    store.opens = promise;
    const before = store.puts;
    other.workers[0]?.answer();
    await until('the lines to be sent', () => store.puts > before);
    store.stored.clear();
    page.say({ kind: 'done', id: page.id });
    await sleep(20);
    store.stored.set(`page/${page.id}-lines`, LINES);
    reject(new Error('no answer'));
    await until('an empty store', () => store.stored.size === 0);
  });

  it('does not stop later than it may, whatever its workers do', async () => {
    const { all } = extractors([0, 1]);
    const [own, other] = all as [(typeof all)[0], (typeof all)[0]];
    void read(await place(own));
    await until('the picture', () => other.workers[0]?.read.length === 1);
    await other.stop(50);
    other.workers[0]?.answer(null);
  });
});

describe('what extractors hear', () => {
  it('is taken only in its shape', () => {
    const id = '0192f0e4-0000-7000-8000-000000000000';
    assert.deepEqual(heardWord({ kind: 'done', id }), { kind: 'done', id });
    for (const message of [
      null,
      'done',
      {},
      { kind: 'done' },
      { kind: 'done', id: '../source/1' },
      { kind: 'done', id: [id] },
      { kind: 'toString', id },
      { kind: 'claim', lane: 'other', id },
      { kind: 'picture', id, width: -1, height: 1, leftMs: 1 },
      { kind: 'picture', id, width: 1.5, height: 1, leftMs: 1 },
      { kind: 'places', lane: 'bulk', places: Number.NaN },
      { kind: 'holding', ids: [id, 7] },
      { kind: 'holding', ids: Array.from({ length: 65 }, () => id) },
      { kind: 'wanted', lane: 'bulk', reading: 'x'.repeat(501) },
    ])
      assert.equal(heardWord(message), undefined, JSON.stringify(message));
  });
});
