import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ExtractSuccess, JsonSuccess } from '../../schemas/api.ts';
import { type ElementsResult, type TextResult, Textrail, TextrailError } from './textrail.ts';
import { isGenuineDelivery } from './webhook.ts';

const RESULT: TextResult = {
  status: 'success',
  extracted_text: 'Minutes',
  metadata: { content_type: 'text/html', bytes: 7, chars: 7, ocr: false },
};
const JOB = { status: 'processing', job_id: '0199aaaa-0000-7000-8000-000000000000' };
const failure = (code: string) => ({ status: 'error', error: { code, message: `it is ${code}` } });

interface Scripted {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** A client that gets the scripted replies in their order; an Error is a connection that fails. */
function clientOf(
  script: (Scripted | Error)[],
  options: { patienceMs?: number; jobPatienceMs?: number } = {},
) {
  const requests: { method: string; url: string; idempotencyKey: string | null; body: unknown }[] = [];
  const waits: number[] = [];
  const client = new Textrail({
    baseUrl: 'http://textrail.test/',
    apiKey: 'dk_x_y',
    ...options,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      assert.equal(headers.get('authorization'), 'Bearer dk_x_y');
      requests.push({
        method: init?.method ?? 'GET',
        url: String(input),
        idempotencyKey: headers.get('idempotency-key'),
        body: init?.body,
      });
      const next = script[requests.length - 1];
      assert.ok(next !== undefined, 'one request more than the script has');
      if (next instanceof Error) throw next;
      const body = typeof next.body === 'string' ? next.body : JSON.stringify(next.body);
      return new Response(body, { status: next.status, headers: next.headers ?? {} });
    },
    sleep: async milliseconds => void waits.push(milliseconds),
  });
  return { client, requests, waits };
}

const codeOf = (promise: Promise<unknown>): Promise<TextrailError> =>
  promise.then(
    () => assert.fail('it was answered'),
    error => {
      assert.ok(error instanceof TextrailError, String(error));
      return error;
    },
  );

const bytes = new Uint8Array([1]);

