/** A store that answers badly: each kind of bad answer is an outage, and incomplete data is never taken for a blob. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../outage.ts';
import { BlobMissing, BlobRefused, BlobStoreUnavailable } from '../blob-store.ts';
import { S3BlobStore } from './s3-blob-store.ts';

const ENOUGH_BYTES = 1_000;
const MORE_THAN_ITS_SOCKETS = 150;
const open: (() => void)[] = [];

const ACCESS = {
  accessKey: 'access',
  secretKey: 'secret-secret',
  bucket: 'bucket',
  region: 'us-east-1',
};

const failing =
  (status: number, code: string): RequestListener =>
  (_request, response) => {
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>-</Message></Error>`;
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  };

/** A store whose bucket exists, and which answers everything else as the test says. */
async function store(answer: RequestListener, limits = {}): Promise<S3BlobStore> {
  const server = createServer((request, response) => {
    if (request.method === 'HEAD') response.writeHead(200).end();
    else answer(request, response);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const opened = await S3BlobStore.open({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...ACCESS,
    ...limits,
  });
  open.push(() => {
    void opened.close();
    server.closeAllConnections();
    server.close();
  });
  return opened;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 2_000;
  while (!(await isSo().catch(() => false))) {
    assert.ok(Date.now() < end, 'never');
    await sleep(20);
  }
}

describe('an S3 server', () => {
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  for (const [status, code, message, header] of [
    [301, 'PermanentRedirect', 'must be addressed using the specified endpoint', 'eu-central-1'],
    [
      400,
      'AuthorizationHeaderMalformed',
      "the region 'us-east-1' is wrong; expecting 'eu-central-1'",
      undefined,
    ],
  ] as const)
    it(`whose bucket is in another region (${code}) ends the start with the setting and the region`, async () => {
      const server = createServer((request, response) => {
        const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
        const headers = {
          'content-type': 'application/xml',
          ...(header && { 'x-amz-bucket-region': header }),
        };
        response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      open.push(() => server.close());
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await assert.rejects(
        S3BlobStore.open({ endpoint, ...ACCESS }),
        /asked for: \w+ \(S3_REGION: the bucket is in eu-central-1\)/,
      );
    });

  it('is timed call by call; that an object is missing is an answer, a server that is overloaded is none', async () => {
    const told: string[] = [];
    const onAnswer = (operation: string, seconds: number, outcome: string) => {
      assert.ok(seconds > 0);
      told.push(`${operation} ${outcome}`);
    };
    let status = 404;
    const s3 = await store(
      (request, response) => {
        if (request.method === 'PUT') response.writeHead(200, { etag: '"x"' }).end();
        else failing(status, status === 404 ? 'NoSuchKey' : 'SlowDown')(request, response);
      },
      { onAnswer },
    );
    await s3.put({ key: 'source/a', bytes: Buffer.from('x') });
    await assert.rejects(s3.read('source/a', ENOUGH_BYTES), BlobMissing);
    status = 503;
    await assert.rejects(s3.read('source/a', ENOUGH_BYTES), BlobStoreUnavailable);
    await s3.check().catch(() => undefined);
    assert.deepEqual(told.slice(0, 4), ['put ok', 'get ok', 'get failed', 'check ok']);
  });

  it('that is away at the start is waited for, as every other server is', async () => {
    let calls = 0;
    const away = createServer((request, response) => {
      if (++calls <= 2) request.destroy();
      else response.writeHead(calls === 3 ? 503 : 200).end();
    });
    await new Promise<void>(resolve => away.listen(0, '127.0.0.1', resolve));
    const { port } = away.address() as AddressInfo;
    open.push(() => away.close());
    const blobs = await S3BlobStore.open({ ...ACCESS, endpoint: `http://127.0.0.1:${port}` });
    assert.ok(calls >= 4);
    await blobs.close();
  });

  it('that does not know the credentials is told at once', async () => {
    const strict = createServer((_request, response) => response.writeHead(403).end());
    await new Promise<void>(resolve => strict.listen(0, '127.0.0.1', resolve));
    const { port } = strict.address() as AddressInfo;
    open.push(() => strict.close());
    const opening = S3BlobStore.open({ ...ACCESS, endpoint: `http://127.0.0.1:${port}` });
    await assert.rejects(opening, { name: 'BlobStoreUnavailable', message: /AccessDenied/ });
  });

  it('whose clock is far from ours is waited for and says so, although it refuses a HEAD without a word', async () => {
    let differs = true;
    const body = '<Error><Code>RequestTimeTooSkewed</Code><Message>the times differ</Message></Error>';
    const strict = createServer((request, response) => {
      if (!differs) response.writeHead(200).end();
      else response.writeHead(403).end(request.method === 'HEAD' ? undefined : body);
    });
    await new Promise<void>(resolve => strict.listen(0, '127.0.0.1', resolve));
    const { port } = strict.address() as AddressInfo;
    open.push(() => strict.close());
    const told: string[] = [];
    const onAway = (error: unknown) => {
      told.push(String(error));
      differs = false;
    };
    const blobs = await S3BlobStore.open({ ...ACCESS, endpoint: `http://127.0.0.1:${port}`, onAway });
    assert.match(told[0] ?? '', /RequestTimeTooSkewed/);
    differs = true;
    await assert.rejects(blobs.check(), { name: 'BlobStoreUnavailable', message: /RequestTimeTooSkewed/ });
    await blobs.close();
  });

  it('that breaks off in the middle of a blob has not given it', async () => {
    const blobs = await store((_request, response) => {
      response.writeHead(200, { 'content-length': '100', etag: '"e"' });
      response.write('only this', () => response.destroy());
    });
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
  });

  it('that is overloaded for a moment is asked once more, and nothing is written into the log about it', async t => {
    const said = t.mock.method(console, 'warn', () => undefined);
    let calls = 0;
    const blobs = await store((request, response) => {
      if (++calls === 1) failing(503, 'SlowDown')(request, response);
      else response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
    });
    assert.equal(String(await blobs.read('result/1', ENOUGH_BYTES)), 'ok');
    assert.deepEqual([calls, said.mock.callCount()], [2, 0]);
  });

  it('that asks to be asked less is away', async () => {
    const blobs = await store(failing(503, 'SlowDown'));
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
    await assert.rejects(blobs.put({ key: 'result/1', bytes: Buffer.from('x') }), BlobStoreUnavailable);
    await assert.rejects(blobs.delete(['result/1']), BlobStoreUnavailable);
  });

  it('that was overloaded for long is used again as soon as it is not', async () => {
    let overloaded = true;
    const blobs = await store((request, response) => {
      if (overloaded) failing(503, 'SlowDown')(request, response);
      else response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
    });
    const refused = Array.from({ length: MORE_THAN_ITS_SOCKETS }, () => blobs.read('result/1', ENOUGH_BYTES));
    const begun = Date.now();
    for (const { status } of await Promise.allSettled(refused)) assert.equal(status, 'rejected');
    // A connection that is left unread becomes free only when its server closes it, here after 5 s.
    assert.ok(Date.now() - begun < 4_000, `${Date.now() - begun} ms`);
    overloaded = false;
    assert.equal(String(await blobs.read('result/1', ENOUGH_BYTES)), 'ok');
  });

  it('that hangs holds no connection for longer than a call may take: it is used again as soon as it answers', async () => {
    let hangs = true;
    const blobs = await store(
      (_request, response) => {
        if (!hangs) response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
      },
      { callLimitMs: 300, idleLimitMs: 600 },
    );
    const reads = Array.from({ length: MORE_THAN_ITS_SOCKETS }, () => blobs.read('result/1', ENOUGH_BYTES));
    for (const read of await Promise.allSettled(reads)) assert.equal(read.status, 'rejected');
    hangs = false;
    await until(async () => (await blobs.read('result/1', ENOUGH_BYTES)).toString() === 'ok');
  });

  it('that hangs is away after the time that a call may take', async () => {
    const blobs = await store(() => undefined, { callLimitMs: 100 });
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
  });

  it('that hangs in the middle of a list, or of a blob that is streamed, is away', async () => {
    const blobs = await store(
      (request, response) => {
        if (request.url?.includes('list-type')) return;
        response.writeHead(200, { 'content-length': '100', etag: '"e"' }).write('only this');
      },
      { idleLimitMs: 100 },
    );
    await assert.rejects(
      blobs.list('source', Date.now())[Symbol.asyncIterator]().next(),
      BlobStoreUnavailable,
    );
    const { pieces } = await blobs.stream('result/1');
    await assert.rejects(pieces.toArray());
  });

  it('whose bucket is gone has not lost one blob, but is away', async () => {
    const blobs = await store(failing(404, 'NoSuchBucket'));
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
  });

  it('that does not delete one blob of many is not taken to have deleted it', async () => {
    const refusal = '<Error><Key>source/1</Key><Code>AccessDenied</Code><Message>-</Message></Error>';
    const blobs = await store((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0" encoding="UTF-8"?><DeleteResult>${refusal}</DeleteResult>`);
    });
    await assert.rejects(blobs.delete(['source/1', 'source/2']), /1 blobs were not deleted: AccessDenied/);
  });

  it('that gives back another body than it was given has refused it, and a reader of its pieces never has the last', async () => {
    let kept: { body: Buffer; hash: string | string[] | undefined } | undefined;
    let damage = (body: Buffer) => body;
    const blobs = await store((request, response) => {
      if (request.method === 'PUT') {
        const pieces: Buffer[] = [];
        request.on('data', piece => pieces.push(piece));
        request.on('end', () => {
          kept = { body: Buffer.concat(pieces), hash: request.headers['x-amz-meta-sha256'] };
          response.writeHead(200, { etag: '"e"' }).end();
        });
        return;
      }
      const body = damage(Buffer.from(kept?.body ?? ''));
      const headers = { etag: '"e"', 'content-length': body.length };
      response
        .writeHead(200, kept?.hash ? { ...headers, 'x-amz-meta-sha256': kept.hash } : headers)
        .end(body);
    });
    const streamed = async () => {
      const { bytes, pieces } = await blobs.stream('result/1');
      let seen = 0;
      const ended = await (async () => {
        for await (const piece of pieces) seen += piece.length;
      })().catch((error: unknown) => error);
      return { ended, isWhole: seen === bytes };
    };
    for (const size of [2, 300_000]) {
      const bytes = Buffer.alloc(size, 'text');
      await blobs.put({ key: 'result/1', bytes });
      damage = body => body;
      assert.deepEqual(await blobs.read('result/1', size), bytes);
      assert.deepEqual(await streamed(), { ended: undefined, isWhole: true });
      for (damage of [
        (body: Buffer) => body.fill('x', size - 1),
        (body: Buffer) => body.subarray(0, size >> 1),
        (body: Buffer) => Buffer.concat([body, body]),
      ]) {
        await assert.rejects(blobs.read('result/1', 2 * size), { name: 'BlobRefused', code: 'Damaged' });
        const { ended, isWhole } = await streamed();
        assert.ok(ended instanceof BlobRefused);
        assert.equal(isWhole, false);
      }
    }
  });

  it('that completes an upload with a page of something else has not stored it: one that stands before it answers so', async () => {
    const blobs = await store((request, response) => {
      request.resume();
      response.writeHead(200, { etag: '"e"', 'content-type': 'application/xml' });
      const result =
        request.method === 'POST' ? 'InitiateMultipartUploadResult' : 'ListMultipartUploadsResult';
      if (request.url?.includes('uploads')) response.end(`<${result}><UploadId>one</UploadId></${result}>`);
      else response.end(request.method === 'POST' ? '<html><body>soon</body></html>' : '');
    });
    const large = (async function* () {
      for (let part = 0; part < 3; part++) yield Buffer.alloc(4 * 1024 * 1024);
    })();
    await assert.rejects(blobs.write('source/1', large), BlobStoreUnavailable);
  });

  it('whose list does not say how it goes on is away, and is not asked for its beginning again and again', async () => {
    for (const token of ['', '<NextContinuationToken>same</NextContinuationToken>'])
      for (const content of ['', '<Contents><Key>source/1</Key></Contents>']) {
        const blobs = await store((_request, response) => {
          response.writeHead(200, { 'content-type': 'application/xml' });
          response.end(
            `<ListBucketResult><IsTruncated>true</IsTruncated>${token}${content}</ListBucketResult>`,
          );
        });
        await assert.rejects(blobs.list('source', Date.now()).next(), BlobStoreUnavailable);
      }
  });

  it('that calls it an error that a blob is gone before it is deleted has deleted it', async () => {
    const missing = '<Error><Key>source/1</Key><Code>NoSuchKey</Code><Message>-</Message></Error>';
    const blobs = await store((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.end(`<DeleteResult>${missing}</DeleteResult>`);
    });
    await blobs.delete(['source/1', 'source/2']);
  });

  it('before which something answers everything with a page of its own has neither stored, given nor deleted a blob', async () => {
    const blobs = await store((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>soon</body></html>');
    });
    await assert.rejects(blobs.put({ key: 'result/1', bytes: Buffer.from('x') }), BlobStoreUnavailable);
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
    await assert.rejects(blobs.stream('result/1'), BlobStoreUnavailable);
    await assert.rejects(blobs.delete(['result/1']), BlobStoreUnavailable);
  });

  it('whose blob comes without its length is away: nobody could tell the end of it from a connection that broke', async () => {
    const blobs = await store((request, response) => {
      if (request.method !== 'GET') response.end();
      else request.socket.end('HTTP/1.1 200 OK\r\netag: "e"\r\nconnection: close\r\n\r\nonly th');
    });
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
  });

  it('before which something does not find its way (404 without a word of S3) has lost no blob', async () => {
    const blobs = await store((_request, response) => void response.writeHead(404).end());
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobStoreUnavailable);
    await assert.rejects(blobs.stream('result/1'), BlobStoreUnavailable);
  });

  it('that has no such blob says so', async () => {
    const blobs = await store(failing(404, 'NoSuchKey'));
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), BlobMissing);
  });

  it('whose connection ends before its answer is whole is asked once more: one that waited may have been closed meanwhile', async () => {
    let cuts = 0;
    const cutting = await store((request, response) => {
      if (cuts-- > 0) {
        if (request.method === 'GET')
          response.writeHead(200, { 'content-length': '2', etag: '"e"' }).write('o');
        setTimeout(() => request.socket.destroy(), 10);
      } else if (request.method === 'PUT') response.writeHead(200, { etag: '"x"' }).end();
      else response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
    });
    cuts = 1;
    await cutting.put({ key: 'source/1', bytes: Buffer.from('ok') });
    cuts = 1;
    assert.equal(String(await cutting.read('source/1', ENOUGH_BYTES)), 'ok');
    cuts = 2;
    await assert.rejects(cutting.read('source/1', ENOUGH_BYTES), BlobStoreUnavailable);
  });

  it('that says by its code alone that it did not get the whole request is asked once more as well', async () => {
    let refusals = 1;
    const blobs = await store((request, response) => {
      if (refusals-- > 0) failing(400, 'RequestTimeout')(request, response);
      else response.writeHead(200, { etag: '"x"' }).end();
    });
    await blobs.put({ key: 'source/1', bytes: Buffer.from('ok') });
  });

  it('that refuses one object and serves the others is no outage', async () => {
    const blobs = await store((request, response) => {
      const { url = '' } = request;
      if (url.includes('result/1')) failing(403, 'AccessDenied')(request, response);
      else if (url.includes('result/2'))
        response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
      else failing(404, 'NoSuchKey')(request, response);
    });
    const refusal = (error: unknown) => error instanceof BlobRefused && !isOutage(error);
    await assert.rejects(blobs.read('result/1', ENOUGH_BYTES), refusal);
    await assert.rejects(blobs.stream('result/1'), refusal);
    assert.equal(String(await blobs.read('result/2', ENOUGH_BYTES)), 'ok');
    await blobs.check();
  });

  it('that takes no writes, because it is full, is not ready until it takes one again, whoever asks', async () => {
    let full = false;
    const blobs = await store((request, response) => {
      request.resume();
      if (request.method === 'PUT' && full) failing(507, 'XMinioStorageFull')(request, response);
      else if (request.method === 'PUT') response.writeHead(200, { etag: '"x"' }).end();
      else failing(404, 'NoSuchKey')(request, response);
    });
    const put = () => blobs.put({ key: 'result/1', bytes: Buffer.from('x') });
    await put();
    await blobs.check();
    full = true;
    await blobs.check();
    await assert.rejects(put(), BlobStoreUnavailable);
    const refusal = { name: 'BlobStoreUnavailable', message: /writing result \(XMinioStorageFull\)/ };
    await assert.rejects(blobs.check(), refusal);
    await assert.rejects(blobs.check(), refusal);
    full = false;
    await blobs.check();
  });

  it('that refuses to write one object, or pages that others would read, and takes the rest, is ready', async () => {
    const blobs = await store((request, response) => {
      request.resume();
      if (/source.1|page/.test(request.url ?? '')) failing(403, 'AccessDenied')(request, response);
      else response.writeHead(200, { etag: '"x"' }).end();
    });
    for (const key of ['source/1', 'page/1'] as const)
      await assert.rejects(blobs.put({ key, bytes: Buffer.from('x') }), BlobStoreUnavailable);
    await blobs.check();
  });

  it('that does not list uploads that broke off is told of once, and when it does; what it stores is listed all the same', async () => {
    let refuses = true;
    const told: (string | undefined)[] = [];
    const blobs = await store(
      (request, response) => {
        const isOfUploads = /[?&]uploads/.test(request.url ?? '');
        if (isOfUploads && refuses) return failing(403, 'AccessDenied')(request, response);
        const list = isOfUploads
          ? '<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>'
          : '<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>source/1</Key><Size>2</Size><ETag>"e"</ETag><LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>';
        response.writeHead(200, { 'content-type': 'application/xml' }).end(list);
      },
      { onUnlistedUploads: (refusal: string | undefined) => told.push(refusal) },
    );
    const keys = async () => (await Array.fromAsync(blobs.list('source', Date.now()))).map(({ key }) => key);
    for (let round = 0; round < 2; round++) assert.deepEqual(await keys(), ['source/1']);
    assert.deepEqual(told, ['AccessDenied']);
    refuses = false;
    for (let round = 0; round < 2; round++) await keys();
    assert.deepEqual(told, ['AccessDenied', undefined]);
  });

  it('that has refused everything until a moment ago is an outage that is over', async () => {
    let refusals = 1;
    const blobs = await store((request, response) => {
      if (refusals-- > 0) failing(403, 'InvalidAccessKeyId')(request, response);
      else if (request.url?.includes('never-written')) failing(404, 'NoSuchKey')(request, response);
      else response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
    });
    await assert.rejects(blobs.read('source/1', ENOUGH_BYTES), error => isOutage(error));
    assert.equal(String(await blobs.read('source/1', ENOUGH_BYTES)), 'ok');
  });

  it('that refuses every object is an outage, told by its check, until it serves one again', async () => {
    let refuses = true;
    const blobs = await store((request, response) => {
      if (refuses) failing(403, 'AccessDenied')(request, response);
      else failing(404, 'NoSuchKey')(request, response);
    });
    for (const key of ['source/1', 'source/2'] as const)
      await assert.rejects(blobs.read(key, ENOUGH_BYTES), error => isOutage(error));
    await assert.rejects(blobs.check(), { name: 'BlobStoreUnavailable', message: /source/ });
    refuses = false;
    await blobs.check();
  });

  it('whose key to what it has stored is lost is an outage, although it answers for what is missing', async () => {
    let keyIsLost = false;
    const blobs = await store((request, response) => {
      if (request.url?.includes('never-written')) failing(404, 'NoSuchKey')(request, response);
      else if (keyIsLost) failing(400, 'KMS.DisabledException')(request, response);
      else response.writeHead(200, { 'content-length': '2', etag: '"e"' }).end('ok');
    });
    await blobs.read('source/1', ENOUGH_BYTES);
    keyIsLost = true;
    await assert.rejects(blobs.read('source/2', ENOUGH_BYTES), error => isOutage(error));
  });
});
