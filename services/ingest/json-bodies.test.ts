import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Connections } from './connections.ts';
import { JsonBodies } from './json-bodies.ts';

const SOON_MS = 20;
const requestOf = (bytes?: number) =>
  ({
    headers: bytes === undefined ? {} : { 'content-length': String(bytes) },
    raw: { socket: { bytesRead: 0 } },
  }) as unknown as FastifyRequest;

describe('documents in JSON', () => {
  it('are in memory so many at once, the others wait unread', async () => {
    const bodies = new JsonBodies({ onLook: () => undefined } as unknown as Connections);
    const read: string[] = [];
    const ends: (() => void)[] = [];
    const send = (name: string, keyId: string, bytes?: number) =>
      bodies.run(requestOf(bytes), keyId, () => {
        read.push(name);
        return new Promise<void>(resolve => ends.push(resolve));
      });
    const sent = [send('first', 'a', 1e6), send('in chunks', 'a'), send('third', 'a', 1e6)];
    sent.push(send('small', 'a', 1_000), send('of another key', 'b', 1e6));
    await sleep(SOON_MS);
    assert.deepEqual(read, ['first', 'in chunks', 'small', 'of another key']);
    ends[0]?.();
    await sleep(SOON_MS);
    assert.equal(read.at(-1), 'third');
    for (const end of ends) end();
    await Promise.all(sent);
  });
});
