/**
 * A random history and its verification, in the manner of Jepsen: callers send and poll while faults happen, and
 * afterwards what callers, receivers and the log say must agree. TEXTRAIL_SOAK_SEED repeats a run's choices (not its
 * timing), TEXTRAIL_SOAK_SECONDS makes it longer.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { startOrigin } from '../support/https-origin.ts';
import { MODE, suite } from '../support/mode.ts';
import { Caller, type Traffic } from './soak/callers.ts';
import { startDistributedPrey } from './soak/distributed-prey.ts';
import { DEFERRED_FROM_BYTES } from './soak/documents.ts';
import { startEmbeddedPrey } from './soak/embedded-prey.ts';
import { comeAndGo, issueKeys } from './soak/keys.ts';
import { Ledger, type Sent } from './soak/ledger.ts';
import { Random } from './soak/random.ts';
import { startReceivers } from './soak/receivers.ts';
import { strike } from './soak/strikes.ts';
import { assertNothingLeft, closeBooks } from './soak/verdict.ts';

const SEED = Number(process.env.TEXTRAIL_SOAK_SEED ?? 1);
const SECONDS = Number(process.env.TEXTRAIL_SOAK_SECONDS ?? 15);
const CALLERS = 5;

describe(suite('a soak'), () => {
  test(`seed ${SEED}, ${SECONDS} s: the books agree`, async t => {
    const random = new Random(SEED);
    const ledger = new Ledger();
    const [origin, receivers] = await Promise.all([startOrigin(), startReceivers()]);
    const settings = {
      ...origin.settings,
      LOG_LEVEL: 'debug',
      EXTRACT_WORKERS: '2',
      OCR_LANGUAGES: 'eng',
      ASYNC_THRESHOLD_BYTES: String(DEFERRED_FROM_BYTES),
      SYNC_BUDGET_MS: '8000',
      FETCH_TIMEOUT_MS: '5000',
      WEBHOOK_BACKOFF_MS: '200,400,800',
      WEBHOOK_TIMEOUT_MS: '2000',
      WEBHOOK_SIGNING_SECRET: 'whsec_soak',
      AUTH_CACHE_SECONDS: '2',
      DRAIN_MS: '8000',
      // A document lives until its job has ended, whatever this setting says.
      SOURCE_RETENTION_SECONDS: '10',
    };
    const start = MODE === 'embedded' ? startEmbeddedPrey : startDistributedPrey;
    const closeEnds = () => Promise.all([origin.close(), receivers.close()]);
    const prey = await start(settings, ledger).catch(async error => {
      await closeEnds();
      throw error;
    });
    const ending = new AbortController();
    try {
      const keys = await issueKeys(prey);
      const name = `${SEED.toString(36)}q${(Date.now() % 46_656).toString(36)}`;
      const traffic: Traffic = { bases: prey.bases, keys, ledger, origin, receivers, name };
      receivers.onCall = call =>
        void toldTooSoon(traffic, call.nonce, String(call.headers['x-service-job-id']));
      const repeatable: Sent[] = [];
      const callers = Array.from({ length: CALLERS }, () => new Caller(traffic, random.fork(), repeatable));
      const calling = [
        ...callers.map(caller => caller.run(ending.signal)),
        comeAndGo(prey, random.fork(), ledger, ending.signal),
      ];
      const light = prey.weights();
      await strike(prey, random, ledger, SECONDS);
      ending.abort();
      await Promise.all(calling);
      await prey.heal();
      const books = { prey, ledger, keys, receivers };
      await closeBooks(books);
      t.diagnostic(JSON.stringify({ light, heavy: prey.weights() }));
      await prey.stop();
      await prey.again({ JOB_RETENTION_SECONDS: '1', SOURCE_RETENTION_SECONDS: '1' });
      await assertNothingLeft(books);
      await prey.stop();
      for (const [what, count] of [...ledger.counts].sort()) t.diagnostic(`${count} x ${what}`);
      assert.deepEqual(ledger.violations, []);
    } finally {
      // After a failure they would go on for ever although the servers are gone.
      ending.abort();
      await prey.destroy();
      await closeEnds();
    }
  });
});

/** Reports a violation if a webhook's receiver asks for its job and finds it still processing. */
async function toldTooSoon({ keys, ledger, bases }: Traffic, nonce: string, jobId: string): Promise<void> {
  const apiKey = keys.find(({ keyId }) => keyId === ledger.sent.get(nonce)?.keyId)?.apiKey;
  const answer = await new Client({ base: bases().at(-1) ?? '' }, apiKey).poll(jobId).catch(() => undefined);
  if (answer?.body?.status === 'processing' && !ledger.forgetful())
    ledger.violation(`${jobId} is processing for the receiver of its webhook`);
}
