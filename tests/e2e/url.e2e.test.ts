import assert from 'node:assert/strict';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Answer } from '../support/answers.ts';
import { html, page } from '../support/documents.ts';
import { type Origin, redirectTo, startOrigin } from '../support/https-origin.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { BOUNDARY, MULTIPART, multipart } from '../support/multipart.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const FETCH_TIMEOUT_MS = 1_500;
const MAX_URL_BYTES = 500_000;

describe(suite('documents fetched from a url'), () => {
  let origin: Origin;
  let service: Service;
  let key: TestKey;
  before(async () => {
    origin = await startOrigin();
    service = await startService({
      ...origin.settings,
      FETCH_TIMEOUT_MS: String(FETCH_TIMEOUT_MS),
      MAX_URL_BYTES: String(MAX_URL_BYTES),
      ASYNC_THRESHOLD_BYTES: '100000',
      ABUSE_THRESHOLD: '100000',
    });
    key = await issueKey(service);
  });
  after(async () => {
    await service.dispose();
    await origin.close();
  });

  const fetched = (path: string, query: Record<string, string> = {}) =>
    key.client.extract({ query: { url: origin.url(path), ...query } });
  const failed = async (answer: Promise<Answer>) => {
    const { body, text } = await answer;
    assert.equal(body.error?.code, 'fetch_failed', text);
    return body.error.message as string;
  };

  test('a document is fetched and answered like an upload, as text and as json', async () => {
    origin.serve('/page', html());
    for (const format of ['text', 'json']) {
      const answer = await fetched('/page', { format });
      const upload = await key.client.extract({ file: html(), query: { format } });
      assert.equal(answer.text, upload.text);
    }
  });

  describe('a body without anything in it is none, as generated clients send it beside a url', () => {
    /** `body`: sent in chunks. */
    const send = (headers: Record<string, string>, body?: string) => {
      const query = new URLSearchParams({ url: origin.url('/page') });
      return key.client.send(`/v1/extract?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.apiKey}`, ...headers },
        ...(body === undefined ? {} : { body: new Blob([body]).stream(), duplex: 'half' }),
      });
    };
    const form = { 'content-type': MULTIPART };
    const bodies: [what: string, headers: Record<string, string>, body?: string][] = [
      ['an empty Content-Type', { 'content-type': '' }],
      ['a Content-Type that is none', { 'content-type': 'multipart' }],
      ['no chunk', {}, ''],
      ['a form of no chunk', form, ''],
      ['a form without parts', form, `--${BOUNDARY}--\r\n`],
      ['a form without parts that begins with a line end', form, `\r\n--${BOUNDARY}--\r\n`],
    ];
    for (const [what, headers, body] of bodies)
      test(what, async () => {
        origin.serve('/page', html());
        const answer = await send(headers, body);
        assert.equal(answer.status, 200, answer.text);
      });

    test('anything else is a bad request, whatever is said of its length', async () => {
      origin.serve('/page', () => assert.fail('nobody is to ask for it'));
      const some = multipart([{ name: 'format', content: 'json' }]).toString();
      for (const body of [some, `--${BOUNDARY}--\r\nmore`, '{}', ' ', 'a'.repeat(1_000_000)])
        for (const headers of [form, { 'content-type': 'application/json' }]) {
          const { status, text } = await send(headers, body);
          assert.equal(status, 400, text);
        }
    });
  });

  test('the type is told from the bytes, not from Content-Type or the path', async () => {
    origin.serve('/a.pdf', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(html()),
    );
    assert.equal((await fetched('/a.pdf')).body.metadata.content_type, 'text/html');
  });

  test('async=true makes it a job', async () => {
    origin.serve('/job', page('a fetched job'));
    const accepted = await fetched('/job', { async: 'true' });
    assert.equal(accepted.status, 202);
    assert.match((await key.client.finished(accepted.body.job_id)).body.extracted_text, /a fetched job/);
  });

  test('a document beyond the threshold becomes a job by itself, and is fetched once', async () => {
    let times = 0;
    const large = Buffer.concat([page('a large one'), Buffer.alloc(200_000, ' ')]);
    origin.serve('/large', (_request, response) => {
      times++;
      response.end(large);
    });
    const answer = await fetched('/large');
    assert.equal(answer.status, 202, answer.text);
    const finished = await key.client.finished(answer.body.job_id);
    assert.equal(finished.body.metadata.bytes, large.length);
    assert.equal(times, 1);
  });

  test('a repeat under an Idempotency-Key fetches nothing', async () => {
    let times = 0;
    origin.serve('/once', (_request, response) => {
      times++;
      response.end(html());
    });
    const request = { query: { url: origin.url('/once') }, headers: { 'idempotency-key': 'once' } };
    const first = await key.client.extract(request);
    assert.equal((await key.client.extract(request)).text, first.text);
    assert.equal(times, 1);
  });

  test('a document that is sent compressed though nobody asked for it is decoded', async () => {
    for (const [coding, encode] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
      ['gzip, br', (plain: Buffer) => brotliCompressSync(gzipSync(plain))],
      ['aws-chunked,gzip', gzipSync],
      ['gzip, identity', gzipSync],
    ] as const) {
      const path = `/${encodeURIComponent(coding)}`;
      origin.serve(path, (_request, response) => {
        response.writeHead(200, { 'content-encoding': coding });
        response.end(encode(page(`sent as ${coding}`)));
      });
      const answer = await fetched(path);
      assert.match(answer.body.extracted_text, new RegExp(`sent as ${coding}`));
      assert.equal(answer.body.metadata.bytes, page(`sent as ${coding}`).length);
    }
  });

  test('a coding that asks for more memory than any must is not decoded', async () => {
    // RFC 8878, 3.1.1: a window of 128 MB, and a single block, stored without compression.
    const document = Buffer.from(page('x'));
    const head = Buffer.from('28b52ffd0088000000', 'hex');
    head.writeUIntLE((document.length << 3) | 1, 6, 3);
    origin.serve('/window', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'zstd' });
      response.end(Buffer.concat([head, document]));
    });
    await failed(fetched('/window'));
  });

  test('what is compressed counts as it is unpacked, and is nothing if it is damaged', async () => {
    const bomb = gzipSync(Buffer.alloc(MAX_URL_BYTES + 1));
    const damaged = gzipSync(page('x')).subarray(0, -12);
    for (const [path, body] of Object.entries({ '/unpacked': bomb, '/damaged': damaged }))
      origin.serve(path, (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(body);
      });
    assert.equal((await fetched('/unpacked')).status, 413);
    await failed(fetched('/damaged'));
  });

  test('a page is read in the encoding that its server names, as a job of its own size too', async () => {
    const page = (letters: number) =>
      Buffer.from(
        `<!doctype html><p>P\xf8\xedli\xb9 \xbelu\xbbou\xe8k\xfd</p>${' '.repeat(letters)}`,
        'latin1',
      );
    for (const [path, size] of [
      ['/czech', 0],
      ['/much-czech', 200_000],
    ] as const) {
      origin.serve(path, (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html; charset=ISO-8859-2' }).end(page(size)),
      );
      const answer = await fetched(path);
      const { body } =
        answer.status === 202 ? await key.client.finished(answer.body.job_id as string) : answer;
      assert.equal(body.extracted_text, 'Příliš žluťoučký', path);
    }
  });

  for (const status of [301, 302, 303, 307, 308]) {
    test(`a redirect with ${status} is followed`, async () => {
      origin.serve('/target', html());
      origin.serve(`/from-${status}`, redirectTo('/target', status));
      assert.equal((await fetched(`/from-${status}`)).status, 200);
    });
  }

  test('a redirect is followed to the letter, also where its address is not percent-encoded', async () => {
    origin.serve('/%C3%BCbersicht', html());
    origin.serve('/unencoded', redirectTo(Buffer.from('/übersicht').toString('latin1')));
    assert.equal((await fetched('/unencoded')).status, 200);
  });

  test('three redirects are followed, four are not', async () => {
    origin.serve('/r0', html());
    for (let at = 1; at <= 4; at++) origin.serve(`/r${at}`, redirectTo(`/r${at - 1}`));
    assert.equal((await fetched('/r3')).status, 200);
    await failed(fetched('/r4'));
  });

  test('redirects in a circle end', async () => {
    origin.serve('/round', redirectTo('/about'));
    origin.serve('/about', redirectTo('/round'));
    await failed(fetched('/round'));
  });

  test('a redirect to http is refused also where the address may be reached', async t => {
    let requests = 0;
    const plain = createHttpServer((_request, response) => {
      requests++;
      response.end(html());
    });
    await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve));
    t.after(() => plain.close());
    origin.serve('/plain', redirectTo(`http://127.0.0.1:${(plain.address() as AddressInfo).port}/`));
    await failed(fetched('/plain'));
    assert.equal(requests, 0);
  });

  test('a redirect to http, to a private address, with credentials or to nowhere is refused', async () => {
    for (const location of [
      `http://127.0.0.1:${origin.port}/target`,
      `https://user:secret@localhost:${origin.port}/target`,
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'https://',
    ]) {
      origin.serve('/away', redirectTo(location));
      await failed(fetched('/away'));
    }
  });

  for (const status of [204, 304, 400, 401, 404, 500, 503]) {
    test(`an answer with ${status} fails`, async () => {
      origin.serve(`/status-${status}`, (_request, response) => response.writeHead(status).end());
      const answer = await fetched(`/status-${status}`);
      if (status === 204) assert.equal(answer.body.error.code, 'unsupported_format');
      else assert.equal(answer.body.error.code, 'fetch_failed');
    });
  }

  test('a server that never answers, or drips, is left after the time for a fetch', async () => {
    origin.serve('/hang', () => undefined);
    origin.serve('/drip', (_request, response) => {
      response.write('<html>');
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    });
    for (const path of ['/hang', '/drip']) {
      const begun = Date.now();
      await failed(fetched(path));
      const took = Date.now() - begun;
      assert.ok(took >= FETCH_TIMEOUT_MS - 50 && took < FETCH_TIMEOUT_MS + 8_000, `${path}: ${took} ms`);
    }
  });

  test('a connection that breaks in the middle fails', async () => {
    origin.serve('/broken', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('<html>', () => response.destroy());
    });
    await failed(fetched('/broken'));
  });

  test('a document beyond the ceiling is too large, announced or not, and is not read to its end', async () => {
    let written = 0;
    origin.serve('/announced', (_request, response) => response.end(Buffer.alloc(500_001, 'a')));
    origin.serve('/endless', (_request, response) => {
      const chunk = Buffer.alloc(100_000, 'a');
      const more = () => {
        while (!response.destroyed && written < 500_000_000) {
          written += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on('drain', more);
      more();
    });
    for (const path of ['/announced', '/endless']) {
      const answer = await fetched(path);
      assert.equal(answer.body.error?.code, 'too_large', answer.text);
    }
    assert.ok(written < 50_000_000, String(written));
  });

  test('a certificate nobody trusts, a closed port and a name that does not exist fail alike', async () => {
    const { startOrigin } = await import('../support/https-origin.ts');
    const stranger = await startOrigin();
    stranger.serve('/page', html());
    const messages = new Set<string>();
    for (const url of [
      stranger.url('/page'),
      'https://127.0.0.1:1/',
      'https://no-such-name.invalid/',
      'https://10.1.2.3/',
    ])
      messages.add(await failed(key.client.extract({ query: { url } })));
    await stranger.close();
    assert.equal(messages.size, 1, 'the message must not be an oracle');
  });
});

