import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Helper, Loans } from './loans.ts';
import type { ToWorker } from './protocol.ts';

const READ = Buffer.from('{"lines":[]}');
const DEADLINE = Number.MAX_SAFE_INTEGER;

/** Loans between one worker and one helper, and what was told and read. */
function loans(answer: Buffer | null = READ) {
  const told: ToWorker[] = [];
  const read: number[] = [];
  const helper: Helper = {
    readPicture: async (_, pixels) => {
      read.push(pixels.length);
      return answer;
    },
  };
  const free = [helper];
  const lent = new Loans(
    { lend: () => free.pop(), giveBack: given => void free.push(given) },
    header => void told.push(header),
  );
  return { lent, told, read, free };
}

describe("a worker that may be under a document's command", () => {
  test('gets a page read of a picture that is as large as it says', async () => {
    const { lent, told, read, free } = loans();
    lent.begin();
    lent.ask(1);
    await lent.read(1, { width: 4, height: 2 }, new Uint8Array(8), DEADLINE);
    assert.deepEqual(told, [
      { kind: 'loan', id: 1, granted: true },
      { kind: 'page', id: 1 },
    ]);
    assert.deepEqual([read, free.length], [[8], 1]);
  });

  for (const [how, size] of [
    ['larger than its pixels', { width: 4_000, height: 2_000 }],
    ['of a broken size', { width: 0.5, height: 16 }],
    ['of a negative size', { width: -4, height: -2 }],
  ] as const)
    test(`has no other worker read a picture ${how}`, async () => {
      const { lent, told, read, free } = loans();
      lent.begin();
      lent.ask(1);
      await lent.read(1, size, new Uint8Array(8), DEADLINE);
      assert.deepEqual(told.at(-1), { kind: 'unread', id: 1 });
      assert.deepEqual([read, free.length], [[], 1]);
    });

  test('gets no other worker between documents, nor after its own was given up', () => {
    const { lent, told, free } = loans();
    lent.ask(1);
    lent.begin();
    lent.ask(2);
    lent.end();
    lent.ask(3);
    assert.deepEqual(
      told.map(header => header.kind === 'loan' && header.granted),
      [false, true, false],
    );
    assert.equal(free.length, 1);
  });

  test('gets nothing read that it was not lent a worker for', async () => {
    const { lent, told, read } = loans();
    lent.begin();
    await lent.read(7, { width: 4, height: 2 }, new Uint8Array(8), DEADLINE);
    assert.deepEqual([told, read], [[], []]);
  });

  test('reads a picture itself whose reader died', async () => {
    const { lent, told, free } = loans(null);
    lent.begin();
    lent.ask(1);
    await lent.read(1, { width: 4, height: 2 }, new Uint8Array(8), DEADLINE);
    assert.deepEqual(told.at(-1), { kind: 'unread', id: 1 });
    assert.equal(free.length, 1);
  });
});
