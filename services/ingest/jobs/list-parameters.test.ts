import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cursorOf, parseListParameters } from './list-parameters.ts';

const JOB = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('the parameters of a list of jobs', () => {
  it('ask for the newest twenty of all where none is given', () => {
    const { limit, after, state, webhook, from } = parseListParameters({});
    assert.deepEqual(
      { limit, after, state, webhook, from },
      { limit: 20, after: null, state: null, webhook: null, from: 0 },
    );
  });

  it('are read as they are documented', () => {
    const place = { requestedAt: 1_763_812_800_000, jobId: JOB };
    const parameters = parseListParameters({
      state: 'error',
      webhook: 'given_up',
      since: '2026-11-22T09:30:00+01:00',
      until: '2026-11-22T09:30:00.5Z',
      limit: '100',
      cursor: cursorOf(place),
    });
    assert.deepEqual(parameters, {
      state: 'error',
      webhook: 'given_up',
      from: Date.UTC(2026, 10, 22, 8, 30),
      until: Date.UTC(2026, 10, 22, 9, 30, 0, 500),
      limit: 100,
      after: place,
    });
  });

  for (const query of [
    { state: 'completed' },
    { state: ['error', 'error'] },
    { webhook: '' },
    { since: 'yesterday' },
    { since: '2026-11-22' },
    { until: '2026-13-01T00:00:00Z' },
    { since: '2026-02-29T00:00:00Z' },
    { since: '2026-04-31T10:00:00+01:00' },
    { until: '2026-11-22T24:00:00Z' },
    { since: '1969-12-31T00:00:00Z' },
    { limit: '0' },
    { limit: '101' },
    { limit: '1e1' },
    { cursor: '' },
    { cursor: 'abc' },
    { cursor: Buffer.from(`1.${JOB}/x`).toString('base64url') },
  ])
    it(`that are ${JSON.stringify(query)} are refused`, () => {
      assert.throws(() => parseListParameters(query), { name: 'Refusal', code: 'bad_request' });
    });
});
