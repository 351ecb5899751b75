import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { BlobMissing, BlobRefused } from '../../platform/blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { RecordedEvent } from '../../platform/event-log/event-log.ts';
import { readSettings } from '../../platform/settings.ts';
import { type Event, topicOf } from '../../schemas/events.ts';
import { foldedJob, KeyFold } from './as-of.ts';
import { lineOf, story } from './story.ts';
import { timeline } from './timeline.ts';
import { differences } from './verify.ts';

const { ExtractRequested, ExtractCompleted, ExtractFailed, WebhookAttempted, ApiKeyIssued } = EXAMPLE_EVENTS;

function recorded(event: Event, offset: number): RecordedEvent {
  return { event, topic: topicOf(event), partition: 3, offset, traceparent: undefined };
}

const lateFailure = { ...ExtractFailed, event_id: 'late', at: ExtractCompleted.at - 50 };
/** In the order in which a cluster returns records: topic by topic. */
const RACE = [
  recorded(ExtractCompleted, 7),
  recorded(lateFailure, 9),
  recorded(ExtractRequested, 4),
  recorded(WebhookAttempted, 1),
];

describe('the story of a job', () => {
  test('is told by time, with the place of each record', () => {
    const lines = story(RACE).map(lineOf) as { type: string; topic: string; offset: number }[];
    assert.deepEqual(
      lines.map(({ type, topic, offset }) => [type, topic, offset]),
      [
        ['ExtractRequested', 'requests-interactive', 4],
        ['ExtractFailed', 'outcomes', 9],
        ['ExtractCompleted', 'outcomes', 7],
        ['WebhookAttempted', 'webhooks', 1],
      ],
    );
  });

  test('tells an end behind its request and a delivery behind the end, whichever machine’s clock is ahead', () => {
    for (const aheadMs of [0, 3, 600_000]) {
      const { at } = ExtractRequested;
      const ended = { ...ExtractCompleted, at: at - aheadMs };
      const called = { ...WebhookAttempted, at: at - 2 * aheadMs };
      const told = story([recorded(ended, 7), recorded(called, 1), recorded(ExtractRequested, 4)]);
      assert.deepEqual(
        told.map(({ record }) => record.event.type),
        ['ExtractRequested', 'ExtractCompleted', 'WebhookAttempted'],
      );
    }
  });

  test('names the end that won by its place in the log, whatever its time, and says why', () => {
    const verdicts = new Map(story(RACE).map(({ record, verdict }) => [record.event.type, verdict]));
    assert.deepEqual(verdicts.get('ExtractCompleted'), {
      won: true,
      because: 'the first end of the job in the log',
    });
    assert.deepEqual(verdicts.get('ExtractFailed'), {
      won: false,
      because: 'the job had ended at outcomes/3 offset 7',
    });
    assert.equal(verdicts.get('ExtractRequested'), undefined);
  });

  test('names repeats, and attempts that another sender had taken', () => {
    const rival = { ...WebhookAttempted, event_id: 'rival' };
    const records = [...RACE, recorded(ExtractCompleted, 8), recorded(rival, 2)];
    const lost = story(records).filter(({ verdict }) => verdict?.won === false);
    assert.deepEqual(
      lost.map(({ verdict }) => verdict?.because),
      [
        'the job had ended at outcomes/3 offset 7',
        'the same event stands at outcomes/3 offset 7',
        'attempt 1 was taken at webhooks/3 offset 1',
      ],
    );
  });

  test('shows no hash of a key’s secret', () => {
    const [told] = story([recorded(ApiKeyIssued, 0)]);
    assert.ok(told && !JSON.stringify(lineOf(told)).includes(ApiKeyIssued.secret_sha256));
  });

  test('is a page without a script or an address to load, whatever stands in its events', () => {
    const evil = { ...ExtractFailed, code: `</dd><script src="https://x/y">'&` };
    const text = timeline('Job <1>', 'Two & three', story([recorded(evil, 1), recorded(ApiKeyIssued, 2)]));
    assert.ok(!/<script|https?:|<link|<img/i.test(text.replaceAll(/&lt;script src=&quot;https:/g, '')));
    assert.match(text, /&lt;\/dd&gt;&lt;script src=&quot;https:\/\/x\/y&quot;&gt;&#39;&amp;/);
    assert.match(text, /<title>Job &lt;1&gt;<\/title>/);
    assert.match(text, /default-src 'none'/);
    assert.match(text, /Counts: the first end of the job in the log/);
  });
});

describe('a key at a moment', () => {
  test('has what was used of the month by then, whichever ends came later', () => {
    const fold = new KeyFold(ExtractCompleted.at);
    for (const record of [recorded(ApiKeyIssued, 0), ...RACE]) fold.add(record);
    const { key, month, used, jobs } = fold.state();
    assert.deepEqual([key?.name, month, used], ['billing', '2026-11', 1]);
    assert.deepEqual(jobs, { processing: 0, completed: 1, failed: 0 });
    assert.ok(!JSON.stringify(fold.state()).includes(ApiKeyIssued.secret_sha256));
  });
});

describe('what is served, held against the log', () => {
  const settings = readSettings({}, false);
  const told = story(RACE);
  const folded = foldedJob(told);
  const now = ExtractCompleted.at + 7_200_000;
  const blobs = (sizes: Record<string, number>) => ({
    stream: async (key: string) => {
      const bytes = sizes[key];
      if (bytes === undefined) throw new BlobMissing();
      return { bytes, pieces: Readable.from([]) };
    },
  });
  const whole = { [ExtractCompleted.result_blob]: ExtractCompleted.result_bytes };

  test('is the same', async () => {
    assert.equal(folded?.status, 'completed');
    assert.deepEqual(
      await differences(told, folded, { job: folded, blobs: blobs(whole), settings }, now),
      [],
    );
  });

  test('differs in each field of the state that another fold made', async () => {
    const job = folded && { ...folded, status: 'failed' as const, code: 'timeout' };
    assert.deepEqual(await differences(told, folded, { job, blobs: blobs(whole), settings }, now), [
      'status: the log says "completed", the read model "failed"',
      'code: the log says null, the read model "timeout"',
    ]);
    assert.deepEqual(
      await differences(told, folded, { job: undefined, blobs: blobs(whole), settings }, now),
      ['the log says that the job is completed; the read model does not know it'],
    );
  });

  test('differs where a result is missing or cut, and where a document was left', async () => {
    const found = async (sizes: Record<string, number>) =>
      differences(told, folded, { job: folded, blobs: blobs(sizes), settings }, now);
    assert.deepEqual(await found({}), [`${ExtractCompleted.result_blob} is missing`]);
    assert.deepEqual(await found({ [ExtractCompleted.result_blob]: 1 }), [
      `${ExtractCompleted.result_blob} has 1 bytes, and 9845 by the log`,
    ]);
    assert.deepEqual(await found({ ...whole, [ExtractRequested.source_blob ?? '']: 1 }), [
      `the document of the ended job is still stored: ${ExtractRequested.source_blob}`,
    ]);
  });

  test('differs where a document that is still to be read is missing, be it uploaded or written by a job', async () => {
    const { ExtractDeferred } = EXAMPLE_EVENTS;
    for (const event of [ExtractRequested, ExtractDeferred]) {
      const waiting = story([recorded(event, 4)]);
      const job = foldedJob(waiting);
      const found = await differences(waiting, job, { job, blobs: blobs({}), settings }, event.at + 1_000);
      assert.deepEqual(found, [`${event.source_blob} is missing`]);
    }
  });

  test('differs where anything of an erased job is still stored', async () => {
    const erased = story([...RACE, recorded(EXAMPLE_EVENTS.JobErased, 11)]);
    const job = foldedJob(erased);
    const found = (sizes: Record<string, number>) =>
      differences(erased, job, { job, blobs: blobs(sizes), settings }, now);
    assert.deepEqual(await found({}), []);
    const names = [ExtractRequested.source_blob ?? '', ExtractCompleted.result_blob];
    const left = await found(Object.fromEntries(names.map(name => [name, 1])));
    assert.deepEqual(
      left.toSorted(),
      names.map(name => `the job was erased, and ${name} is still stored`).toSorted(),
    );
  });

  test('differs where a document was left that its store cannot read either', async () => {
    const stream = async (key: string) => {
      if (key === ExtractRequested.source_blob) throw new BlobRefused('Damaged');
      return blobs(whole).stream(key);
    };
    assert.deepEqual(await differences(told, folded, { job: folded, blobs: { stream }, settings }, now), [
      `the document of the ended job is still stored: ${ExtractRequested.source_blob}`,
    ]);
  });

  test('tells of a result that its store cannot read, be that known at once or at its last piece', async () => {
    async function* damaged() {
      yield Buffer.from('{');
      throw new BlobRefused('Damaged');
    }
    const served = (result: () => Promise<{ bytes: number; pieces: Readable }>) => {
      const stream = (key: string) =>
        key === ExtractCompleted.result_blob ? result() : Promise.reject(new BlobMissing());
      return differences(told, folded, { job: folded, blobs: { stream }, settings }, now);
    };
    const found = [`${ExtractCompleted.result_blob} cannot be read: Damaged`];
    const bytes = ExtractCompleted.result_bytes;
    assert.deepEqual(await served(async () => ({ bytes, pieces: Readable.from(damaged()) })), found);
    assert.deepEqual(await served(() => Promise.reject(new BlobRefused('Damaged'))), found);
  });

  test('is nobody’s business once the job has expired', async () => {
    const later = now + settings.JOB_RETENTION_SECONDS * 1000;
    assert.deepEqual(
      await differences(told, folded, { job: undefined, blobs: blobs({}), settings }, later),
      [],
    );
  });
});
