/** Opens what an earlier version has left in a data folder, or in topics and buckets, and goes on with it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { FOLD_VERSION } from '../../core/fold-version.ts';
import { KEPT, KEPT_SETTINGS, keptFolder, restoreToServers } from '../kept/kept-data.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { MODE, suite } from '../support/mode.ts';
import { finish } from '../support/process.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { stampReadModel } from '../support/wrong-read-model.ts';

let service: Service;
let client: Client;
before(async () => {
  if (MODE === 'embedded') service = await startService({ ...KEPT_SETTINGS, DATA_DIR: keptFolder() });
  else {
    const suffix = randomBytes(4).toString('hex');
    const names = { S3_BUCKET: `textrail-kept-${suffix}`, KAFKA_TOPIC_PREFIX: `kept-${suffix}.` };
    const own = { ...KEPT_SETTINGS, ...names, REDIS_PREFIX: `kept-${suffix}:` };
    await restoreToServers({
      ...(process.env as Record<string, string>),
      ...own,
      WEBHOOK_SIGNING_SECRET: 'x',
    });
    service = await startService(own);
  }
  client = new Client(service, KEPT.apiKey);
});
after(() => service.dispose());

describe(suite('what an earlier version has left'), () => {
  test('is served: its key, its jobs as they ended, and the month as it was metered', async () => {
    const job = await client.poll(KEPT.jobId);
    assert.equal(job.body.extracted_text, 'Page\n\na job of the version before');
    assert.equal((await client.poll(KEPT.failedJobId)).body.error.code, 'unsupported_format');
    const [shown] = await operate(service, 'keys', 'show', KEPT.keyId);
    assert.equal((shown as { plan?: string }).plan, 'free');
  });

  test('has a read model of an earlier fold: one process builds it anew by itself, an operator of several is told to', async () => {
    const check = () => finish(['commands/rebuild.ts', '--check'], service.environment);
    if (MODE === 'embedded') {
      assert.match(service.log(), /made by another fold: it is built anew beside it/);
      await until('the read model to be built anew', async () => (await check()).code === 0);
    } else {
      await stampReadModel(service, 1);
      const { code, stdout } = await check();
      assert.equal(code, 1);
      const note = 'the read model was made by another fold: run rebuild';
      assert.deepEqual(JSON.parse(stdout), {
        checked: false,
        fold: FOLD_VERSION,
        of_the_read_model: 1,
        note,
      });
      await operate(service, 'rebuild');
      assert.equal((await check()).code, 0);
    }
  });

  test('keeps its Idempotency-Keys: a repeat meets the job of then, and another document is refused', async () => {
    const query = { async: 'true', webhook_url: KEPT.webhookUrl };
    const asked = { query, headers: { 'idempotency-key': 'kept' } };
    const repeat = await client.extract({ ...asked, file: KEPT.document });
    assert.deepEqual([repeat.status, repeat.body.job_id], [202, KEPT.jobId]);
    const other = await client.extract({ ...asked, file: page('another') });
    assert.deepEqual([other.status, other.body.error.code], [400, 'bad_request']);
  });

  test('goes on: documents are read, keys are changed, and its history is told', async () => {
    assert.match(await client.text(page('by this version')), /by this version/);
    await operate(service, 'keys', 'change', KEPT.keyId, '--account', 'kept');
    const history = (await operate(service, 'audit', KEPT.jobId)) as { type?: string }[];
    const types = new Set(history.map(({ type }) => type));
    for (const type of ['ExtractRequested', 'ExtractCompleted', 'WebhookAttempted', 'WebhookDelivered'])
      assert.ok(types.has(type), type);
    // Extractors without positions may read the request again before the read model knows the job's end. The first end
    // counts.
    assert.equal((await client.poll(KEPT.jobId)).status, 200);
  });

  test('is rebuilt from its records, and erased like any other', async () => {
    await operate(service, 'rebuild');
    assert.equal((await client.poll(KEPT.jobId)).status, 200);
    await operate(service, 'erase', KEPT.jobId, '--yes');
    assert.equal((await client.poll(KEPT.jobId)).status, 404);
    assert.equal((await client.poll(KEPT.failedJobId)).status, 415);
  });
});
