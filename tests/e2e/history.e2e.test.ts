import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../platform/ids.ts';
import type { ExtractFailed } from '../../schemas/events.ts';
import { page } from '../support/documents.ts';
import { issueKey, type TestKey, withLog } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { finish, run } from '../support/process.ts';
import { withBlobs } from '../support/remains.ts';
import { operate, type Service, startService } from '../support/service.ts';
import { addUsedDocuments } from '../support/wrong-read-model.ts';

interface Line {
  type: string;
  job_id: string;
  key_id: string;
  at: string;
  topic: string;
  partition: number;
  offset: number;
  won?: boolean;
  because?: string;
}

describe(suite('what the log is asked'), () => {
  let service: Service;
  let key: TestKey;
  let folder: string;
  let jobId: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'textrail-history-'));
    service = await startService();
    key = await issueKey(service, { name: 'Ann' });
    jobId = await key.client.accepted({ file: page('of the history') });
    await key.client.finished(jobId);
  });
  after(async () => {
    await service.dispose();
    rmSync(folder, { recursive: true });
  });

  const audit = async (...args: string[]) => (await operate(service, 'audit', ...args)) as Line[];

  test('a job is told with the place of each of its records, and which end won', async () => {
    const lines = await audit(jobId);
    assert.deepEqual(
      lines.map(({ type, topic, won }) => [type, topic, won]),
      [
        ['ExtractRequested', 'requests-bulk', undefined],
        ['ExtractCompleted', 'outcomes', true],
      ],
    );
    for (const { partition, offset } of lines) assert.ok(partition >= 0 && offset >= 0);
  });

  test('an end that came too late is told as one that changes nothing', async () => {
    const raced = await key.client.accepted({ file: page('raced for') });
    await key.client.finished(raced);
    const at = Date.now();
    const late: ExtractFailed = {
      type: 'ExtractFailed',
      event_id: newId(at),
      at,
      job_id: raced,
      key_id: key.keyId,
      code: 'timeout',
      abusive: false,
      content_type: null,
      bytes: null,
      source_blob: null,
      request_blob: null,
      webhook: false,
      requested_at: at,
      duration_ms: 1,
      build: null,
    };
    await withLog(service, log => log.append([late]));
    const lost = (await audit(raced)).find(({ type }) => type === 'ExtractFailed');
    assert.equal(lost?.won, false);
    assert.match(lost?.because ?? '', /^the job had ended at outcomes\/\d offset \d+$/);
    assert.deepEqual(await audit(raced, '--verify'), [{ job_id: raced, verified: true, events: 3 }]);
  });

  test('a key’s events are told, its own among them, within a time', async () => {
    const told = await audit('--key', key.keyId, '--since', '1h');
    assert.equal(told[0]?.type, 'ApiKeyIssued');
    assert.ok(told.some(line => line.job_id === jobId && line.type === 'ExtractCompleted'));
    assert.ok(told.every(line => line.key_id === key.keyId));
    assert.deepEqual(await audit('--key', key.keyId, '--until', '1h'), []);
    assert.ok((await audit('--since', '1h')).length >= told.length);
  });

  test('a job and a key are shown as they were at a moment', async () => {
    const [requested, completed] = await audit(jobId);
    const stateAt = async (at = '') => {
      const [line] = await operate(service, 'audit', jobId, '--as-of', at);
      return line as { state: { status: string; finishedAt: number | null } | null };
    };
    const before = new Date(Date.parse(requested?.at ?? '') - 1).toISOString();
    assert.equal((await stateAt(before)).state, null);
    assert.equal((await stateAt(requested?.at)).state?.status, 'processing');
    assert.equal((await stateAt(completed?.at)).state?.status, 'completed');
    const [then] = await operate(service, 'audit', '--key', key.keyId, '--as-of', completed?.at ?? '');
    const { key: known, used, jobs } = then as { key: { name: string }; used: number; jobs: object };
    assert.deepEqual([known.name, used, jobs], ['Ann', 1, { processing: 0, completed: 1, failed: 0 }]);
  });

  test('what is served of a job is held against the log', async () => {
    assert.deepEqual(await audit(jobId, '--verify'), [{ job_id: jobId, verified: true, events: 2 }]);
  });

  test('a result that is gone is told, with exit code 1', async () => {
    const broken = await key.client.accepted({ file: page('whose result is lost') });
    await key.client.finished(broken);
    const [, completed] = (await audit(broken)) as (Line & { result_blob: `result/${string}` })[];
    assert.ok(completed);
    await withBlobs(service, blobs => blobs.delete([completed.result_blob]));
    const { code, stdout } = await finish(['commands/audit.ts', broken, '--verify'], service.environment);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), {
      job_id: broken,
      verified: false,
      differences: [`${completed.result_blob} is missing`],
    });
  });

  test('a command whose reader has gone ends quietly', async () => {
    for (const args of [
      ['audit', '--since', '1h'],
      ['keys', 'list'],
      ['rebuild', '--check'],
    ]) {
      const running = run([`commands/${args[0]}.ts`, ...args.slice(1)], service.environment);
      running.child.stdout?.destroy();
      assert.equal(await running.ended, 141, args.join(' '));
      assert.equal(running.stderr(), '');
    }
  });

  test('a page of a job can be read alone, by its owner only', async () => {
    const path = join(folder, 'job.html');
    await operate(service, 'audit', jobId, '--html', path);
    const text = readFileSync(path, 'utf8');
    assert.match(text, new RegExp(`<title>Job ${jobId}</title>`));
    assert.match(text, /Counts: the first end of the job in the log/);
    assert.ok(!/<script|src=|href=/.test(text));
    assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test('a question that means nothing, and a job that nobody asked for, are one line and exit code 1', async () => {
    for (const args of [
      [],
      ['--verify'],
      [jobId, '--key', key.keyId],
      [jobId, '--as-of', '1h', '--verify'],
      [jobId, '--as-of', '2026-11-22T10:00:00'],
      [newId()],
    ]) {
      const { code, stderr } = await finish(['commands/audit.ts', ...args], service.environment);
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, /^audit: .*\n$/);
    }
  });

  test('a key that nobody issued is said to be none; one without events of that time has none to show', async () => {
    const asked = (keyId: string) =>
      finish(['commands/audit.ts', '--key', keyId, '--until', '1970-01-02'], service.environment);
    const mistyped = await asked('0123456789abcdef');
    assert.deepEqual([mistyped.code, mistyped.stderr], [1, 'audit: the log knows no key 0123456789abcdef\n']);
    const quiet = await asked(key.keyId);
    assert.deepEqual([quiet.code, quiet.stdout, quiet.stderr], [0, '', '']);
  });

  test('the live read model is compared with a fold of the whole log, and left alone', async () => {
    const [same] = (await operate(service, 'rebuild', '--check')) as { events: number }[];
    assert.ok(same && same.events > 0);
    assert.deepEqual(same, { checked: true, events: same.events, differences: 0, unsettled: 0 });
    await addUsedDocuments(service);
    const { code, stdout } = await finish(['commands/rebuild.ts', '--check'], service.environment);
    assert.equal(code, 1, stdout);
    const [difference, sum] = stdout.split('\n').map(line => (line === '' ? {} : JSON.parse(line)));
    assert.match(difference.entry, new RegExp(`^quota ${key.keyId}`));
    assert.notEqual(difference.live, difference.folded);
    assert.equal(sum.differences, 1);
    await operate(service, 'rebuild');
    const [mended] = (await operate(service, 'rebuild', '--check')) as { differences: number }[];
    assert.equal(mended?.differences, 0);
  });
});
