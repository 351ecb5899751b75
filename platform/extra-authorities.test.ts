import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as tls from 'node:tls';
import { selfSigned } from '../tests/support/certificate.ts';
import { ExtraAuthorities } from './extra-authorities.ts';

const quiet = { info: () => undefined, warn: () => undefined };

test('an authority that is renewed in the file of NODE_EXTRA_CA_CERTS is trusted without a restart', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-authorities-'));
  const before = tls.getCACertificates('default');
  t.after(() => {
    tls.setDefaultCACertificates(before);
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'authorities.pem');
  const [old, renewed] = [selfSigned(), selfSigned()];
  writeFileSync(file, old.cert);
  const server = tls.createServer(old, socket => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const connects = async () => {
    const socket = tls.connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      await once(socket, 'secureConnect');
    } finally {
      socket.destroy();
    }
  };
  const authorities = new ExtraAuthorities(file, quiet);
  authorities.look();
  await assert.rejects(connects(), /self-signed/, 'Node has read no such file in this process');
  server.setSecureContext(renewed);
  writeFileSync(file, renewed.cert);
  authorities.look();
  await connects();
  server.setSecureContext(old);
  await assert.rejects(connects(), /self-signed/, 'one that is taken out of the file is trusted no more');
  server.setSecureContext(renewed);
  writeFileSync(file, '');
  authorities.look();
  await connects();
  // Node's lists break lines at different lengths, so compare without white space.
  const bare = (kind: 'bundled' | 'default') =>
    tls.getCACertificates(kind).map(certificate => certificate.replace(/\s/g, ''));
  const bundled = bare('bundled');
  const now = new Set(bare('default'));
  assert.ok(
    bundled.every(certificate => now.has(certificate)),
    'and so is everybody whom Node trusts',
  );
});
