import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AnswerPieces } from './answer-pieces.ts';

const MEBIBYTE = Buffer.alloc(1024 * 1024);

describe('the pieces of a large answer', () => {
  test('are kept in their order, the last one too', async () => {
    const pieces = new AnswerPieces({ hold: () => undefined });
    for (const text of ['a', '', 'b']) assert.ok(pieces.add(Buffer.from(text)));
    pieces.finish(Buffer.from('c'));
    assert.equal(String(Buffer.concat(await Array.fromAsync(pieces))), 'abc');
  });

  test('wait in memory only until there are a few, however small, and come again when they are kept', async () => {
    for (const piece of [MEBIBYTE, Buffer.from('.')]) {
      const held: boolean[] = [];
      const pieces = new AnswerPieces({ hold: holds => void held.push(holds) });
      let added = 0;
      for (; held.length === 0; added++) pieces.add(piece);
      assert.ok(added * piece.length <= 4 * MEBIBYTE.length && added <= 64);
      const kept = Array.fromAsync(pieces);
      await setImmediate();
      assert.deepEqual(held, [true, false]);
      pieces.finish(Buffer.alloc(0));
      assert.equal((await kept).length, added);
    }
  });

  test('have a ceiling together', () => {
    const pieces = new AnswerPieces({ hold: () => undefined, ceilingBytes: 10 });
    assert.equal(pieces.add(Buffer.alloc(6)), true);
    assert.equal(pieces.add(Buffer.alloc(4)), true);
    assert.equal(pieces.add(Buffer.alloc(1)), false);
  });

  test('of an answer that breaks off are no answer', async () => {
    const pieces = new AnswerPieces({ hold: () => undefined });
    pieces.add(Buffer.from('a'));
    const kept = Array.fromAsync(pieces);
    pieces.finish(undefined);
    await assert.rejects(kept, /broke off/);
  });
});
