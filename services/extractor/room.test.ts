import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FETCH_STEPS_BYTES, NoRoom, Room, type Seat, SMALL_BYTES } from './room.ts';

const MB = 1024 * 1024;
const LATER = () => performance.now() + 60_000;
const NEVER = new AbortController().signal;

const seatIn = (room: Room, deadline = LATER(), signal = NEVER): Seat =>
  room.seat({ owner: 'key', isFetched: false, deadline, signal });
const fetchedIn = (room: Room, owner = 'key'): Seat =>
  room.seat({ owner, isFetched: true, deadline: LATER(), signal: NEVER });

/** Whether each of the promises has been settled by now. */
async function kept(promises: Promise<void>[]): Promise<boolean[]> {
  const seen = promises.map(() => false);
  promises.forEach((promise, at) => {
    promise.then(
      () => {
        seen[at] = true;
      },
      () => undefined,
    );
  });
  await setImmediate();
  return seen;
}

describe('the room for large documents', () => {
  it('lets in what fits, and the others in turn as room is given back', async () => {
    const room = new Room(100 * MB);
    const seats = Array.from({ length: 4 }, () => seatIn(room));
    const taken = seats.map(seat => seat.take(40 * MB));
    assert.deepEqual(await kept(taken), [true, true, false, false]);
    seats[0]?.leave();
    assert.deepEqual(await kept(taken), [true, true, true, false]);
    for (const seat of seats.slice(1)) seat.leave();
    assert.deepEqual(await kept(taken), [true, true, true, true]);
  });

  it('does not hold up small ones', async () => {
    const room = new Room(10 * MB);
    await seatIn(room).take(10 * MB);
    await seatIn(room).take(SMALL_BYTES);
  });

  it('does not let many that fit keep a larger one waiting', async () => {
    const room = new Room(100 * MB);
    const first = seatIn(room);
    await first.take(60 * MB);
    const larger = seatIn(room).take(80 * MB);
    const fits = seatIn(room).take(20 * MB);
    assert.deepEqual(await kept([larger, fits]), [false, false]);
    first.leave();
    assert.deepEqual(await kept([larger, fits]), [true, true]);
  });

  it('has a document alone that is larger than all of it', async () => {
    const room = new Room(100 * MB);
    const seat = seatIn(room);
    await seat.take(500 * MB);
    const next = seatIn(room).take(5 * MB);
    assert.deepEqual(await kept([next]), [false]);
    seat.leave();
    await next;
  });

  it('is not waited for beyond the deadline, nor by a consumer that stops; whoever is behind goes on', async () => {
    const room = new Room(100 * MB);
    const first = seatIn(room);
    await first.take(60 * MB);
    const stopping = new AbortController();
    const stopped = seatIn(room, LATER(), stopping.signal).take(80 * MB);
    const late = seatIn(room, performance.now()).take(80 * MB);
    const fits = seatIn(room).take(20 * MB);
    await assert.rejects(late, NoRoom);
    stopping.abort();
    await assert.rejects(stopped, NoRoom);
    await fits;
  });
});

describe('the room for documents that are fetched', () => {
  it('is never all of the room: a server that takes its time keeps no stored document waiting', async () => {
    const room = new Room(128 * MB);
    for (let at = 0; at < 20; at++) void fetchedIn(room).take(100 * MB);
    await seatIn(room).take(10 * MB);
    await seatIn(room).take(10 * MB);
  });

  it('is had in the end, however many stored ones come', async () => {
    const room = new Room(128 * MB);
    const stored = Array.from({ length: 12 }, () => seatIn(room));
    await Promise.all(stored.map(seat => seat.take(10 * MB)));
    const fetched = fetchedIn(room).take(100 * MB);
    for (const seat of stored) {
      seat.leave();
      void seatIn(room).take(10 * MB);
    }
    assert.deepEqual(await kept([fetched]), [true]);
  });

  it('goes to the key that has the least of it: one key’s slow servers do not keep another’s waiting', async () => {
    const room = new Room(128 * MB);
    const slow = Array.from({ length: 8 }, () => fetchedIn(room, 'slow'));
    const taken = slow.map(seat => seat.take(100 * MB));
    const other = fetchedIn(room, 'other').take(100 * MB);
    assert.deepEqual(await kept([...taken.slice(0, 2), other]), [true, false, false]);
    slow[0]?.leave();
    assert.deepEqual(await kept([...taken.slice(0, 2), other]), [true, false, true]);
  });

  it('grows with documents that tell no size, without two that wait for each other', async () => {
    const room = new Room(128 * MB);
    const seats = ['a', 'b', 'c'].map(owner => fetchedIn(room, owner));
    for (const step of FETCH_STEPS_BYTES.slice(1)) await Promise.all(seats.map(seat => seat.take(step)));
    const fourth = fetchedIn(room).take(SMALL_BYTES);
    const grown = seats.map(seat => seat.take(100 * MB));
    // The first one has a large place now and has left its small one to the fourth.
    assert.deepEqual(await kept([...grown, fourth]), [true, false, false, true]);
    for (const [at, seat] of seats.entries()) {
      await grown[at];
      seat.leave();
    }
  });

  it('of pages is never all for one key: its slow servers keep nobody else’s pages waiting', async () => {
    for (const bytes of FETCH_STEPS_BYTES.slice(1)) {
      const room = new Room(128 * MB);
      const slow = Array.from({ length: 40 }, () => fetchedIn(room, 'slow').take(bytes));
      assert.equal((await kept(slow)).every(Boolean), false);
      await fetchedIn(room, 'other').take(bytes);
    }
  });

  it('is given back as far as a document turns out to be smaller', async () => {
    const room = new Room(128 * MB);
    const first = fetchedIn(room);
    await first.take(100 * MB);
    const second = fetchedIn(room).take(90 * MB);
    assert.deepEqual(await kept([second]), [false]);
    first.is(5 * MB);
    await second;
  });
});
