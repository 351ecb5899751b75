import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Admission, type Standing, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { type AdmissionPorts, admit, checkStanding, READ_MODEL_LIMIT_MS } from './admission.ts';
import { Place } from './place.ts';
import { Refusal } from './refusal.ts';

const AT = Date.UTC(2026, 10, 22);
const WINDOW_END = AT + 40_500;
const MONTH_END = Date.UTC(2026, 11, 1);
const QUOTA = ['X-Quota-Limit', 'X-Quota-Remaining', 'X-Quota-Reset'];

/**
 * What `admit` answers (or refuses with) for a key with 10 requests a minute and 5 documents a month, if the read model
 * says `answer`.
 */
const asked = async (answer: Partial<Admission>, { holds = false, ageMs = 0 } = {}) => {
  const admission = {
    at: AT,
    rate: { admitted: true, count: 4, endsAt: WINDOW_END },
    lockedUntil: null,
    used: 0,
    isWhole: true,
    hasPlace: (answer.used ?? 0) < 5,
  };
  const views = {
    admit: async () => ({ ...admission, ...answer }),
    holds: async () => holds,
    giveBack: async (_keyId: string, id: string) => void givenBack.push(id),
  };
  const peppers = { of: () => Promise.reject(new Error('the key has none')) };
  const ports = { views, peppers, readModelAge: { ageMs: () => ageMs } };
  const key = { keyId: 'k', monthlyQuota: 5 };
  const applicant = { key, idempotencyKey: holds ? 'repeat' : undefined, limit: 10, jobId: 'job' };
  try {
    return await admit(ports as AdmissionPorts, applicant as Parameters<typeof admit>[1]);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

/** The jobs whose places were given back. */
const givenBack: string[] = [];
const OVER_RATE = { rate: { admitted: false, count: 11, endsAt: WINDOW_END } } as Partial<Admission>;
const LOCKED = { lockedUntil: AT + 300_000 };

const admitted = async (...request: Parameters<typeof asked>) => {
  const answer = await asked(...request);
  assert.ok(!(answer instanceof Refusal));
  return answer;
};

const refused = async (...answers: Partial<Admission>[]): Promise<Refusal> => {
  const refusal = await asked(Object.assign({}, ...answers));
  assert.ok(refusal instanceof Refusal);
  return refusal;
};

describe('admission', () => {
  it('lets a request within all three limits in, and says how much of the quota is used', async () => {
    const { quota, place } = await admitted({ used: 4 });
    assert.deepEqual([quota['X-Quota-Remaining'], place instanceof Place && place.id], ['1', 'job']);
  });

  it('refuses by the rate first, then the breaker, then the quota, which is used up at its last document', async () => {
    assert.equal((await refused(OVER_RATE, LOCKED, { used: 5 })).code, 'rate_limited');
    assert.equal((await refused(LOCKED, { used: 5 })).code, 'abuse_detected');
    assert.equal((await refused({ used: 5 })).code, 'quota_exceeded');
  });

  it('tells what is left of the minute, and when what refused ends, in whole seconds after it', async () => {
    const secondsOf = (epochMs: number) => String(Math.ceil(epochMs / 1000));
    const rate = { 'X-RateLimit-Limit': '10', 'X-RateLimit-Reset': secondsOf(WINDOW_END) };
    const none = { ...rate, 'X-RateLimit-Remaining': '0' };
    assert.deepEqual((await refused(OVER_RATE)).headers, { ...none, 'Retry-After': '41' });
    assert.deepEqual((await refused(LOCKED)).headers, { ...none, 'Retry-After': '300' });
    const { headers } = await refused({ used: 7 });
    assert.equal(headers['X-RateLimit-Remaining'], '6');
    assert.deepEqual(
      QUOTA.map(name => headers[name]),
      ['5', '0', secondsOf(MONTH_END)],
    );
    assert.equal(headers['Retry-After'], String((MONTH_END - AT) / 1000));
  });

  it('lets a repeat in although the quota is used up: it extracts nothing', async () => {
    const { quota, place } = await admitted({ used: 5 }, { holds: true });
    assert.equal(quota['X-Quota-Remaining'], '0');
    assert.ok(place instanceof Refusal && place.code === 'quota_exceeded', 'what it is told if it is none');
  });

  it('refuses by the quota what would be one document too many if all on their way succeed', async () => {
    const { code, headers } = await refused({ used: 3, hasPlace: false });
    assert.equal(code, 'quota_exceeded');
    assert.equal(headers['X-Quota-Remaining'], '2', 'of finished documents, as documented');
  });

  it('sends everybody away while the read model is not whole, or further behind than its limit', async () => {
    await assert.rejects(asked({ isWhole: false }), ViewStoreUnavailable);
    await assert.rejects(asked({}, { ageMs: READ_MODEL_LIMIT_MS + 1 }), ViewStoreUnavailable);
    await assert.rejects(asked({ used: 5, isWhole: false }, { holds: true }), ViewStoreUnavailable);
    await admitted({}, { ageMs: READ_MODEL_LIMIT_MS });
  });

  it('gives the place back where it refuses for another reason', async () => {
    givenBack.length = 0;
    await refused(LOCKED);
    await assert.rejects(asked({}, { ageMs: READ_MODEL_LIMIT_MS + 1 }), ViewStoreUnavailable);
    assert.deepEqual(givenBack, ['job', 'job']);
  });
});

describe('the standing of a key whose body is read before its request is known', () => {
  const standing = (answer: Partial<Standing>) => {
    const views = {
      standing: async () => ({ at: AT, rate: null, lockedUntil: null, inFlight: 0, ...answer }),
    };
    return checkStanding(views, { keyId: 'k' } as Parameters<typeof checkStanding>[1], 10);
  };
  const window = (count: number) => ({ rate: { count, endsAt: WINDOW_END } });

  it('lets it go on below its rate, and where it has sent nothing yet', async () => {
    await standing({});
    await standing(window(9));
  });

  it('sends it away as its request would be: by its rate first, then by the breaker', async () => {
    const reset = String(Math.ceil(WINDOW_END / 1000));
    await assert.rejects(standing({ ...window(10), ...LOCKED }), ({ code, headers }: Refusal) => {
      assert.deepEqual(
        [code, headers['X-RateLimit-Reset'], headers['Retry-After']],
        ['rate_limited', reset, '41'],
      );
      return true;
    });
    for (const rate of [{}, window(9)])
      await assert.rejects(standing({ ...rate, ...LOCKED }), ({ code, headers }: Refusal) => {
        assert.deepEqual([code, headers['Retry-After']], ['abuse_detected', '300']);
        return true;
      });
  });
});
