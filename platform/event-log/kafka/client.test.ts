import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientFactory, SHORT_RETRY } from './client.ts';
import { answers, listening } from './listening.test-support.ts';
import { quietLog } from './quiet-log.ts';

for (const count of [2, 3, 4])
  test(`of ${count} brokers a client finds the one that lives, wherever in the list it stands`, async t => {
    const living = await listening(t, answers);
    for (let at = 0; at < count; at++) {
      // Nobody listens on port 1.
      const brokers = Array.from({ length: count }, (_, index) =>
        index === at ? living.address : '127.0.0.1:1',
      );
      const client = new ClientFactory({ brokers, clientId: 'test', log: quietLog }).create();
      const admin = client.admin({ retry: SHORT_RETRY });
      await admin.connect();
      assert.equal(living.sockets.length, at + 1);
      await admin.disconnect();
    }
  });
