import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Client, type Request } from '../support/client.ts';
import { html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { fileBody, MULTIPART, multipart } from '../support/multipart.ts';
import { remains } from '../support/remains.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

describe(suite('what a request may look like'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService({ ABUSE_THRESHOLD: '100000' });
    key = await issueKey(service);
  });
  after(() => service.dispose());

  const refused = async (code: string, request: Request): Promise<void> => {
    const answer = await key.client.extract(request);
    assert.equal(answer.body?.error?.code, code, answer.text);
  };

  describe('authentication', () => {
    const statuses: [what: string, authorization: string | undefined, status: number][] = [
      ['no Authorization header', undefined, 401],
      ['an empty Authorization header', '', 403],
      ['another scheme', 'Basic dXNlcjpwYXNz', 403],
      ['a malformed key', 'Bearer nonsense', 403],
      ['Bearer without a key', 'Bearer', 403],
      ['an unknown key', `Bearer dk_0123456789abcdef_${'a'.repeat(48)}`, 403],
    ];
    for (const [what, authorization, status] of statuses) {
      test(`${what} is answered ${status} with a message alone, which says how a key is given, on both addresses`, async () => {
        const headers = authorization === undefined ? {} : { authorization };
        const stranger = new Client(service, undefined);
        const posted = await stranger.extract({ file: html(), headers });
        assert.equal(posted.status, status);
        assert.deepEqual(Object.keys(posted.body), ['message']);
        assert.match(posted.body.message, /Authorization: Bearer/);
        assert.equal(posted.headers.get('www-authenticate'), status === 401 ? 'Bearer' : null);
        const polled = await stranger.send('/v1/extract/none', { headers });
        assert.equal(polled.status, status);
        assert.deepEqual(Object.keys(polled.body), ['message']);
      });
    }

    test('a key with another secret is refused like an unknown one', async () => {
      const forged = key.apiKey.slice(0, -1) + (key.apiKey.endsWith('0') ? '1' : '0');
      assert.equal((await new Client(service, forged).extract({ file: html() })).status, 403);
    });

    test('the scheme is matched whatever its case', async () => {
      const headers = { authorization: `bearer ${key.apiKey}` };
      assert.equal((await key.client.send('/v1/extract/none', { headers })).status, 404);
    });

    test('a job id of any length is asked for its key first', async () => {
      const stranger = new Client(service, undefined);
      assert.equal((await stranger.send(`/v1/extract/${'a'.repeat(8_000)}`)).status, 401);
      assert.equal((await key.client.poll('a'.repeat(8_000))).status, 404);
    });

    test('a large upload without a key is answered, not cut off', async () => {
      const answer = await new Client(service, undefined).extract({ file: Buffer.alloc(9_000_000, 'a') });
      assert.equal(answer.status, 401);
    });
  });

  describe('the document', () => {
    test('neither a file nor a url is a bad request', () => refused('bad_request', {}));

    test('a body that is not multipart is a bad request', async () => {
      await refused('bad_request', { body: '{"file":"x"}', contentType: 'application/json' });
      await refused('bad_request', { body: 'text', contentType: 'text/plain' });
      await refused('bad_request', { body: html(), contentType: 'text/html' });
      await refused('bad_request', { body: 'a=b', contentType: 'application/x-www-form-urlencoded' });
    });

    test('a body that is compressed is a bad request that says so; identity is no coding', async () => {
      const body = gzipSync(fileBody(html()));
      const answer = await key.client.extract({ body, headers: { 'content-encoding': 'gzip' } });
      assert.equal(answer.body?.error?.code, 'bad_request', answer.text);
      assert.match(answer.body.error.message, /Content-Encoding/);
      const plain = await key.client.extract({ file: html(), headers: { 'content-encoding': 'identity' } });
      assert.equal(plain.status, 200, plain.text);
    });

    test('both a file and a url are a bad request', () =>
      refused('bad_request', { file: html(), query: { url: 'https://example.org/a.pdf' } }));

    test('a part with another name is a bad request', () =>
      refused('bad_request', { body: multipart([{ name: 'document', fileName: 'a', content: html() }]) }));

    test('two files are a bad request', () =>
      refused('bad_request', {
        body: multipart([
          { fileName: 'a', content: html() },
          { fileName: 'b', content: html() },
        ]),
      }));

    test('a field beside the file is a bad request', () =>
      refused('bad_request', {
        body: multipart([
          { fileName: 'a', content: html() },
          { name: 'format', content: 'json' },
        ]),
      }));

    test('a form without any part is a bad request', () => refused('bad_request', { body: multipart([]) }));

    test('a form whose end is missing is a bad request', () =>
      refused('bad_request', { body: multipart([{ fileName: 'a', content: html() }], { closed: false }) }));

    test('a form without a boundary, or with another one, is a bad request', async () => {
      await refused('bad_request', { body: fileBody(html()), contentType: 'multipart/form-data' });
      await refused('bad_request', {
        body: fileBody(html()),
        contentType: 'multipart/form-data; boundary=another',
      });
    });

    test('a part named file is the document even without a file name', async () => {
      const answer = await key.client.extract({ body: multipart([{ content: html() }]) });
      assert.equal(answer.status, 200, answer.text);
    });

    test('an empty file is of no supported format', () => refused('unsupported_format', { file: '' }));

    test('a file of exactly 10,485,760 bytes is taken; one byte more is too large', async () => {
      const whole = Buffer.alloc(10_485_760, ' ');
      html().copy(whole);
      const answer = await key.client.extract({ file: whole });
      assert.equal(answer.status, 202, answer.text);
      assert.equal((await key.client.finished(answer.body.job_id)).status, 200);
      await refused('too_large', { file: Buffer.concat([whole, Buffer.from(' ')]) });
    });

    test('a file far beyond the ceiling is answered before its end', async () => {
      await refused('too_large', { file: Buffer.alloc(40_000_000, 'a') });
    });

    test('that is refused is gone as soon as its caller is told, long before anybody sweeps', async () => {
      const file = Buffer.alloc(1_000_000, 'no document ');
      assert.equal((await key.client.extract({ file })).status, 415);
      await until('it to be deleted', async () => (await remains(service, 'source')).length === 0);
    });

    test('a field far beyond its ceiling is a bad request', () =>
      refused('bad_request', { body: multipart([{ name: 'x', content: Buffer.alloc(2_000_000, 'a') }]) }));
  });

  describe('the parameters', () => {
    for (const query of [
      { format: 'xml' },
      { format: '' },
      { quality: 'best' },
      { async: 'yes' },
      { async: '' },
      { webhook_url: 'ftp://example.org/' },
      { webhook_url: 'example.org' },
      { webhook_url: 'http://user:pass@example.org/' },
      { webhook_url: 'http://10.0.0.1/' },
      { webhook_url: 'http://[::1]/' },
      { webhook_url: 'https://localhost/' },
      { webhook_url: 'https://example.org:8443/' },
    ]) {
      test(`${JSON.stringify(query)} is a bad request`, () =>
        refused('bad_request', { file: html(), query }));
    }

    for (const url of [
      'http://example.org/a',
      'ftp://example.org/a',
      'not an address',
      '',
      'https://',
      '//x',
      'https:example.org/a',
      'https:///example.org/a',
      'https:\\\\example.org\\a',
    ]) {
      test(`url=${JSON.stringify(url)} is a bad request`, () => refused('bad_request', { query: { url } }));
    }

    test('a parameter given twice is a bad request', async () => {
      const answer = await key.client.send('/v1/extract?format=text&format=json', {
        method: 'POST',
        headers: { ...key.client.authorization(), 'content-type': MULTIPART },
        body: new Uint8Array(fileBody(html())),
      });
      assert.equal(answer.body.error.code, 'bad_request');
    });

    for (const query of [
      { format: 'markdown' },
      { format: 'markdown', quality: 'premium' },
      { quality: 'premium' },
      { quality: 'premium', format: 'json' },
      { quality: 'premium', async: 'true' },
    ]) {
      test(`${JSON.stringify(query)} is not implemented`, () =>
        refused('not_implemented', { file: html(), query }));
    }

    test('parameters nobody knows are left alone', async () => {
      const answer = await key.client.extract({ file: html(), query: { colour: 'blue', async: 'false' } });
      assert.equal(answer.status, 200);
    });

    test('an Idempotency-Key has 1 to 255 characters', async () => {
      await refused('bad_request', { file: html(), headers: { 'idempotency-key': 'k'.repeat(256) } });
      await refused('bad_request', { file: html(), headers: { 'idempotency-key': '' } });
      const longest = { 'idempotency-key': 'k'.repeat(255) };
      assert.equal((await key.client.extract({ file: html(), headers: longest })).status, 200);
    });
  });

  test('no answer is kept by whoever passes it on, nor taken for a page: not the refusals of HTTP itself either', async () => {
    for (const path of ['/v1/extract/%E0%A4%A', '/v1/nowhere', '/openapi.json', '/readyz']) {
      const { headers } = await key.client.send(path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    }
    const broken = await spoken(service.base, 'no http\r\n\r\n');
    assert.match(broken, /^Cache-Control: no-store\r$/m);
    assert.match(broken, /^X-Content-Type-Options: nosniff\r$/m);
  });

  test('a malformed, unknown or foreign job id is not found', async () => {
    const { client } = key;
    const foreign = await (await issueKey(service)).client.accepted({ file: page('foreign') });
    const ids = [
      'none',
      '123',
      foreign,
      '019aa000-0000-7000-8000-000000000000',
      '%00',
      '%E0%A4%A',
      '..%2f..',
    ];
    for (const id of [...ids, 'x'.repeat(3_000), `${foreign}x`, `{${foreign}}`]) {
      const answer = await client.poll(id);
      assert.equal(answer.body.error?.code, 'not_found', id);
    }
  });

  test('a job id is read whatever its case', async () => {
    const jobId = await key.client.accepted({ file: page('case') });
    assert.equal((await key.client.finished(jobId.toUpperCase())).status, 200);
  });
});

/** The server's answer to bytes that are sent unchanged. */
async function spoken(base: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes));
  const said = await socket.toArray();
  return Buffer.concat(said).toString();
}
