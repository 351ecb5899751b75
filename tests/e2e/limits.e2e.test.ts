import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { after, before, describe, test } from 'node:test';
import type { Answer } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { bombDocx, html, page } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { multipart } from '../support/multipart.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';

const RATE_WINDOW_MS = 60_000;
const THRESHOLD = 5;
/**
 * Longer than a busy machine takes from the last abusive request to the refusal. Another test waits twice as long for
 * the rate window meanwhile.
 */
const LOCKOUT_SECONDS = 30;

describe(suite('limits'), { concurrency: true }, () => {
  let service: Service;
  before(async () => {
    service = await startService({
      RATE_LIMIT_PER_MINUTE: '7',
      ABUSE_THRESHOLD: String(THRESHOLD),
      ABUSE_WINDOW_SECONDS: '60',
      ABUSE_LOCKOUT_SECONDS: String(LOCKOUT_SECONDS),
      MAX_UPLOAD_BYTES: '3000000',
    });
  });
  after(() => service.dispose());

  const header = (answer: Answer, name: string) => Number(answer.headers.get(name));
  const codes = (answers: Answer[]) => answers.map(({ status, body }) => body.error?.code ?? status);
  const count = (answers: Answer[], code: string | number) =>
    codes(answers).filter(found => found === code).length;
  const inTurn = async (times: number, ask: () => Promise<Answer>) => {
    const answers: Answer[] = [];
    for (let time = 0; time < times; time++) answers.push(await ask());
    return answers;
  };

  describe('the rate limit', { concurrency: true }, () => {
    test('30 requests at once against a limit of 10 admit exactly 10', async () => {
      const { client } = await issueKey(service, { rate: 10 });
      const answers = await Promise.all(Array.from({ length: 30 }, () => client.extract({ file: html() })));
      assert.equal(count(answers, 200), 10);
      assert.equal(count(answers, 'rate_limited'), 20);
    });

    test('a refusal tells the limit, nothing remaining, and when the window resets', async () => {
      const { client } = await issueKey(service, { rate: 1 });
      const begun = Date.now();
      await client.extract({ file: html() });
      const windowBegan = Date.now();
      const answer = await client.extract({ file: html() });
      assert.equal(answer.body.error.code, 'rate_limited');
      assert.equal(header(answer, 'x-ratelimit-limit'), 1);
      assert.equal(header(answer, 'x-ratelimit-remaining'), 0);
      const resetsAt = header(answer, 'x-ratelimit-reset') * 1000;
      assert.ok(resetsAt >= begun + RATE_WINDOW_MS && resetsAt <= windowBegan + RATE_WINDOW_MS + 1_000);
      const retryAfter = header(answer, 'retry-after');
      const leastMs = begun + RATE_WINDOW_MS - Date.now();
      assert.ok(retryAfter * 1000 >= leastMs && retryAfter <= 60, String(retryAfter));
    });

    test('a key without its own limit has the default one', async () => {
      const { keyId } = await issueKey(service, { rate: 1 });
      assert.ok(keyId);
      const own = await issueKey(service, { rate: 7 });
      const answers = await inTurn(9, () => own.client.extract({ query: { format: 'xml' } }));
      assert.equal(count(answers, 'rate_limited'), 2);
    });

    test('requests that fail later count; polling does not', async () => {
      const { client } = await issueKey(service, { rate: 3 });
      await inTurn(20, () => client.poll('none'));
      const answers = await inTurn(4, () => client.extract({}));
      assert.deepEqual(codes(answers), ['bad_request', 'bad_request', 'bad_request', 'rate_limited']);
    });

    test('one key’s limit is not another’s', async () => {
      const [one, other] = [await issueKey(service, { rate: 1 }), await issueKey(service, { rate: 1 })];
      await inTurn(2, () => one.client.extract({ file: html() }));
      assert.equal((await other.client.extract({ file: html() })).status, 200);
    });

    test('after its reset the window is whole again', async () => {
      const { client } = await issueKey(service, { rate: 2 });
      const answers = await inTurn(3, () => client.extract({ file: html() }));
      assert.deepEqual(codes(answers), [200, 200, 'rate_limited']);
      await sleep(header(answers[2] as Answer, 'retry-after') * 1000);
      assert.deepEqual(codes(await inTurn(3, () => client.extract({ file: html() }))), [
        200,
        200,
        'rate_limited',
      ]);
    });
  });

  describe('the quota', { concurrency: true }, () => {
    test('counts down with each success, is refused at its end with its headers, and stays at 0', async () => {
      const { client } = await issueKey(service, { quota: 3 });
      const answers = await inTurn(5, () => client.extract({ file: html() }));
      assert.deepEqual(codes(answers), [200, 200, 200, 'quota_exceeded', 'quota_exceeded']);
      assert.deepEqual(
        answers.map(answer => header(answer, 'x-quota-remaining')),
        [2, 1, 0, 0, 0],
      );
      for (const answer of answers) {
        assert.equal(header(answer, 'x-quota-limit'), 3);
        assert.equal(header(answer, 'x-quota-reset'), nextMonth());
      }
      const refused = answers[4] as Answer;
      assert.ok(Math.abs(header(refused, 'retry-after') - (nextMonth() - Date.now() / 1000)) < 3);
      assert.ok(header(refused, 'x-ratelimit-remaining') > 0);
    });

    test('failed extractions are free', async () => {
      const { client } = await issueKey(service, { quota: 1 });
      await inTurn(3, () => client.extract({ file: 'no document' }));
      const answer = await client.extract({ file: html() });
      assert.equal(header(answer, 'x-quota-remaining'), 0);
      assert.equal((await client.extract({ file: html() })).body.error.code, 'quota_exceeded');
    });

    test('a 202 shows the snapshot of its acceptance; the job is metered once it is completed', async () => {
      const { client } = await issueKey(service, { quota: 2 });
      const accepted = await client.extract({ file: page('metered'), query: { async: 'true' } });
      assert.equal(header(accepted, 'x-quota-remaining'), 2);
      await client.finished(accepted.body.job_id);
      await client.poll(accepted.body.job_id);
      const answer = await client.extract({ file: html() });
      assert.equal(header(answer, 'x-quota-remaining'), 0);
    });

    test('used up, does not refuse a repeat under a live Idempotency-Key, which extracts nothing', async () => {
      const { client } = await issueKey(service, { quota: 1 });
      const last = { file: html(), headers: { 'idempotency-key': 'the last document' } };
      const first = await client.extract(last);
      const repeat = await client.extract(last);
      assert.deepEqual([repeat.status, repeat.text], [200, first.text]);
      assert.equal(header(repeat, 'x-quota-remaining'), 0);
      const another = await client.extract({ file: page('another'), headers: last.headers });
      assert.equal(another.body.error.code, 'bad_request');
      const fresh = await client.extract({ file: html(), headers: { 'idempotency-key': 'a new one' } });
      assert.equal(fresh.body.error.code, 'quota_exceeded');
    });

    test('is never exceeded, however many documents come at once; a failed one gives its place back', async () => {
      const { client } = await issueKey(service, { quota: 5 });
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          client.extract({ file: page(`document ${at}`), query: at % 2 === 0 ? { async: 'true' } : {} }),
        ),
      );
      const accepted = answers.filter(({ status }) => status === 200 || status === 202);
      assert.equal(accepted.length, 5);
      for (const answer of accepted) if (answer.status === 202) await client.finished(answer.body.job_id);
      assert.ok(
        answers.every(answer => accepted.includes(answer) || answer.body.error.code === 'quota_exceeded'),
      );
      const other = await issueKey(service, { quota: 1 });
      for (let time = 0; time < 3; time++)
        assert.equal((await other.client.extract({ file: 'no document' })).status, 415);
      assert.equal((await other.client.extract({ file: html() })).status, 200);
    });

    test('is refused before any of the body is looked at', async () => {
      const { client } = await issueKey(service, { quota: 0 });
      assert.equal((await client.extract({})).body.error.code, 'quota_exceeded');
    });
  });

  describe('the abuse breaker', { concurrency: true }, () => {
    const abusive: [what: string, ask: (client: Client) => Promise<Answer>][] = [
      ['oversized uploads', client => client.extract({ file: Buffer.alloc(3_000_001, 'a') })],
      [
        'malformed forms',
        client => client.extract({ body: multipart([{ content: 'a' }], { closed: false }) }),
      ],
      ['addresses that are refused', client => client.extract({ query: { url: 'https://10.0.0.1/' } })],
      [
        'webhooks to addresses that are refused',
        client => client.extract({ file: html(), query: { webhook_url: 'http://10.0.0.1/' } }),
      ],
    ];
    for (const [what, ask] of abusive) {
      test(`${what} trip it at the threshold, not before`, async () => {
        const { client } = await issueKey(service);
        const before = await inTurn(THRESHOLD - 1, () => ask(client));
        assert.equal(count(before, 'abuse_detected'), 0);
        assert.equal((await client.extract({ file: html() })).status, 200);
        await ask(client);
        const answer = await client.extract({ file: html() });
        assert.equal(answer.body.error.code, 'abuse_detected');
        assert.equal(header(answer, 'x-ratelimit-remaining'), 0);
        const retryAfter = header(answer, 'retry-after');
        assert.ok(retryAfter > 0 && retryAfter <= LOCKOUT_SECONDS, String(retryAfter));
      });
    }

    test('bombs trip it', async () => {
      const { client } = await issueKey(service);
      const bomb = bombDocx();
      const failed = await inTurn(THRESHOLD, () => client.extract({ file: bomb }));
      assert.equal(count(failed, 'extraction_failed'), THRESHOLD);
      assert.equal((await client.extract({ file: html() })).body.error.code, 'abuse_detected');
    });

    test('unlocks after its lockout; GET answers all the time', async () => {
      const { client } = await issueKey(service);
      const jobId = await client.accepted({ file: page('before the lock') });
      await inTurn(THRESHOLD, () => client.extract({ file: Buffer.alloc(3_000_001, 'a') }));
      const locked = await client.extract({ file: html() });
      assert.equal(locked.body.error.code, 'abuse_detected');
      assert.equal((await client.finished(jobId)).status, 200);
      await sleep(header(locked, 'retry-after') * 1000);
      assert.equal((await client.extract({ file: html() })).status, 200);
    });

    test('throttling, refusals of quota, failed documents and successes do not count', async () => {
      const { client } = await issueKey(service, { rate: 30, quota: 3 });
      await inTurn(10, () => client.extract({ file: 'no document' }));
      await inTurn(10, () => client.extract({}));
      await inTurn(8, () => client.extract({ file: html() }));
      const answers = await inTurn(10, () => client.extract({ file: html() }));
      assert.equal(count(answers, 'abuse_detected'), 0);
      assert.equal(count(answers, 'rate_limited'), 8);
    });

    test('names do not count, whatever they stand for: the lock would tell which are private', async () => {
      const { client } = await issueKey(service);
      await inTurn(THRESHOLD, () => client.extract({ query: { url: `https://${hostname()}/` } }));
      await inTurn(THRESHOLD, () => client.extract({ query: { url: 'https://nowhere.invalid/' } }));
      assert.equal((await client.extract({ file: html() })).status, 200);
    });

    test('one key’s lock is not another’s', async () => {
      const [one, other] = [await issueKey(service), await issueKey(service)];
      await inTurn(THRESHOLD, () => one.client.extract({ file: Buffer.alloc(3_000_001, 'a') }));
      assert.equal((await other.client.extract({ file: html() })).status, 200);
    });
  });

  describe('the order of the checks', { concurrency: true }, () => {
    test('rate limit first, then the breaker, then the quota', async () => {
      const { client } = await issueKey(service, { rate: THRESHOLD + 2, quota: 0 });
      assert.equal((await client.extract({})).body.error.code, 'quota_exceeded');
      const other = await issueKey(service, { rate: THRESHOLD + 1, quota: 1 });
      await other.client.extract({ file: html() });
      assert.equal((await other.client.extract({})).body.error.code, 'quota_exceeded');
      const third = await issueKey(service, { rate: THRESHOLD + 2, quota: 1 });
      await inTurn(THRESHOLD, () => third.client.extract({ file: Buffer.alloc(3_000_001, 'a') }));
      assert.equal((await third.client.extract({})).body.error.code, 'abuse_detected');
      await third.client.extract({});
      assert.equal((await third.client.extract({})).body.error.code, 'rate_limited');
    });
  });

  test('a key’s limits are per key, and a job it has meanwhile is counted for it', async () => {
    const { client } = await issueKey(service, { quota: 2 });
    const jobs = await Promise.all([1, 2].map(job => client.accepted({ file: page(`job ${job}`) })));
    await Promise.all(jobs.map(job => client.finished(job)));
    await until('the quota to be used up', async () => {
      const answer = await client.extract({ query: { format: 'xml' } });
      return answer.body.error.code === 'quota_exceeded';
    });
  });
});

function nextMonth(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000;
}
