/** `textrail extract` as its users run it: against the service, and by itself. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CallersBucket } from '../../platform/blob-store/s3/callers-bucket.ts';
import { S3BlobStore } from '../../platform/blob-store/s3/s3-blob-store.ts';
import { stackSettings } from '../../stack/settings.ts';
import { docx, html, page } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { inEmbedded, MODE, suite } from '../support/mode.ts';
import { finish, run } from '../support/process.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const PROGRAM = 'commands/textrail/textrail.mjs';
const FOLDER = mkdtempSync(join(tmpdir(), 'textrail-cli-'));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Makes a folder with `count` documents and one file that is none. */
function documentsIn(name: string, count: number): string {
  const folder = join(FOLDER, name);
  mkdirSync(join(folder, 'sub'), { recursive: true });
  for (let at = 0; at < count; at++) writeFileSync(join(folder, 'sub', `${at}.html`), page(`number ${at}`));
  writeFileSync(join(folder, 'none.bin'), 'these bytes are no document');
  return folder;
}

const STORES = [
  ['MinIO', 'S3_ENDPOINT'],
  ['versitygw', 'S3_SECOND_ENDPOINT'],
] as const;

describe(suite('the command line against a service'), () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.dispose());

  const environment = (apiKey: string) => ({ TEXTRAIL_URL: service.base, TEXTRAIL_API_KEY: apiKey });

  test('reads a folder, and again for nothing: the same documents are the same jobs', async () => {
    const { apiKey, client } = await issueKey(service, { quota: 100 });
    const folder = documentsIn('twice', 3);
    const outs = ['first', 'second'].map(name => join(FOLDER, name));
    for (const out of outs) {
      const { code, stderr } = await finish([PROGRAM, 'extract', folder, '--out', out], environment(apiKey));
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^not read: .*none\.bin: unsupported_format: /m);
      assert.deepEqual(readdirSync(join(out, 'sub')), ['0.html.txt', '1.html.txt', '2.html.txt']);
      assert.equal(readFileSync(join(out, 'sub/1.html.txt'), 'utf8'), 'Page\n\nnumber 1\n');
    }
    const { headers } = await client.extract({ file: page('one more') });
    assert.equal(headers.get('x-quota-remaining'), '96', 'three of the folder, once, and this one');
  });

  test('a run that was killed goes on where it was', async () => {
    const { apiKey } = await issueKey(service);
    const folder = documentsIn('killed', 12);
    const out = join(FOLDER, 'went-on');
    const args = [PROGRAM, 'extract', folder, '--out', out, '--resume', '--jobs', '1'];
    const first = run(args, environment(apiKey));
    await until('something to be written', async () => first.stderr().includes('read ') || undefined);
    first.child.kill('SIGKILL');
    await first.ended;
    const { code, stderr } = await finish(args, environment(apiKey));
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^\d+ were written before$/m);
    assert.equal(readdirSync(join(out, 'sub')).filter(name => name.endsWith('.txt')).length, 12);
  });

  test('standard input is read, and a document of any format comes as Markdown', async () => {
    const { apiKey } = await issueKey(service);
    const path = join(FOLDER, 'report.docx');
    writeFileSync(path, docx({ heading: 'Costs', paragraph: 'Low.' }));
    const { code, stdout } = await finish([PROGRAM, 'extract', '--markdown', path], environment(apiKey));
    assert.deepEqual([code, stdout], [0, '# Costs\n\nLow.\n']);
  });

  test('a key that is refused stops the run', async () => {
    const path = join(FOLDER, 'a.html');
    writeFileSync(path, html());
    const { code, stderr } = await finish([PROGRAM, 'extract', path], environment('dk_no_key'));
    assert.equal(code, 3);
    assert.match(stderr, /stopped: unauthorized/);
  });

  test('a key whose quota is used up stops the run and says so', async () => {
    const { apiKey } = await issueKey(service, { quota: 1 });
    const folder = documentsIn('quota', 3);
    const out = join(FOLDER, 'quota-out');
    const args = [PROGRAM, 'extract', join(folder, 'sub'), '--out', out, '--jobs', '1'];
    const { code, stderr } = await finish(args, environment(apiKey));
    assert.equal(code, 3, stderr);
    assert.match(stderr, /stopped: quota_exceeded: .*; 2 of 3 documents are left/);
  });

  // The store that most people have, and one that is still maintained; the embedded mode starts neither.
  for (const [store, name] of MODE === 'distributed' ? STORES : [])
    test(`a bucket of ${store} is read into another place, and goes on where it was`, async () => {
      const { S3_ACCESS_KEY = '', S3_SECRET_KEY = '', [name]: endpoint = '' } = stackSettings();
      const { apiKey, client } = await issueKey(service, { quota: 100 });
      const bucketName = `documents-${randomUUID()}`;
      const options = { endpoint, region: 'us-east-1', accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY };
      await S3BlobStore.open({ ...options, bucket: bucketName });
      const bucket = new CallersBucket({ ...options, sessionToken: undefined, bucket: bucketName });
      for (const key of ['in/a.html', 'in/sub/ü b.html'])
        await bucket.put(key, Buffer.from(page(key)), 'text/html');
      const settings = {
        ...environment(apiKey),
        AWS_ENDPOINT_URL: endpoint,
        AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
        AWS_SECRET_ACCESS_KEY: S3_SECRET_KEY,
      };
      const [from, to] = [`s3://${bucketName}/in`, `s3://${bucketName}/out`];
      const args = [PROGRAM, 'extract', from, '--to', to, '--resume'];
      const first = await finish(args, settings);
      assert.equal(first.code, 0, first.stderr);
      assert.equal((await bucket.read('out/sub/ü b.html.txt')).toString(), 'Page\n\nin/sub/ü b.html\n');
      await bucket.put('in/none.bin', Buffer.from('these bytes are no document'), 'text/plain');
      const second = await finish(args, settings);
      assert.equal(second.code, 1, second.stderr);
      assert.match(second.stderr, /^2 were written before\nnot read: s3:\/\/.*none\.bin: unsupported_format/);
      assert.equal((await bucket.list('out/')).length, 2);
      const { headers } = await client.extract({ file: page('one more') });
      assert.equal(headers.get('x-quota-remaining'), '97');
      const wrong = await finish(args, { ...settings, AWS_SECRET_ACCESS_KEY: 'another' });
      assert.equal(wrong.code, 3, wrong.stderr);
      assert.match(wrong.stderr, /^textrail: listing: /);
    });
});

