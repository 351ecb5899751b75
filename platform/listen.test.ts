import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { baseUrl } from './listen.ts';

describe('the address of a server, as it is told to people', () => {
  test('a name or an IPv4 address stands as it is, an IPv6 address in brackets', () => {
    assert.equal(baseUrl('textrail.example', 8080), 'http://textrail.example:8080');
    assert.equal(baseUrl('127.0.0.1', 8080), 'http://127.0.0.1:8080');
    assert.equal(baseUrl('::1', 8080), 'http://[::1]:8080');
  });

  test('one that listens on all addresses is reached at the machine’s own', () => {
    assert.equal(baseUrl('0.0.0.0', 8080), 'http://127.0.0.1:8080');
    assert.equal(baseUrl('::', 8080), 'http://[::1]:8080');
  });
});
