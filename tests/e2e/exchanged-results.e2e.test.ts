import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BlobKey } from '../../platform/blob-store/blob-store.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { suite } from '../support/mode.ts';
import { remains, withBlobs } from '../support/remains.ts';
import { operate, type Service, startService } from '../support/service.ts';

describe(suite('results that are exchanged where they are kept'), () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.dispose());

  test('are answered to nobody, while the others are, and those of another job count as exchanged', async () => {
    // Issue the key by the command, which makes the pepper that proves a key's results.
    const [issued] = (await operate(service, 'keys', 'issue')).slice(-1) as [{ api_key: string }];
    const client = new Client(service, issued.api_key);
    const words = { mine: 'pay 100', others: 'pay 900', large: 'word '.repeat(20_000) };
    const ids: Record<string, string> = {};
    for (const [name, text] of Object.entries(words)) {
      const jobId = await client.accepted({ file: page(text), query: { async: 'true' } });
      assert.equal((await client.finished(jobId)).status, 200);
      ids[name] = jobId;
    }
    const names = (await remains(service, 'result')) as BlobKey[];
    const nameOf = (job: string): BlobKey =>
      names.find(name => name.includes(ids[job] ?? '-')) ?? assert.fail(`no result of ${job}`);
    await service.stop();
    const kept = new Map<BlobKey, Buffer>();
    await withBlobs(service, async blobs => {
      for (const [job, changed] of [
        ['mine', (await blobs.read(nameOf('others'), 1_000_000)).toString()],
        ['large', (await blobs.read(nameOf('large'), 1_000_000)).toString().replace('word', 'sword')],
      ] as const) {
        kept.set(nameOf(job), await blobs.read(nameOf(job), 1_000_000));
        await blobs.put({ key: nameOf(job), bytes: Buffer.from(changed) });
      }
    });
    service = await service.again();
    const asked = (job: string) => new Client(service, issued.api_key).poll(ids[job] ?? '');
    for (const job of ['mine', 'large']) assert.equal((await asked(job)).status, 503, job);
    assert.equal((await asked('others')).status, 200);
    const { text: metrics } = await new Client(service, issued.api_key).send('/metrics');
    assert.match(metrics, /^textrail_unreadable_blobs_total\{prefix="result"\} 2$/m);
    await withBlobs(service, async blobs => {
      for (const [key, bytes] of kept) await blobs.put({ key, bytes });
    });
    for (const job of ['mine', 'large']) assert.equal((await asked(job)).status, 200, job);
  });
});
