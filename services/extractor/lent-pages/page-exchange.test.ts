import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTelemetry } from '../../../platform/telemetry.ts';
import { Borrower } from './borrower.ts';
import {
  claimed,
  extractors,
  FakeWorker,
  LINES,
  lentBy,
  PATIENCE_MS,
  PIXELS,
  place,
  read,
  sent,
  until,
} from './lent-pages.test-support.ts';
import { PageBlobs } from './page-blobs.ts';
import { heardWord, type Word } from './words.ts';

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

  it('goes elsewhere although its extractor was too busy to hear the answer in time', async () => {
    const [lane, peer] = ['bulk', randomUUID()] as const;
    const borrower = new Borrower(lane, {
      peers: {
        tellAll: () => undefined,
        // Answers arrive like all other input: after the timers that are due.
        tell: (_, word) => {
          const { kind, id } = word as Word & { id: string };
          if (kind === 'claim')
            stat('.', () => borrower.heard(peer, { kind: 'granted', lane, id, places: 0 }));
        },
      },
      blobs: new PageBlobs(extractors([]).store.blobs),
      reading: () => '',
      logger: createTelemetry('silent').logger,
    });
    borrower.heard(peer, { kind: 'places', lane, places: 1 });
    const asked = borrower.ask();
    for (const end = performance.now() + 600; performance.now() < end; );
    assert.ok(await asked);
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
