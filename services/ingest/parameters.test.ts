import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseNetworks } from '../../platform/egress/addresses.ts';
import { refusedAtSight } from '../../platform/egress/at-sight.ts';
import { parseParameters as parse, parseJobParameters } from './parameters.ts';
import { Refusal } from './refusal.ts';

const parseParameters = (query: Record<string, unknown>, idempotencyKey: unknown, ...allowed: string[]) =>
  parse(query, idempotencyKey, url => refusedAtSight(url, parseNetworks(allowed), [80, 443]));

const codeOf = (query: Record<string, unknown>, idempotencyKey?: unknown): string | undefined => {
  try {
    parseParameters(query, idempotencyKey);
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return undefined;
};

describe('the parameters', () => {
  it('are text, standard and synchronous where nothing else is said; unknown ones are left alone', () => {
    assert.deepEqual(parseParameters({ premium: 'yes' }, undefined), {
      url: null,
      asynchronous: false,
      webhookUrl: null,
      resultUrl: null,
      format: 'text',
      idempotencyKey: null,
    });
  });

  it('that are malformed are a bad request, also beside a mode that is not there', () => {
    assert.equal(codeOf({ format: 'markdown' }), 'not_implemented');
    assert.equal(codeOf({ quality: 'premium', format: 'json' }), 'not_implemented');
    for (const wrong of [{ async: '1' }, { url: 'http://a.example/' }, { quality: ['a', 'b'] }])
      assert.equal(codeOf({ format: 'markdown', ...wrong }), 'bad_request', JSON.stringify(wrong));
  });

  it('take whole addresses alone, whatever the case of their scheme', () => {
    assert.equal(parseParameters({ url: 'HTTPS://A.example/b c' }, undefined).url, 'https://a.example/b%20c');
    for (const url of [
      'https:a.example',
      'https:///a.example',
      'https:\\\\a.example',
      'https://u:p@a.example/',
      'https://u@a.example/',
      'https://:p@a.example/',
    ])
      assert.equal(codeOf({ url }), 'bad_request', url);
    assert.equal(codeOf({ webhook_url: 'http://a.example/' }), undefined);
    assert.equal(codeOf({ url: `https://a.example/${'a'.repeat(8_192)}` }), 'bad_request');
  });

  it('take an Idempotency-Key of 1 to 255 characters', () => {
    assert.equal(codeOf({}, 'k'.repeat(255)), undefined);
    for (const key of ['', 'k'.repeat(256), ['a', 'b']]) assert.equal(codeOf({}, key), 'bad_request');
  });
});

describe('the parameters of a job', () => {
  const refused = (url: URL) => refusedAtSight(url, [], [80, 443]);
  const parseJob = (query: Record<string, unknown>) => parseJobParameters(query, undefined, refused);
  const place = 'https://bucket.example/results/a.json?X-Amz-Signature=0f';

  it('make it asynchronous, and say where its result is put', () => {
    const { asynchronous, resultUrl } = parseJob({ result_url: place, async: 'false' });
    assert.deepEqual([asynchronous, resultUrl], [true, place]);
    assert.equal(parseJob({}).resultUrl, null);
  });

  it('of an extraction know no place for its result', () => {
    assert.equal(parseParameters({ result_url: place }, undefined).resultUrl, null);
  });

  it('with an address inside count as abuse, as one to fetch does; those with a port that is not the web’s do not', () => {
    for (const [webhook_url, abusive] of [
      ['http://10.0.0.1/', true],
      ['http://receiver.example:8080/', false],
    ] as const)
      assert.throws(() => parseJob({ webhook_url }), { name: 'Refusal', code: 'bad_request', abusive });
  });

  it('are refused where the place cannot be written to, or there are two receivers', () => {
    for (const query of [
      { result_url: 'ftp://bucket.example/a' },
      { result_url: 'https://user:secret@bucket.example/a' },
      { result_url: 'https://bucket.example:8443/a' },
      { result_url: 'http://169.254.169.254/a' },
      { result_url: [place, place] },
      { result_url: place, webhook_url: 'https://receiver.example/' },
    ])
      assert.throws(() => parseJob(query), { name: 'Refusal', code: 'bad_request' }, JSON.stringify(query));
  });
});
