import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey, withLog } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { finish, run } from '../support/process.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

interface Told {
  compared: number;
  not_stored: number;
  far: number;
  passed: boolean;
  worst?: string;
}

const LONG = Array.from({ length: 300 }, (_, at) => `word${at}`).join(' ');

describe(suite('documents, read again by this build'), () => {
  let service: Service;
  let key: TestKey;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'textrail-replay-'));
    service = await startService({ SOURCE_REPLAY_SECONDS: '3600' });
    key = await issueKey(service);
  });
  after(async () => {
    await service.dispose();
    rmSync(folder, { recursive: true });
  });

  test('are those still stored, held against what their callers got, and leave no trace in the log', async () => {
    for (const query of [{ format: 'json' }, { format: 'text' }, { async: 'true', format: 'json' }]) {
      const { body } = await key.client.extract({ file: page(`of ${JSON.stringify(query)}`), query });
      if (body.job_id !== undefined) await key.client.finished(body.job_id);
    }
    await key.client.extract({ file: 'no document' });
    // Leave out the topic for analysts: records that the projector derives for it may still be on their way.
    const history = () =>
      withLog(service, async log => {
        const ids: string[] = [];
        for await (const { records } of log.read(HISTORY_TOPICS))
          ids.push(...records.map(({ event }) => event.event_id));
        return ids.sort();
      });
    const before = await history();
    const [told] = (await operate(service, 'replay', '--since', '1h', '--key', key.keyId)) as Told[];
    assert.deepEqual(
      { ...told },
      { documents: 4, compared: 4, not_stored: 0, saved: 0, far: 0, passed: true },
    );
    assert.deepEqual(await history(), before);
  });

  test('are also those of a key whose documents the log knows by a pepper alone', async () => {
    const [, issued] = (await operate(service, 'keys', 'issue')) as { key_id: string; api_key: string }[];
    assert.ok(issued);
    const client = new Client(service, issued.api_key);
    await until('the key to be known', async () => (await client.poll('none')).status === 404);
    await client.text(page('under a pepper'));
    const [requested] = (await operate(service, 'audit', '--key', issued.key_id, '--since', '1h')).slice(1);
    assert.equal((requested as { sha256?: unknown } | undefined)?.sha256, null);
    const [told] = (await operate(service, 'replay', '--since', '1h', '--key', issued.key_id)) as Told[];
    assert.deepEqual([told?.compared, told?.passed], [1, true]);
  });

  test('are fewer where a sample is asked for, and none of another key', async () => {
    const [told] = (await operate(service, 'replay', '--since', '1h', '--sample', '2')) as Told[];
    assert.equal(told?.compared, 2);
    const { code, stderr } = await finish(
      ['commands/replay.ts', '--since', '1h', '--key', 'nobody'],
      service.environment,
    );
    assert.equal(code, 1);
    assert.match(stderr, /nothing was compared: no document of that time is stored any more/);
  });

  test('are a folder’s, held against what another build made of them: exit 1 past the threshold', async () => {
    const [corpus, baseline, pages] = ['corpus', 'baseline', 'pages'].map(name => join(folder, name)) as [
      string,
      string,
      string,
    ];
    mkdirSync(join(corpus, 'deep'), { recursive: true });
    writeFileSync(join(corpus, 'a.html'), page(LONG));
    writeFileSync(join(corpus, 'deep', 'b.html'), page('another'));
    const place = { ...service, environment: { DATA_DIR: join(folder, 'none'), EXTRACT_WORKERS: '1' } };
    await operate(place, 'replay', '--corpus', corpus, '--save', baseline);
    const [same] = (await operate(place, 'replay', '--corpus', corpus, '--against', baseline)) as Told[];
    assert.deepEqual([same?.compared, same?.far, same?.passed], [2, 0, true]);
    const { readdirSync } = await import('node:fs');
    for (const name of readdirSync(baseline)) {
      const path = join(baseline, name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('word7', 'word8'));
    }
    const args = ['--corpus', corpus, '--against', baseline, '--report', pages, '--least-similarity', '0.99'];
    const { code, stdout } = await finish(['commands/replay.ts', ...args], place.environment);
    assert.equal(code, 1);
    assert.match(stdout, /^html json +2 +1 +1 /m);
    assert.match(readFileSync(join(pages, 'worst.html'), 'utf8'), />a\.html</);
    assert.match(readFileSync(join(pages, 'case-001.html'), 'utf8'), /word7/);
  });

  test('go on after an interruption where they stood', async () => {
    const [corpus, baseline, pages] = ['many', 'of-many', 'pages-of-many'].map(name =>
      join(folder, name),
    ) as [string, string, string];
    mkdirSync(corpus);
    // Long enough that all documents together take seconds, so the signal comes among them.
    const text = `<p>${LONG}</p>`.repeat(200);
    for (let at = 0; at < 12; at++) writeFileSync(join(corpus, `${at}.html`), page(`${text} ${at}`));
    const environment = { DATA_DIR: join(folder, 'none'), EXTRACT_WORKERS: '1' };
    await operate({ ...service, environment }, 'replay', '--corpus', corpus, '--save', baseline);
    const args = ['commands/replay.ts', '--corpus', corpus, '--against', baseline, '--report', pages];
    const first = run([...args, '--json'], environment);
    await until('a document to be compared', async () => {
      return first.stderr().includes('"progress"') || undefined;
    });
    first.child.kill('SIGINT');
    assert.equal(await first.ended, 130, first.stderr());
    // As left by a process that was killed, or whose disk was full, in the middle of a line.
    appendFileSync(join(pages, 'compared.ndjson'), '{"name":"cut');
    const { code, stderr } = await finish(args, environment);
    assert.equal(code, 1);
    assert.match(stderr, /holds a report already: give --resume or another folder/);
    const [told] = (await operate(
      { ...service, environment },
      'replay',
      ...args.slice(1),
      '--resume',
    )) as Told[];
    assert.deepEqual([told?.compared, told?.passed], [12, true]);
    const lines = readFileSync(join(pages, 'compared.ndjson'), 'utf8').trim().split('\n');
    assert.equal(new Set(lines.map(line => JSON.parse(line).name)).size, 12);
  });
});