describe(suite('addresses that may not be reached'), () => {
  let service: Service;
  let key: TestKey;
  let port: number;
  let connections = 0;
  const inside = createServer(socket => {
    connections++;
    socket.destroy();
  });
  before(async () => {
    await new Promise<void>(resolve => inside.listen(0, '127.0.0.1', resolve));
    port = (inside.address() as AddressInfo).port;
    service = await startService({ ABUSE_THRESHOLD: '100000' });
    key = await issueKey(service);
  });
  after(async () => {
    inside.close();
    await service.dispose();
  });

  const spellings = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '０x7f.１',
    '①②⑦.0.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST.',
    'ip6-localhost',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
  ];
  for (const host of spellings) {
    test(`https://${host} is not fetched`, async () => {
      for (const suffix of [`:${port}/`, '/']) {
        const answer = await key.client.extract({ query: { url: `https://${host}${suffix}` } });
        assert.equal(answer.body.error?.code, 'fetch_failed', answer.text);
      }
    });
  }

  test('no webhook goes to them either, and no connection was ever opened', async () => {
    for (const host of ['127.0.0.1', '[::1]', 'localhost', '0x7f000001']) {
      const answer = await key.client.extract({
        file: html(),
        query: { webhook_url: `http://${host}:${port}/` },
      });
      assert.equal(answer.body.error?.code, 'bad_request', host);
    }
    // A name is resolved only when it is called.
    const job = await key.client.accepted({ file: html(), query: { webhook_url: `http://${hostname()}/` } });
    assert.equal((await key.client.finished(job)).status, 200);
    await sleep(1_000);
    assert.equal(connections, 0);
  });
});

