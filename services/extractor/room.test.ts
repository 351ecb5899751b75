import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { NoRoom, Room, SMALL_BYTES } from './room.ts';

const MB = 1024 * 1024;
const LATER = () => performance.now() + 60_000;
const NEVER = new AbortController().signal;

/** Whether each of the promises has been kept by now. */
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
    const seats = Array.from({ length: 4 }, () => room.seat(LATER(), NEVER));
    const taken = seats.map(seat => seat.take(40 * MB));
    assert.deepEqual(await kept(taken), [true, true, false, false]);
    seats[0]?.leave();
    assert.deepEqual(await kept(taken), [true, true, true, false]);
    for (const seat of seats.slice(1)) seat.leave();
    assert.deepEqual(await kept(taken), [true, true, true, true]);
  });

  it('does not hold up small ones', async () => {
    const room = new Room(10 * MB);
    await room.seat(LATER(), NEVER).take(10 * MB);
    await room.seat(LATER(), NEVER).take(SMALL_BYTES);
  });

  it('does not let many that fit keep a larger one waiting', async () => {
    const room = new Room(100 * MB);
    const first = room.seat(LATER(), NEVER);
    await first.take(60 * MB);
    const larger = room.seat(LATER(), NEVER).take(80 * MB);
    const fits = room.seat(LATER(), NEVER).take(20 * MB);
    assert.deepEqual(await kept([larger, fits]), [false, false]);
    first.leave();
    assert.deepEqual(await kept([larger, fits]), [true, true]);
  });

  it('has a document alone that is larger than all of it', async () => {
    const room = new Room(100 * MB);
    const seat = room.seat(LATER(), NEVER);
    await seat.take(500 * MB);
    const next = room.seat(LATER(), NEVER).take(5 * MB);
    assert.deepEqual(await kept([next]), [false]);
    seat.leave();
    await next;
  });

  it('is not waited for beyond the deadline, nor by a consumer that stops; whoever is behind goes on', async () => {
    const room = new Room(100 * MB);
    const first = room.seat(LATER(), NEVER);
    await first.take(60 * MB);
    const stopping = new AbortController();
    const stopped = room.seat(LATER(), stopping.signal).take(80 * MB);
    const late = room.seat(performance.now(), NEVER).take(80 * MB);
    const fits = room.seat(LATER(), NEVER).take(20 * MB);
    await assert.rejects(late, NoRoom);
    stopping.abort();
    await assert.rejects(stopped, NoRoom);
    await fits;
  });
});