describe('the TypeScript client', () => {
  test('answers what the service answers at once', async () => {
    const { client, requests } = clientOf([{ status: 200, body: RESULT }]);
    assert.deepEqual(await client.extract({ bytes }), RESULT);
    assert.deepEqual([requests[0]?.method, requests[0]?.url], ['POST', 'http://textrail.test/v1/extract']);
  });

  test('sends a document as a form of one file, and of an address no body', async () => {
    const { client, requests } = clientOf([
      { status: 200, body: RESULT },
      { status: 200, body: RESULT },
    ]);
    await client.extract({ bytes });
    await client.extract({ url: 'https://example.org/a' });
    const [sent, fetched] = requests.map(({ body }) => body);
    assert.ok(sent instanceof FormData);
    const file = sent.get('file');
    assert.ok(file instanceof Blob);
    assert.deepEqual([...new Uint8Array(await file.arrayBuffer())], [...bytes]);
    assert.equal(fetched, undefined);
  });

  test('its types are those of the service', () => {
    // The compiler checks this in both directions.
    const text: (result: ExtractSuccess) => TextResult = result => result;
    const elements: (result: JsonSuccess) => ElementsResult = result => result;
    const back: (result: ElementsResult) => JsonSuccess = result => result;
    assert.ok([text, elements, back].every(check => typeof check === 'function'));
  });

  test('sends parameters as the interface names them', async () => {
    const { client, requests } = clientOf([{ status: 202, body: JOB }]);
    const options = { format: 'json', webhookUrl: 'https://example.org/hook?a=b' } as const;
    assert.equal(await client.submit({ url: 'https://example.org/a b' }, options), JOB.job_id);
    const query = new URL(requests[0]?.url ?? '').searchParams;
    assert.deepEqual(Object.fromEntries(query), {
      url: 'https://example.org/a b',
      format: 'json',
      async: 'true',
      webhook_url: 'https://example.org/hook?a=b',
    });
  });

  test('asks for a place of the result where the service knows it', async () => {
    const { client, requests } = clientOf([{ status: 202, body: JOB }]);
    const resultUrl = 'https://bucket.example.org/a.json?X-Amz-Signature=5e';
    assert.equal(await client.submit({ bytes }, { resultUrl }), JOB.job_id);
    const { pathname, searchParams } = new URL(requests[0]?.url ?? '');
    assert.deepEqual([pathname, searchParams.get('result_url')], ['/v1/jobs', resultUrl]);
  });

  test('follows a job to its end, waiting longer each time', async () => {
    const running = { status: 200, body: JOB };
    const { client, requests, waits } = clientOf([
      { status: 202, body: JOB },
      running,
      running,
      { status: 200, body: RESULT },
    ]);
    assert.deepEqual(await client.extract({ bytes }), RESULT);
    assert.equal(requests[1]?.url, `http://textrail.test/v1/extract/${JOB.job_id}`);
    assert.ok((waits[1] ?? 0) > (waits[0] ?? 0));
  });

  test('follows a job no longer than its patience', async () => {
    const { client, waits } = clientOf(
      [
        { status: 202, body: JOB },
        { status: 200, body: JOB },
      ],
      { jobPatienceMs: 0 },
    );
    const { code, status } = await codeOf(client.extract({ bytes }));
    assert.deepEqual([code, status, waits], ['timeout', null, []]);
  });

  test('waits as long as Retry-After says on 429 and 503, and repeats under one Idempotency-Key', async () => {
    const { client, requests, waits } = clientOf([
      { status: 429, body: failure('rate_limited'), headers: { 'Retry-After': '7' } },
      { status: 503, body: failure('timeout'), headers: { 'Retry-After': '2' } },
      { status: 200, body: RESULT },
    ]);
    await client.extract({ bytes });
    assert.ok((waits[0] ?? 0) >= 7_000 && (waits[0] ?? 0) <= 8_400, `${waits[0]}`);
    assert.ok((waits[1] ?? 0) >= 2_000 && (waits[1] ?? 0) <= 2_400, `${waits[1]}`);
    assert.equal(new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size, 1);
    assert.ok((requests[0]?.idempotencyKey ?? '').length > 0);
  });

  for (const said of ['0', '', '-1', 'soon'])
    test(`waits longer and longer where Retry-After says "${said}": a proxy that is told no time says so`, async () => {
      const away = { status: 503, body: failure('timeout'), headers: { 'Retry-After': said } };
      const { client, waits } = clientOf([away, away, away, { status: 200, body: RESULT }]);
      await client.extract({ bytes });
      const [first = 0, second = 0, third = 0] = waits;
      assert.ok(first >= 500 && second >= 1_000 && third >= 2_000, waits.join());
    });

  test('repeats after a connection that failed', async () => {
    const { client } = clientOf([new TypeError('fetch failed'), { status: 200, body: RESULT }]);
    assert.deepEqual(await client.extract({ bytes }), RESULT);
  });

  test('gives up where the wait would be longer than its patience', async () => {
    const busy = { status: 429, body: failure('rate_limited'), headers: { 'Retry-After': '60' } };
    const { client, waits } = clientOf([busy], { patienceMs: 1_000 });
    const error = await codeOf(client.extract({ bytes }));
    assert.deepEqual([error.code, error.retryAfterSeconds, waits.length], ['rate_limited', 60, 0]);
  });

  for (const [status, code] of [
    [413, 'too_large'],
    [422, 'encrypted'],
    [429, 'quota_exceeded'],
    [429, 'abuse_detected'],
    [504, 'timeout'],
  ] as const)
    test(`throws ${code} at once`, async () => {
      const { client } = clientOf([{ status, body: failure(code), headers: { 'Retry-After': '1' } }]);
      const error = await codeOf(client.extract({ bytes }));
      assert.deepEqual([error.code, error.status, error.message], [code, status, `it is ${code}`]);
      assert.equal(error.isOfDocument, status !== 429);
    });

  test('a key that is not accepted is unauthorized', async () => {
    const { client } = clientOf([{ status: 403, body: { message: 'Forbidden' } }]);
    assert.equal((await codeOf(client.extract({ bytes }))).code, 'unauthorized');
  });

  test('an answer that is none of the service’s is unexpected', async () => {
    const { client } = clientOf([{ status: 200, body: '<html>a proxy</html>' }]);
    assert.equal((await codeOf(client.extract({ bytes }))).code, 'unexpected');
  });

  test('a caller who has gone waits no longer', async () => {
    const leaving = new AbortController();
    const client = new Textrail({
      baseUrl: 'http://textrail.test',
      apiKey: 'k',
      fetch: async () => {
        leaving.abort(new Error('gone'));
        return Response.json(failure('timeout'), { status: 503, headers: { 'Retry-After': '30' } });
      },
    });
    await assert.rejects(client.extract({ bytes }, { signal: leaving.signal }), /gone/);
  });
});

describe('the TypeScript check of webhooks', () => {
  const secret = 'whsec_abc';
  const body = new TextEncoder().encode('{"status":"success"}');
  const sign = (key: string, at: number, signed = body) =>
    createHmac('sha256', key).update(`${at}.`).update(signed).digest('hex');

  test('takes a delivery that any of its signatures proves', async () => {
    const header = `t=1000,v1=${sign('another', 1000)},v1=${sign(secret, 1000)}`;
    assert.equal(await isGenuineDelivery(header, body, secret, 1010), true);
  });

  const forged: [what: string, header: string, now: number][] = [
    ['by another secret', `t=1000,v1=${sign('another', 1000)}`, 1000],
    ['of another body', `t=1000,v1=${sign(secret, 1000, new Uint8Array([1]))}`, 1000],
    ['whose time was changed', `t=1001,v1=${sign(secret, 1000)}`, 1000],
    ['that is old', `t=1000,v1=${sign(secret, 1000)}`, 1301],
    ['from the future', `t=1000,v1=${sign(secret, 1000)}`, 699],
    ['without a signature', 't=1000', 1000],
    ['whose signature is cut', `t=1000,v1=${sign(secret, 1000).slice(2)}`, 1000],
    ['without anything', '', 1000],
    ['whose time is no number', `t=NaN,v1=${sign(secret, 1000)}`, 1000],
  ];
  for (const [what, header, now] of forged) {
    test(`refuses one ${what}`, async () => {
      assert.equal(await isGenuineDelivery(header, body, secret, now), false);
    });
  }
});
