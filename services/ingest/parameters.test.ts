import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseNetworks } from '../../platform/egress/addresses.ts';
import { refusedAtSight } from '../../platform/egress/at-sight.ts';
import { parseParameters as parse } from './parameters.ts';
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
