/** House rules 1 to 3: nothing accepted is lost, each job ends once and is metered once, whenever the service dies. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { html, page } from '../support/documents.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { MODE, suite } from '../support/mode.ts';
import { textPdf } from '../support/pdf-documents.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';
import { assertAccounts, deliveriesOver, everyEvent } from './accounting.ts';
import { Random } from './soak/random.ts';

/** TEXTRAIL_KILL_SEED repeats a run's random choices, not its timing. */
const SEED = Number(process.env.TEXTRAIL_KILL_SEED ?? 1);
const random = new Random(SEED);

/** On two cores the four processes of the distributed service take some four seconds to start again, a single process two. */
const KILLS = Number(process.env.TEXTRAIL_TEST_KILLS ?? (MODE === 'distributed' ? 10 : 30));
const QUOTA = 1_000_000;
/** A life begins when the service is ready and ends after a random part of this time, with work under way. */
const LONGEST_LIFE_MS = 500;
const CALLERS = 6;
/** Characters of the service's log that are shown with an error. */
const LOG_SHOWN_CHARACTERS = 4_000;

describe(suite('kill -9 at random moments'), () => {
  test(`${KILLS} kills with mixed jobs in flight lose nothing, end each job once and meter each once`, async () => {
    const origin = await startOrigin();
    const receiver = await startReceiver();
    let service = await startService({ ...origin.settings, WEBHOOK_BACKOFF_MS: '100,100,100' });
    try {
      origin.serve('/page', page('fetched'));
      const key = await issueKey(service, { quota: QUOTA });
      const promised: string[] = [];
      const hooked: string[] = [];
      /** Epoch ms. */
      const killedAt: number[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const life = new AbortController();
        const callers = Array.from({ length: CALLERS }, (_, at) =>
          call(service, key, { origin, receiver, promised, hooked, seed: kill * CALLERS + at }, life.signal),
        );
        // On a busy machine nothing may be accepted within a short life, so every second life, and the last, waits for
        // it.
        if ((KILLS - kill) % 2 === 1)
          await until('jobs to be accepted', async () => promised.length > kill || undefined);
        await sleep(random.next() * LONGEST_LIFE_MS);
        await service.kill();
        killedAt.push(Date.now());
        life.abort();
        await Promise.all(callers);
        service = await service.again();
      }
      assert.ok(promised.length >= KILLS, `only ${promised.length} jobs were accepted`);
      key.client = new Client(service, key.apiKey);
      const showLog = (error: unknown) => Promise.reject(withLogOf(service, error));
      await assertAccounts(service, key, promised, QUOTA).catch(showLog);
      await assertDeliveries(service, receiver, { hooked, killedAt }).catch(showLog);
    } finally {
      await service.dispose();
      await Promise.all([origin.close(), receiver.close()]);
    }
  });
});

interface Mix {
  origin: Origin;
  receiver: Receiver;
  /** Jobs whose acceptance reached the caller. */
  promised: string[];
  hooked: string[];
  seed: number;
}

/** A caller who sends one request after the other until the service dies. */
async function call(service: Service, key: TestKey, mix: Mix, signal: AbortSignal): Promise<void> {
  const client = new Client(service, key.apiKey);
  for (let turn = mix.seed; !signal.aborted; turn++) {
    try {
      await request(client, turn, mix);
    } catch (error) {
      // The kill broke the connection, so nothing was promised. Any other error is a finding.
      if (!(error instanceof TypeError)) throw withLogOf(service, error);
      return;
    }
  }
}

const withLogOf = (service: Service, error: unknown): Error =>
  new Error(`${String(error)}\n${service.log().slice(-LOG_SHOWN_CHARACTERS)}`, { cause: error });

async function request(
  client: Client,
  turn: number,
  { origin, receiver, promised, hooked }: Mix,
): Promise<void> {
  const text = `document ${turn}`;
  switch (turn % 6) {
    case 0:
      promised.push(await client.accepted({ file: page(text) }));
      return;
    case 1:
      promised.push(await client.accepted({ file: textPdf(text) }));
      return;
    case 2:
      promised.push(await client.accepted({ query: { url: origin.url('/page') } }));
      return;
    case 3: {
      const jobId = await client.accepted({
        file: page(text),
        query: { webhook_url: receiver.url('/hook') },
      });
      promised.push(jobId);
      hooked.push(jobId);
      return;
    }
    case 4:
      promised.push(await client.accepted({ file: Buffer.concat([page(text), Buffer.alloc(300_000, ' ')]) }));
      return;
    default: {
      const answer = await client.extract({ file: html() });
      assert.equal(answer.status, 200, answer.text);
    }
  }
}

/** Asserts house rule 7, and that no crash lost a delivery. */
async function assertDeliveries(
  service: Service,
  receiver: Receiver,
  { hooked, killedAt }: { hooked: readonly string[]; killedAt: readonly number[] },
): Promise<void> {
  const delivered = () =>
    new Set(receiver.at('/hook').map(({ headers }) => String(headers['x-service-job-id'])));
  const isOver = async () => {
    const over = deliveriesOver(await everyEvent(service));
    return hooked.every(jobId => over.has(jobId));
  };
  await until('every delivery to be over', isOver, 30_000);
  const attempts = Map.groupBy(
    (await everyEvent(service)).filter(event => event.type === 'WebhookAttempted'),
    ({ job_id }) => job_id,
  );
  assert.ok([...attempts.values()].every(({ length }) => length <= 4));
  // An attempt is recorded before it is made, so only four crashes in four attempts may use them up without a delivery.
  const missing = hooked.filter(jobId => !delivered().has(jobId));
  const lost = missing.filter(jobId => {
    const times = (attempts.get(jobId) ?? []).map(({ at }) => at);
    const crashes = times.map((at, n) => killedAt.find(time => time >= at && time <= (times[n + 1] ?? time)));
    return crashes.length !== 4 || crashes.includes(undefined);
  });
  const why = (await everyEvent(service)).filter(
    event => 'job_id' in event && missing.includes(event.job_id),
  );
  assert.deepEqual(lost, [], JSON.stringify({ why, killedAt }));
}