// These tests need no service, so one mode is enough.
inEmbedded(() => {
  describe('the command line by itself', () => {
    test('reads documents in its own workers and leaves nothing behind', async () => {
      const folder = documentsIn('alone', 2);
      const home = join(FOLDER, 'home');
      mkdirSync(home);
      const { code, stdout, stderr } = await finish([PROGRAM, 'extract', folder, '--json'], {
        DATA_DIR: join(home, 'data'),
      });
      assert.equal(code, 1, stderr);
      const lines = stdout
        .trim()
        .split('\n')
        .map(line => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ status, error }) => error?.code ?? status),
        ['unsupported_format', 'success', 'success'],
      );
      assert.deepEqual(readdirSync(home), []);
    });

    test('addresses that the service refuses are refused here', async () => {
      const { code, stderr } = await finish([PROGRAM, 'extract', '--url', 'https://127.0.0.1/'], {});
      assert.equal(code, 1);
      assert.match(stderr, /^not read: https:\/\/127\.0\.0\.1\/: fetch_failed/m);
    });

    test('an interrupt ends it at once, and its workers with it', async () => {
      const folder = documentsIn('interrupted', 40);
      const running = run([PROGRAM, 'extract', folder, '--out', join(FOLDER, 'cut'), '--jobs', '1'], {});
      await until('the first document', async () => running.stderr().includes('read ') || undefined);
      running.child.kill('SIGINT');
      assert.equal(await running.ended, 130);
    });

    test('wrong use shows the usage', async () => {
      const { code, stderr } = await finish([PROGRAM, 'extract', '--json', '--text', '-'], {});
      assert.equal(code, 2);
      assert.match(stderr, /^usage: textrail extract/m);
    });
  });
});
