/** HTTP as hostile, broken and merely unusual clients use it. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { assertBody } from '../support/answers.ts';
import { html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { fileBody, MULTIPART } from '../support/multipart.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';
import { requestHead, Wire, type WireAnswer } from '../support/wire.ts';

const STALL_MS = 1_000;
const SOON_MS = 10 * STALL_MS;
const THRESHOLD = 4;
/** Most bytes of a body besides the document itself. */
const FORM_OVERHEAD_BYTES = 64 * 1024;
const CEILING_BYTES = 1_000_000;

describe(suite('HTTP'), () => {
  let service: Service;
  let key: TestKey;
  let wires: Wire[] = [];
  before(async () => {
    const settings = { STALL_MS, MAX_UPLOAD_BYTES: CEILING_BYTES, ABUSE_THRESHOLD: THRESHOLD };
    service = await startService(
      Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])),
    );
  });
  // A new key, because some of what follows counts as abuse.
  const freshKey = async () => {
    key = await issueKey(service);
  };
  afterEach(() => {
    for (const wire of wires) wire.destroy();
    wires = [];
  });
  after(() => service.dispose());

  const open = (options?: ConstructorParameters<typeof Wire>[1]): Wire => {
    const wire = new Wire(service, options);
    wires.push(wire);
    return wire;
  };
  const exchange = (bytes: string): Promise<WireAnswer> => open().send(bytes).first();
  const post = (fields: readonly string[], target = '/v1/extract') =>
    requestHead('POST', target, [
      `Authorization: Bearer ${key.apiKey}`,
      `Content-Type: ${MULTIPART}`,
      ...fields,
    ]);
  const errorOf = ({ body }: WireAnswer) => {
    const parsed = JSON.parse(body);
    assertBody('ExtractError', parsed);
    return parsed.error.code;
  };

  describe('a request that two readers could take for different ones is refused, and its connection closed', () => {
    before(freshKey);
    const ambiguous: [what: string, bytes: () => string, status: number][] = [
      ['no Host header', () => 'GET /healthz HTTP/1.1\r\n\r\n', 400],
      ['two Host headers', () => requestHead('GET', '/healthz', ['Host: other']), 400],
      ['a Host header with two hosts', () => 'GET /healthz HTTP/1.1\r\nHost: a, b\r\n\r\n', 400],
      ['a Host header with a user', () => 'GET /healthz HTTP/1.1\r\nHost: a@b\r\n\r\n', 400],
      [
        'two Authorization headers',
        () =>
          requestHead('GET', '/v1/extract/none', [
            `Authorization: Bearer ${key.apiKey}`,
            'Authorization: Bearer another',
          ]),
        400,
      ],
      // Node joins them with a comma into one key, which no repeat with either of them would match.
      [
        'two Idempotency-Key headers',
        () => post(['Content-Length: 0', 'Idempotency-Key: a', 'Idempotency-Key: b']),
        400,
      ],
      ['both lengths', () => `${post(['Content-Length: 5', 'Transfer-Encoding: chunked'])}0\r\n\r\n`, 400],
      ['two lengths', () => `${post(['Content-Length: 5', 'Content-Length: 6'])}aaaaaa`, 400],
      ['a length with a sign', () => `${post(['Content-Length: +5'])}aaaaa`, 400],
      ['a coding behind chunked', () => `${post(['Transfer-Encoding: chunked, identity'])}0\r\n\r\n`, 400],
      ['another coding', () => `${post(['Transfer-Encoding: gzip, chunked'])}0\r\n\r\n`, 501],
      [
        'a body that is chunked twice',
        () => `${post(['Transfer-Encoding: chunked, chunked'])}0\r\n\r\n`,
        400,
      ],
      ['chunks in HTTP/1.0', () => post(['Transfer-Encoding: chunked']).replace('HTTP/1.1', 'HTTP/1.0'), 400],
      ['a space before the colon', () => requestHead('GET', '/healthz', ['Content-Length : 5']), 400],
      ['a folded header', () => requestHead('GET', '/healthz', ['X-A: b\r\n c']), 400],
      ['a bare line feed', () => 'GET /healthz HTTP/1.1\nHost: a\n\n', 400],
      ['a NUL in a header', () => requestHead('GET', '/healthz', ['X-A: b\0c']), 400],
    ];
    for (const [what, bytes, status] of ambiguous) {
      test(what, async () => {
        const wire = open().send(bytes());
        const answer = await wire.first();
        assert.equal(answer.status, status, answer.body);
        errorOf(answer);
        await wire.end();
        assert.equal(wire.answers().length, 1);
      });
    }
  });

  describe('methods', () => {
    before(freshKey);

    test('one that nobody knows is 501, one that is known elsewhere 405', async () => {
      assert.equal(errorOf(await exchange(requestHead('BREW', '/v1/extract'))), 'not_implemented');
      assert.equal((await exchange(requestHead('BREW', '/v1/extract'))).status, 501);
      for (const method of ['PROPFIND', 'TRACE', 'OPTIONS', 'DELETE', 'QUERY']) {
        const answer = await exchange(requestHead(method, '/v1/extract'));
        assert.equal(answer.status, 405, method);
        assert.match(answer.head, /^allow: POST$/im);
      }
    });

    test('CONNECT is answered 405: the service is no proxy', async () => {
      const answer = await exchange('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n');
      assert.equal(answer.status, 405);
      errorOf(answer);
    });

    test('CONNECT of whoever has cut the line by the time of the answer ends nothing but that line', async () => {
      for (let times = 0; times < 300; times++) {
        const { socket } = open().send('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
        socket.once('connect', () => setImmediate(() => socket.resetAndDestroy()));
        await sleep(2);
      }
      assert.equal((await exchange(requestHead('GET', '/healthz'))).status, 200);
    });

    test('another version of HTTP is 505', async () => {
      assert.equal((await exchange('GET / HTTP/3.0\r\nHost: a\r\n\r\n')).status, 505);
      assert.equal((await exchange('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).status, 505);
    });

    test('an address with scheme and host is read like one without', async () => {
      assert.equal((await exchange(requestHead('GET', 'http://service/healthz'))).status, 200);
    });
  });

  describe('the head', () => {
    test('of more than 16 KiB is 431, however it is made up', async () => {
      const flood = Array.from({ length: 3_000 }, (_, at) => `X-${at}: ${at}`);
      for (const bytes of [
        requestHead('GET', '/healthz', flood),
        requestHead('GET', `/healthz?${'x'.repeat(20_000)}`),
        requestHead('GET', '/healthz', [`X: ${'é'.repeat(20_000)}`]),
      ]) {
        const answer = await exchange(bytes);
        assert.equal(answer.status, 431);
        assert.equal(errorOf(answer), 'bad_request');
      }
    });

    test('may hold any letter in values that nobody asks for, and in an Idempotency-Key', async () => {
      await freshKey();
      const body = fileBody(html());
      const wire = open().send(
        post([`Content-Length: ${body.length}`, 'X-Name: Zoë ✓', 'Idempotency-Key: clé-✓']),
      );
      assert.equal((await wire.send(body).first()).status, 200);
    });
  });

  describe('a body', () => {
    before(freshKey);
    const chunk = (bytes: Buffer | string, extension = '') =>
      Buffer.concat([
        Buffer.from(`${bytes.length.toString(16)}${extension}\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]);
    const chunked = (...fields: string[]) => post(['Transfer-Encoding: chunked', ...fields]);

    test('is counted with what stands before its parts: a large preamble is 413, long before its end', async () => {
      const wire = open().send(chunked());
      const piece = chunk(Buffer.alloc(64 * 1024, ' '));
      const most = 4 * (CEILING_BYTES + FORM_OVERHEAD_BYTES);
      for (let sent = 0; sent < most && wire.answers().length === 0; sent += piece.length) {
        wire.send(piece);
        await sleep(5);
      }
      const answer = await wire.first();
      assert.equal(answer.status, 413, answer.body);
      assert.equal(errorOf(answer), 'too_large');
    });

    for (const [what, preamble, epilogue] of [
      ['a preamble', CEILING_BYTES, 0],
      ['an epilogue', 0, CEILING_BYTES],
    ] as const) {
      test(`of a document and ${what} that are too large together is 413`, async () => {
        await freshKey();
        const body = Buffer.concat([
          Buffer.alloc(preamble, ' '),
          Buffer.from('\r\n'),
          fileBody(Buffer.alloc(200_000, ' ')),
          Buffer.alloc(epilogue, ' '),
        ]);
        assert.equal((await key.client.extract({ body })).status, 413);
        assert.equal((await open().send(chunked()).send(chunk(body)).send('0\r\n\r\n').first()).status, 413);
      });
    }

    test('may have chunk extensions and trailers, which change nothing', async () => {
      await freshKey();
      const wire = open().send(chunked('Trailer: X-After'));
      wire
        .send(chunk(fileBody(html()), ';name="value"'))
        .send('0\r\nX-After: b\r\nAuthorization: none\r\n\r\n');
      assert.equal((await wire.first()).status, 200);
    });

    test('with endless chunk extensions is refused', async () => {
      const wire = open()
        .send(chunked())
        .send(`1;${'x'.repeat(40_000)}\r\na\r\n0\r\n\r\n`);
      const answer = await wire.first();
      assert.equal(answer.status, 413, answer.body);
    });

    test('with endless trailers is refused', async () => {
      const wire = open()
        .send(chunked())
        .send(chunk(fileBody(html())));
      wire.send(`0\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`);
      const [answer] = await wire.answered();
      assert.ok(answer === undefined || [200, 431].includes(answer.status), answer?.body);
      await wire.end(SOON_MS);
    });

    test('whose chunks are no chunks is a bad request, and its connection is closed', async () => {
      const wire = open().send(chunked()).send('zz\r\nnothing\r\n');
      const answer = await wire.first();
      assert.equal(answer.status, 400);
      assert.equal(errorOf(answer), 'bad_request');
      await wire.end();
    });

    test('behind a head that cannot be read is read on for a while as well: a reset would take its sender the answer', async () => {
      const body = Buffer.alloc(16 * 1024 * 1024);
      for (const [head, status] of [
        [requestHead('POST', `/v1/extract?${'x'.repeat(20_000)}`, [`Content-Length: ${body.length}`]), 431],
        [requestHead('BREW', '/v1/extract', [`Content-Length: ${body.length}`]), 501],
        [post(['Transfer-Encoding: gzip', `Content-Length: ${body.length}`]), 400],
      ] as const) {
        const wire = open({ allowHalfOpen: true }).send(head);
        const answer = await wire.first();
        assert.equal(answer.status, status, answer.body);
        const written = new Promise<string>(resolve =>
          wire.socket.write(body, error => resolve(error?.message ?? 'written')),
        );
        assert.equal(await written, 'written', head.slice(0, 20));
        wire.socket.end();
        await wire.end();
        assert.equal(wire.answers().length, 1);
      }
    });

    test('that goes on behind its answer is read for a while and then cut off', async () => {
      for (const [method, status] of [
        ['POST', 404],
        ['BREW', 501],
      ] as const) {
        const wire = open({ allowHalfOpen: true });
        wire.send(requestHead(method, '/nothing', ['Content-Length: 1000000000']));
        const piece = Buffer.alloc(1024 * 1024);
        assert.equal((await wire.first()).status, status);
        await until('the connection to be closed', () => {
          if (!wire.closed && wire.socket.writableLength === 0) wire.send(piece);
          return wire.closed;
        });
      }
    });
  });

  test('a connection is kept for longer than load balancers keep theirs, Google’s for 600 s: who closes last loses no request', async () => {
    const { head } = await exchange(requestHead('GET', '/healthz'));
    const seconds = Number(/^keep-alive: timeout=(\d+)$/im.exec(head)?.[1]);
    assert.ok(seconds > 600, head);
  });

  describe('an answer that does not wait for the end of its body', () => {
    before(freshKey);
    const begun = (head: string) => `${head}--boundary\r\n`;
    const early: [what: string, bytes: () => string, status: number][] = [
      ['without a key', () => requestHead('POST', '/v1/extract', ['Content-Length: 5000']), 401],
      ['that is too large', () => post([`Content-Length: ${2 * CEILING_BYTES}`]), 413],
      ['with a wrong parameter', () => post(['Transfer-Encoding: chunked'], '/v1/extract?format=xml'), 400],
      ['to no address', () => post(['Content-Length: 5000'], '/v2'), 404],
    ];
    for (const [what, bytes, status] of early)
      test(`says that its connection ends, for a request ${what}: a proxy might send the next one in the middle of that body`, async () => {
        const answer = await open().send(begun(bytes())).first();
        assert.equal(answer.status, status, answer.body);
        assert.match(answer.head, /^connection: close$/im);
      });

    test('is the last of its connection, whatever stands behind the body', async () => {
      const wire = open({ allowHalfOpen: true }).send(
        begun(requestHead('POST', '/v1/extract', ['Content-Length: 5000'])),
      );
      await wire.first();
      const body = fileBody(html());
      wire.send('x'.repeat(5000 - '--boundary\r\n'.length) + post([`Content-Length: ${body.length}`]));
      wire.send(body);
      wire.socket.end();
      await wire.end();
      assert.equal(wire.answers().length, 1);
      const jobId = await key.client.accepted({ file: html() });
      const jobs = await until('the job to be listed', async () => {
        const { body: listed } = await key.client.send('/v1/jobs', { headers: key.client.authorization() });
        const ids: string[] = listed.jobs.map(({ job_id }: { job_id: string }) => job_id);
        return ids.includes(jobId) ? ids : undefined;
      });
      assert.deepEqual(jobs, [jobId]);
    });

    test('and one to a request that is here whole keep its connection', async () => {
      for (const fields of [[], ['Content-Length: 5']]) {
        const head = requestHead('POST', '/v1/extract', fields);
        const answer = await open()
          .send(fields.length === 0 ? head : `${head}12345`)
          .first();
        assert.equal(answer.status, 401);
        assert.match(answer.head, /^connection: keep-alive$/im);
      }
    });
  });

  describe('Expect: 100-continue', () => {
    before(freshKey);
    const expecting = (bytes: number, fields: readonly string[] = []) =>
      post([`Content-Length: ${bytes}`, 'Expect: 100-continue', ...fields]);

    test('is answered 100, and then as ever, where the body is wanted', async () => {
      const body = fileBody(html());
      const wire = open().send(expecting(body.length));
      assert.equal((await wire.first()).status, 100);
      const [, answer] = await wire.send(body).answered(2);
      assert.equal(answer?.status, 200);
    });

    for (const [what, ask, status] of [
      [
        'no key',
        () => requestHead('POST', '/v1/extract', ['Content-Length: 9', 'Expect: 100-continue']),
        401,
      ],
      ['a body that is too large', () => expecting(2 * CEILING_BYTES), 413],
      ['a body that is no form', () => expecting(9).replace(MULTIPART, 'text/plain'), 400],
      ['a parameter that is wrong', () => expecting(9).replace('/v1/extract', '/v1/extract?format=xml'), 400],
      ['an address that is none', () => expecting(9).replace('/v1/extract', '/v2'), 404],
    ] as const) {
      test(`with ${what} is answered ${status} at once, and the body never asked for`, async () => {
        const wire = open().send(ask());
        assert.equal((await wire.first()).status, status);
        await wire.end();
        assert.equal(wire.answers().length, 1);
      });
    }
  });

  test('HTTP/1.0 needs no Host header', async () => {
    assert.equal((await exchange('GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
  });

  test('an expectation that nobody knows is left alone', async () => {
    const { status } = await exchange(requestHead('GET', '/healthz', ['Expect: the-unexpected']));
    assert.equal(status, 200);
  });

  describe('pipelined requests', () => {
    before(freshKey);

    test('are answered in their order, bodies and all', async () => {
      const bodies = ['one', 'two', 'three'].map(text => fileBody(page(text)));
      const wire = open();
      for (const body of bodies) wire.send(post([`Content-Length: ${body.length}`])).send(body);
      wire.send(requestHead('GET', '/healthz'));
      const answers = await wire.answered(4);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      );
      for (const [at, text] of ['one', 'two', 'three', 'ok'].entries())
        assert.ok(answers[at]?.body.includes(text), text);
    });

    test('that are followed by what is no HTTP are answered all the same', async () => {
      const body = fileBody(html());
      const wire = open().send(post([`Content-Length: ${body.length}`]));
      wire.send(Buffer.concat([body, Buffer.from('nonsense\r\n\r\n')]));
      assert.equal((await wire.first()).status, 200);
      await wire.end();
    });

    test('without a body that are followed by what is no HTTP are answered as well, each as what it is', async () => {
      for (const [head, status] of [
        [requestHead('GET', '/healthz'), 200],
        // A POST without a length for its body.
        [post([]), 400],
        [requestHead('GET', '/v1/usage'), 401],
      ] as const) {
        const wire = open().send(`${head}--boundary\r\n`);
        assert.equal((await wire.first()).status, status);
        await wire.end();
        assert.equal(wire.answers().length, 1);
      }
    });

    test('are answered behind a half that was closed', async () => {
      const wire = open({ allowHalfOpen: true }).send(requestHead('GET', '/healthz').repeat(3));
      wire.socket.end();
      assert.equal((await wire.answered(3)).length, 3);
      await wire.end();
      const body = fileBody(html());
      const upload = open({ allowHalfOpen: true })
        .send(post([`Content-Length: ${body.length}`]))
        .send(body);
      upload.socket.end();
      assert.equal((await upload.first()).status, 200, 'and where the answer takes its time');
    });
  });

  describe('what the breaker counts', () => {
    test('is an upload that is too large, though its sender does not stay for the answer', async () => {
      await freshKey();
      const body = fileBody(Buffer.alloc(CEILING_BYTES + 200_000, 'a'));
      let times = 0;
      await until('the key to be locked', async () => {
        const wire = open({ reads: false }).send(post(['Transfer-Encoding: chunked']));
        wire.send(`${body.length.toString(16)}\r\n`).send(body);
        await until('it to be on its way', () => wire.socket.writableLength === 0);
        // Wait longer each time, so that even on a busy machine some senders leave after the size is known.
        await sleep(times++ * 20);
        wire.socket.resetAndDestroy();
        const { body: answer } = await key.client.extract({ query: { format: 'xml' } });
        return answer.error.code === 'abuse_detected';
      });
    });
  });
});
