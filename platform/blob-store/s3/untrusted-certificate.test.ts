import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import * as tls from 'node:tls';
import { selfSigned } from '../../../tests/support/certificate.ts';
import { reasonOf } from '../../reason.ts';
import { S3BlobStore } from './s3-blob-store.ts';

const ACCESS = { accessKey: 'access', secretKey: 'secret-secret', bucket: 'bucket', region: 'us-east-1' };

test('an S3 server whose certificate cannot be trusted yet is waited for at the start, as every other server is', async t => {
  const certificate = selfSigned();
  const server = createServer(certificate, (_request, response) => response.writeHead(200).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const trusted = tls.getCACertificates('default');
  t.after(() => {
    tls.setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  });
  const reasons: string[] = [];
  const onAway = (error: unknown) => {
    reasons.push(reasonOf(error));
    if (reasons.length === 2) tls.setDefaultCACertificates([...trusted, certificate.cert]);
  };
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const blobs = await S3BlobStore.open({ ...ACCESS, endpoint, onAway });
  assert.equal(reasons.length, 2);
  for (const reason of reasons) assert.match(reason, /^self-signed certificate/);
  await blobs.close();
});
