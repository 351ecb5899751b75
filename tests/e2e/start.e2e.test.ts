import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { html } from '../support/documents.ts';
import { freeBlock } from '../support/free-ports.ts';
import { inEmbedded, inOneMode, suite } from '../support/mode.ts';
import { fileBody } from '../support/multipart.ts';
import { finish, run } from '../support/process.ts';
import { execute } from '../support/python.ts';
import { NO_SERVERS, ROLES, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const readiness = async (answer: Response) => (await answer.json()) as { problems: string[] };

describe(suite('the start'), () => {
  inOneMode(() => {
    const mistakes: [name: string, value: string][] = [
      ['PORT', 'eighty'],
      ['PORT', '-1'],
      ['PORT', '70000'],
      ['LOG_LEVEL', 'loud'],
      ['RATE_LIMIT_PER_MINUTE', '0'],
      ['MAX_UPLOAD_BYTES', '10MB'],
      ['EGRESS_ALLOW', '10.0.0.0'],
      ['EGRESS_ALLOW', '300.0.0.0/8'],
      ['WEBHOOK_BACKOFF_MS', '1,2,3,4'],
      ['WEBHOOK_BACKOFF_MS', '1,x'],
      ['WORKER_MEMORY_MB', '1'],
      ['OCR_LANGUAGES', '../etc'],
      ['JOB_TIMEOUT_MS', '99999999999'],
    ];
    for (const [name, value] of mistakes) {
      test(`${name}=${value} is one clear line that names it, and exit 1`, async () => {
        const folder = mkdtempSync(join(tmpdir(), 'textrail-start-'));
        const settings = { DATA_DIR: folder, PORT: '0', [name]: value };
        const { code, stderr, stdout } = await finish(['main.ts'], settings);
        rmSync(folder, { recursive: true, force: true });
        assert.equal(code, 1);
        assert.equal(stdout, '');
        assert.equal(stderr.trim().split('\n').length, 1, stderr);
        assert.ok(stderr.includes(name), stderr);
      });
    }

    test('a secret never stands in the line', async () => {
      const { stderr } = await finish(['main.ts', 'ingest'], {
        S3_SECRET_KEY: 'hush',
        REDIS_URL: 'redis://:hush@x',
      });
      assert.ok(!stderr.includes('hush'));
    });

    test('a file of the authority that cannot be read is one clear line that names its setting', async () => {
      const { code, stderr } = await finish(['main.ts', 'projector'], {
        ...NO_SERVERS,
        KAFKA_CA_FILE: '/dev/null/authority.pem',
      });
      assert.equal(code, 1);
      assert.match(stderr, /^textrail: KAFKA_CA_FILE: .*\n$/);
    });

    test('a role without the addresses it needs, or one that is none, is one clear line and exit 1', async () => {
      for (const args of [['ingest'], ['nothing'], ['ingest', 'extractor']]) {
        const { code, stderr } = await finish(['main.ts', ...args], {});
        assert.equal(code, 1);
        assert.equal(stderr.trim().split('\n').length, 1, stderr);
      }
    });

    test('--help tells the ways to start, and starts nothing', async () => {
      const { code, stdout, stderr } = await finish(['main.ts', '--help'], { PORT: 'none' });
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^usage: npm start .*\n.*ingest\|extractor\|projector\|webhooker/);
    });

    // A file, a folder inside a file, and folders in a file system that accepts none.
    for (const folder of ['/dev/null', '/dev/null/data', '/proc/textrail', '/proc/textrail/data'])
      test(`${folder}, a folder that cannot be made, is one clear line and exit 1`, async () => {
        const { code, stderr } = await finish(['main.ts'], { DATA_DIR: folder, PORT: '0' });
        assert.equal(code, 1);
        assert.equal(stderr.trim().split('\n').length, 1, stderr);
        assert.match(stderr, /DATA_DIR: /);
      });

    // Most of the time of each test is waiting.
    describe('without its servers', { concurrency: true }, () => {
      for (const role of ROLES)
        test(`${role} listens before its servers are there, says which and why, and stops when it is told`, async () => {
          const port = await freeBlock(1);
          const base = `http://127.0.0.1:${port}`;
          const redis = { REDIS_URL: 'redis://nowhere.invalid:1' };
          const { child, stderr, ended } = run(['main.ts', role], {
            ...NO_SERVERS,
            ...redis,
            PORT: String(port),
          });
          const problems = await until(
            'the reasons',
            async () => {
              const answer = await fetch(`${base}/readyz`).catch(() => undefined);
              const { problems } = answer === undefined ? { problems: [] } : await readiness(answer);
              return (
                problems.length === 3 && !/has not answered yet/.test(problems.join()) && problems.toSorted()
              );
            },
            60_000,
          );
          assert.deepEqual(problems, [
            'the blob store does not answer: connect ECONNREFUSED 127.0.0.1:1',
            'the event log does not answer: Connection error: connect ECONNREFUSED 127.0.0.1:1',
            'the view store does not answer: getaddrinfo ENOTFOUND nowhere.invalid',
          ]);
          assert.equal((await fetch(`${base}/healthz`)).status, 200);
          assert.match(await (await fetch(`${base}/metrics`)).text(), /^process_cpu_seconds_total /m);
          const answer = await fetch(`${base}/v1/extract`, { method: 'POST', body: fileBody(html()) });
          assert.equal(answer.status, role === 'ingest' ? 503 : 404);
          if (role === 'ingest') assert.equal(answer.headers.get('retry-after'), '2');
          child.kill('SIGTERM');
          assert.equal(await ended, 0);
          for (const line of stderr().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line);
        });

      test('an operator’s command says after half a minute who does not answer, in one clear line, and exits 1', async () => {
        const { code, stderr } = await finish(['commands/keys.ts', 'list'], {
          ...NO_SERVERS,
          LOG_LEVEL: 'fatal',
        });
        assert.equal(code, 1);
        assert.match(stderr, /^keys: gave up after 30 s: .*\n$/);
        for (const server of ['view store', 'blob store', 'event log'])
          assert.match(
            stderr,
            new RegExp(`the ${server} does not answer: [^;]*connect ECONNREFUSED 127\\.0\\.0\\.1`),
          );
      });
    });
  });

  inEmbedded(() => {
    test('an empty folder gets one key, shown once, that works; the next start shows none', async () => {
      const service = await startService();
      try {
        assert.ok(service.firstKey);
        const client = new Client(service, service.firstKey);
        assert.equal((await client.extract({ file: html() })).status, 200);
        assert.match(service.processes[0]?.stdout() ?? '', /curl -H 'Authorization: Bearer dk_/);
        await service.stop();
        const again = await service.again();
        assert.equal(again.firstKey, undefined);
        assert.equal((await new Client(again, service.firstKey).extract({ file: html() })).status, 200);
        await again.kill();
      } finally {
        await service.dispose();
      }
    });

    test('a stop before the start is over is an orderly one, and no failure', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'textrail-early-'));
      const { child, stderr, ended } = run(['main.ts'], { DATA_DIR: folder, PORT: '0' });
      await until('the workers to be started', () => stderr().includes('confined'), 60_000);
      child.kill('SIGTERM');
      assert.equal(await ended, 0);
      assert.doesNotMatch(stderr(), /^textrail:/m);
      rmSync(folder, { recursive: true, force: true });
    });

    test('only the service’s own user may read what it keeps', async () => {
      const service = await startService({
        DATA_DIR: join(mkdtempSync(join(tmpdir(), 'textrail-own-')), 'data'),
      });
      try {
        assert.equal(statSync(service.dataFolder).mode & 0o077, 0);
        assert.equal(statSync(join(service.dataFolder, 'webhook-secret')).mode & 0o077, 0);
      } finally {
        await service.dispose();
      }
    });

    test('an IPv6 address stands in brackets in the address that is printed', async () => {
      const service = await startService({ HOST: '::1' });
      const printed = service.processes[0]?.stdout() ?? '';
      await service.dispose();
      assert.match(printed, /^Textrail is ready at http:\/\/\[::1\]:\d+$/m);
    });

    test('the command that is printed to try it is answered as it stands', async () => {
      const service = await startService();
      const printed = service.processes[0]?.stdout() ?? '';
      const { output } = await execute('sh', ['-c', /^Try it:\n(.*)$/m.exec(printed)?.[1] ?? 'false']);
      await service.dispose();
      assert.match(output, /"extracted_text":"It reads"/);
    });

    test('a host that is none is one clear line that names the setting, and exit 1', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'textrail-host-'));
      const { code, stderr } = await finish(['main.ts'], {
        DATA_DIR: folder,
        HOST: '999.1.1.1',
        LOG_LEVEL: 'silent',
      });
      rmSync(folder, { recursive: true, force: true });
      assert.equal(code, 1);
      assert.match(stderr, /^textrail: HOST, PORT: .*\n$/);
    });

    test('a database that is none is one clear line that names it, and exit 1', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'textrail-broken-'));
      writeFileSync(join(folder, 'journal.db'), 'no database '.repeat(1_000));
      const { code, stderr } = await finish(['main.ts'], { DATA_DIR: folder, PORT: '0' });
      rmSync(folder, { recursive: true, force: true });
      assert.equal(code, 1);
      assert.match(stderr, /^textrail: .*journal\.db: .*\n$/);
    });

    test('a port that is taken is one clear line and exit 1', async () => {
      const service = await startService();
      const folder = mkdtempSync(join(tmpdir(), 'textrail-port-'));
      const { code, stderr } = await finish(['main.ts'], {
        DATA_DIR: folder,
        PORT: new URL(service.base).port,
        LOG_LEVEL: 'silent',
      });
      await service.dispose();
      rmSync(folder, { recursive: true, force: true });
      assert.equal(code, 1);
      assert.match(stderr, /^textrail: HOST, PORT: .*EADDRINUSE.*\n$/);
    });
  });
});
