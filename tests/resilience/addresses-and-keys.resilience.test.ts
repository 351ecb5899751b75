/** House rules 8 and 9 under failures: a revocation outlives restarts, and no redirect or name leads to a refused address. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { html } from '../support/documents.ts';
import { redirectTo, startOrigin } from '../support/https-origin.ts';
import { issueKey, lastAcceptedMs, revokeKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { startService } from '../support/service.ts';
import { sleep } from '../support/waiting.ts';

describe(suite('a revoked key'), () => {
  test('is refused after AUTH_CACHE_SECONDS at the latest, and at once after a crash', async () => {
    let service = await startService({ AUTH_CACHE_SECONDS: '3' });
    try {
      const key = await issueKey(service);
      assert.equal((await key.client.extract({ file: html() })).status, 200);
      await revokeKey(service, key.keyId);
      const acceptedMs = await lastAcceptedMs(key.client);
      assert.ok(acceptedMs <= 3_000, `accepted after ${acceptedMs} ms`);
      await service.kill();
      service = await service.again();
      assert.equal((await new Client(service, key.apiKey).poll('none')).status, 403);
    } finally {
      await service.dispose();
    }
  });
});

describe(suite('a refused address'), () => {
  test('is never connected to, by url, redirect, webhook or retry', async () => {
    let connections = 0;
    const inside = createServer((_request, response) => response.end('secret'));
    inside.on('connection', () => {
      connections++;
    });
    // Only 127.0.0.1 is allowed; the forbidden server listens on another address.
    await new Promise<void>(resolve => inside.listen(0, '127.0.0.9', resolve));
    const { port } = inside.address() as AddressInfo;
    const origin = await startOrigin();
    const receiver = await startReceiver();
    const settings = { ...origin.settings, EGRESS_ALLOW: '127.0.0.1/32', WEBHOOK_BACKOFF_MS: '50,50,50' };
    const service = await startService(settings);
    try {
      const { client } = await issueKey(service);
      const forbidden = [
        `127.0.0.9:${port}`,
        `[::ffff:127.0.0.9]:${port}`,
        `0x7f000009:${port}`,
        `localhost:${port}`,
      ];
      for (const host of forbidden) {
        origin.serve('/detour', redirectTo(`https://${host}/`));
        for (const url of [`https://${host}/`, origin.url('/detour')]) {
          const answer = await client.extract({ query: { url } });
          assert.equal(answer.body.error?.code, 'fetch_failed', `${url}: ${answer.text}`);
        }
        receiver.reply('/detour', status(307, { location: `http://${host}/` }));
        const webhook = (webhook_url: string) => client.extract({ file: html(), query: { webhook_url } });
        assert.equal((await webhook(receiver.url('/detour'))).status, 200);
        // A numeric address is refused at once, a name when it is resolved.
        assert.equal((await webhook(`http://${host}/`)).status, host.startsWith('localhost') ? 200 : 400);
      }
      await receiver.deliveries('/detour', forbidden.length * 4);
      await sleep(500);
      assert.equal(connections, 0);
    } finally {
      await service.dispose();
      await Promise.all([origin.close(), receiver.close()]);
      inside.close();
    }
  });
});