describe(suite('documents fetched from servers that hang'), () => {
  test('keep no upload waiting, of however many keys they are', async () => {
    const origin = await startOrigin();
    // Longer than a busy machine takes to begin all of them.
    const patience = { FETCH_TIMEOUT_MS: '90000', SYNC_BUDGET_MS: '90000' };
    const service = await startService({ ...origin.settings, ...patience, EXTRACT_WORKERS: '2' });
    try {
      const hanging = new Set<{ end: (body: Buffer) => unknown }>();
      origin.serve('/hang', (_request, response) => {
        hanging.add(response);
      });
      const keys = await Promise.all(Array.from({ length: 9 }, () => issueKey(service)));
      const fetches: Promise<Answer>[] = [];
      const fetch = (key: TestKey, times: number) => {
        for (let at = 0; at < times; at++)
          fetches.push(key.client.extract({ query: { url: origin.url('/hang'), async: 'false' } }));
      };
      // First as many as there are handlers for uploads, then those that are reserved for keys with none under way.
      fetch(keys[0] as TestKey, 20);
      await until('they hang', () => hanging.size === 20);
      for (const key of keys.slice(1, -1)) fetch(key, 1);
      await until('all of them hang', () => hanging.size === 27);
      const answer = await (keys.at(-1) as TestKey).client.extract({ file: html() });
      assert.equal(answer.status, 200, answer.text);
      // None of them has been given up by now.
      for (const response of hanging) response.end(html());
      for (const fetched of fetches) assert.equal((await fetched).status, 200);
    } finally {
      await service.dispose();
      await origin.close();
    }
  });
});
