import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MemoryRoom } from '../../../platform/peers/memory-peers.test-support.ts';
import {
  claimed,
  extractors,
  given,
  inSeconds,
  type Lent,
  LINES,
  lentBy,
  PATIENCE_MS,
  place,
  read,
  sent,
  until,
} from './lent-pages.test-support.ts';

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

describe('what was stored of a page', () => {
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
});
