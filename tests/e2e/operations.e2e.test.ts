import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { assertBody } from '../support/answers.ts';
import { Client } from '../support/client.ts';
import { html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { MODE, suite } from '../support/mode.ts';
import { fileBody, MULTIPART } from '../support/multipart.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

/** Time limit against hanging only. */
const ANSWER_MS = 20_000;

describe(suite('what operators and strangers see'), () => {
  let service: Service;
  let key: TestKey;
  let stranger: Client;
  before(async () => {
    service = await startService();
    key = await issueKey(service);
    stranger = new Client(service, undefined);
  });
  after(() => service.dispose());

  test('/healthz, /readyz, /metrics and /openapi.json need no key', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
      assert.equal((await stranger.send(path)).status, 200, path);
  });

  test('/readyz names what is not ready: nothing', async () => {
    assert.deepEqual((await stranger.send('/readyz')).body, { ready: true, problems: [] });
  });

  test('/metrics is Prometheus text and counts answers by route and status', async () => {
    await key.client.text(html());
    const { text, headers } = await stranger.send('/metrics');
    assert.match(headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(text, /^textrail_requests_total\{route="\/v1\/extract",status="200"\} [1-9]/m);
    // In the distributed mode ingest alone consumes nothing.
    if (MODE === 'embedded') assert.match(text, /^textrail_waiting_records\{consumer="[a-z-]+"\} \d+/m);
  });

  test('/openapi.json is OpenAPI 3.1.0, version 1.0.0, with both addresses and every body', async () => {
    const { body } = await stranger.send('/openapi.json');
    assert.equal(body.openapi, '3.1.0');
    assert.equal(body.info.version, '1.0.0');
    assert.deepEqual(Object.keys(body.paths).slice(0, 2), ['/v1/extract', '/v1/extract/{job_id}']);
    for (const name of ['ExtractSuccess', 'JsonSuccess', 'JobAccepted', 'ExtractError', 'AuthFailure'])
      assert.ok(body.components.schemas[name], name);
    const references = JSON.stringify(body).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    for (const [, name = ''] of references) assert.ok(body.components.schemas[name], name);
  });

  test('an address nobody knows is an error in the usual shape', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/console/..%2Fconsole-routes.ts'],
      ['GET', '/docs/none.html'],
      ['GET', '/v2/extract'],
      ['GET', '/%E0%A4%A'],
      ['OPTIONS', '/v1'],
    ] as const) {
      const answer = await key.client.send(path, { method });
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
      assert.equal(answer.headers.get('allow'), null);
      assertBody('ExtractError', answer.body);
    }
  });

  test('a method that an address is not for is answered 405 and told which ones it is for', async () => {
    for (const [method, path, allowed] of [
      ['GET', '/v1/extract', 'POST'],
      ['GET', '/v1/extract?format=json', 'POST'],
      ['PUT', '/v1/extract', 'POST'],
      ['OPTIONS', '/v1/extract', 'POST'],
      ['POST', '/v1/extract/none', 'GET, HEAD'],
      ['DELETE', '/v1/extract/none', 'GET, HEAD'],
      ['PATCH', '/healthz', 'GET, HEAD'],
      ['POST', '/openapi.json', 'GET, HEAD'],
    ] as const) {
      const answer = await key.client.send(path, { method });
      assert.equal(answer.status, 405, `${method} ${path}: ${answer.text}`);
      assert.equal(answer.headers.get('allow'), allowed, `${method} ${path}`);
      assertBody('ExtractError', answer.body);
      assert.equal(answer.body.error.message, `This address takes ${allowed}, and not ${method}.`);
    }
  });

  test('an address with a slash too many is no address, and its answer says so', async () => {
    for (const [method, path] of [
      ['POST', '/v1/extract/'],
      ['POST', '/v1/extract/?async=true'],
      ['POST', '/v1/jobs/'],
      ['GET', '/v1/usage/'],
      ['DELETE', '/v1/jobs/none/'],
    ] as const) {
      const answer = await key.client.send(path, { method });
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
      assertBody('ExtractError', answer.body);
      assert.equal(
        answer.body.error.message,
        'No such address. There is one without the slash at its end.',
        path,
      );
    }
    // Nothing is promised for paths outside the documented routes.
    const nothing = await key.client.send('/v2/extract/', { method: 'POST' });
    assert.equal(nothing.body.error.message, 'No such address.');
  });

  test('bytes that are not HTTP are answered with an error in the usual shape, and the service stays up', async () => {
    const { port } = new URL(service.base);
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', 400],
      ['GET / HTTP/9.9\r\n\r\n', 505],
      [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
      ['POST /v1/extract HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n', 400],
      [
        'POST /v1/extract HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n',
        400,
      ],
      ['GET /healthz HTTP/1.1\r\n\r\n', 400],
      ['GET /none HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n', 404],
    ] as const) {
      const answer = await rawExchange(Number(port), bytes);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), bytes.slice(0, 40));
      assertBody('ExtractError', JSON.parse(body));
    }
    assert.equal((await stranger.send('/readyz')).status, 200);
  });

  test('no weird query, header, method or body makes the service fail', async () => {
    const queries = [
      '?',
      '?&&&',
      '?=',
      '?format[]=text',
      '?format=%00',
      '?__proto__=1&constructor=2',
      '?async=%ff',
    ];
    const bodies: [type: string, body: string][] = [
      ['multipart/form-data; boundary=', '--\r\n'],
      ['multipart/form-data; boundary=""', '--\r\n--'],
      ['multipart/form-data; boundary=a; boundary=b', '--a\r\n\r\n'],
      ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="file"\r\n'],
      ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: \r\n\r\nx\r\n--a--'],
      ['multipart/form-data; boundary=a', `--a\r\n${'X-A: b\r\n'.repeat(5_000)}\r\nx\r\n--a--`],
      ['multipart/form-data; boundary=a', '--a--'],
      ['multipart/mixed; boundary=a', '--a--'],
      ['', 'x'],
      ['application/json', '{'],
      [';;;', 'x'],
      ['text/plain; charset=nonsense', 'x'],
    ];
    const statuses = new Set<number>();
    for (const query of queries)
      for (const method of ['POST', 'GET', 'HEAD', 'PROPFIND'])
        statuses.add((await key.client.send(`/v1/extract${query}`, { method })).status);
    for (const [type, body] of bodies) {
      const headers = { ...key.client.authorization(), 'content-type': type };
      statuses.add((await key.client.send('/v1/extract', { method: 'POST', headers, body })).status);
    }
    assert.deepEqual(
      [...statuses].filter(status => status >= 500),
      [],
    );
  });

  test('an upload that announces more than the ceiling is refused before it is sent', async () => {
    const head = [
      'POST /v1/extract HTTP/1.1',
      'Host: a',
      'Connection: close',
      `Authorization: Bearer ${key.apiKey}`,
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 50000000',
    ].join('\r\n');
    const answer = await rawExchange(Number(new URL(service.base).port), `${head}\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 413 .*"too_large"/s);
  });

  test('a caller who closes his half of the connection behind the upload is answered', async () => {
    const body = fileBody('<!DOCTYPE html><p>words</p>');
    const head = [
      'POST /v1/extract HTTP/1.1',
      'Host: a',
      `Authorization: Bearer ${key.apiKey}`,
      `Content-Type: ${MULTIPART}`,
      `Content-Length: ${body.length}`,
    ].join('\r\n');
    const port = Number(new URL(service.base).port);
    const answer = await rawExchange(port, `${head}\r\n\r\n${body}`, { halfClosed: true });
    assert.match(answer, /^HTTP\/1\.1 200 .*"words"/s);
  });

  test('a connection that is cut in the middle of an upload leaves nothing behind, and is not abuse', async () => {
    const { hostname, port } = new URL(service.base);
    const own = await issueKey(service);
    for (let times = 0; times < 25; times++) {
      const socket = connect(Number(port), hostname);
      const head = [
        'POST /v1/extract?async=true HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${own.apiKey}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 9000000',
        '',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
      ].join('\r\n');
      socket.write(head);
      socket.write(Buffer.alloc(1_000_000, 'a'));
      await sleep(20);
      socket.destroy();
    }
    assert.equal((await own.client.extract({ file: page('after') })).status, 200);
    const { remains } = await import('../support/remains.ts');
    await until(
      'nothing of them',
      async () => (await remains(service, 'source', 100_000)).length === 0,
      20_000,
    );
  });

  test('logs hold no document text, file name, key or url', async () => {
    const secret = 'Zanzibar';
    await key.client.extract({ file: page(secret), fileName: `${secret}.html` });
    await key.client.extract({ query: { url: `https://127.0.0.1:1/${secret}` } });
    assert.ok(!service.log().includes(secret));
    assert.ok(!service.log().includes(key.apiKey));
  });
});

function rawExchange(port: number, bytes: string, { halfClosed = false } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
    if (halfClosed) socket.end(bytes);
    else socket.write(bytes);
  });
}
