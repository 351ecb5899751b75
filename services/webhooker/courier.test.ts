import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { BlobStore } from '../../platform/blob-store/blob-store.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { Courier } from './courier.ts';

test('an attempt begins when its turn at the receiver has come, not while it waits in line', async () => {
  let begun = 0;
  let sent = 0;
  const hanging = {
    post: () => {
      sent++;
      return new Promise<number>(() => undefined);
    },
  } as unknown as Egress;
  const courier = new Courier(hanging, {} as BlobStore, { secrets: ['secret'], timeoutMs: 1_000 });
  const event = EXAMPLE_EVENTS.ExtractFailed;
  for (let attempts = 0; attempts < 100; attempts++) {
    const begin = async () => {
      begun++;
    };
    void courier.attempt({ event, url: 'http://slow.example/', attempt: 1, deliveryId: 'd', begin });
  }
  for (let turns = 0; turns < 10; turns++) await turn();
  assert.ok(sent > 0 && sent < 100, `${sent} sent`);
  assert.equal(begun, sent);
});
