import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createServer } from 'node:tls';
import { selfSigned } from '../../../tests/support/certificate.ts';
import { authorityIn } from '../../authority-file.ts';
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

test('an authority that is renewed while a client runs is trusted by its next connection', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-authority-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ca.crt');
  const [old, renewed] = [selfSigned(), selfSigned()];
  writeFileSync(file, old.cert);
  const broker = createServer(old, socket => answers(socket));
  await new Promise<void>(resolve => broker.listen(0, '127.0.0.1', resolve));
  t.after(() => broker.close());
  const { port } = broker.address() as AddressInfo;
  const client = new ClientFactory({
    brokers: [`127.0.0.1:${port}`],
    clientId: 'test',
    log: quietLog,
    security: { authority: authorityIn('KAFKA_CA_FILE', file) },
  }).create();
  const connects = async () => {
    const admin = client.admin({ retry: { ...SHORT_RETRY, retries: 0 } });
    await admin.connect();
    await admin.disconnect();
  };
  await connects();
  broker.setSecureContext(renewed);
  await assert.rejects(connects(), /self-signed certificate/);
  writeFileSync(file, renewed.cert);
  await connects();
  // A copy that is not atomic leaves the file empty for a moment.
  writeFileSync(file, '');
  await connects();
});

test('a file of the authority that holds no certificate is a wrong setting', () => {
  assert.throws(() => authorityIn('KAFKA_CA_FILE', '/dev/null'), /KAFKA_CA_FILE: no certificate in it/);
});
