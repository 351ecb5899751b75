import assert from 'node:assert/strict';
import { it } from 'node:test';
import { reasonOf } from './reason.ts';

it('the reason of a failure is what the system or the server said, below all wrappers', () => {
  const system = new Error('getaddrinfo ENOTFOUND kafka');
  const wrapped = new Error('no answer', { cause: new Error('retries exceeded', { cause: system }) });
  assert.equal(reasonOf(wrapped), 'getaddrinfo ENOTFOUND kafka');
});

it('a name with several addresses gives what each of them said, once', () => {
  const errors = ['::1', '127.0.0.1', '127.0.0.1'].map(
    address => new Error(`connect ECONNREFUSED ${address}:1`),
  );
  assert.equal(
    reasonOf(new AggregateError(errors)),
    'connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1',
  );
});

it('a failure without words is told by its name', () => {
  assert.equal(reasonOf(new RangeError()), 'RangeError');
  assert.equal(reasonOf('plain'), 'plain');
});
