/** House rule 10: no document takes the service down, keeps a worker past its ceilings, or reaches the network. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { confinement, workerCommand } from '../../services/extractor/worker/confinement.ts';
import { bombDocx, html, page } from '../support/documents.ts';
import { startOrigin } from '../support/https-origin.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { ROOT } from '../support/process.ts';
import { residentMb, type Service, startService } from '../support/service.ts';
import { heavyPage, slowPage } from '../support/slow-documents.ts';
import { sleep, until } from '../support/waiting.ts';

const LARGE_BYTES = 50_000_000;
/**
 * Most growth of memory in MB: twice the room for large documents, because of copies in transit. All of them at once
 * would take 1.6 GB.
 */
const BURST_MB = 500;
/** Processor time that only a document takes. */
const AT_WORK_TICKS = 20;

describe(suite('document workers'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    // The documents below must end because of their memory, however long a busy machine takes to fill it.
    const patience = { SYNC_BUDGET_MS: '120000' };
    service = await startService({ WORKER_MEMORY_MB: '300', ASYNC_THRESHOLD_BYTES: '10485760', ...patience });
    key = await issueKey(service);
  });
  after(() => service.dispose());

  test('a document that exhausts its memory costs itself alone', async () => {
    const heavy = [key.client.extract({ file: heavyPage() }), key.client.extract({ file: heavyPage() })];
    const beside = await Promise.all(
      Array.from({ length: 6 }, (_, at) => key.client.extract({ file: page(`beside ${at}`) })),
    );
    for (const answer of beside) assert.equal(answer.status, 200, answer.text);
    for (const answer of await Promise.all(heavy))
      assert.equal(answer.body.error?.code, 'extraction_failed', answer.text.slice(0, 200));
    assert.equal((await key.client.extract({ file: html() })).status, 200);
    assert.equal((await key.client.send('/readyz')).status, 200);
  });

  test('a bomb is refused, and the next document read', async () => {
    const answer = await key.client.extract({ file: bombDocx() });
    assert.equal(answer.body.error?.code, 'extraction_failed', answer.text.slice(0, 200));
    assert.equal((await key.client.extract({ file: html() })).status, 200);
  });

  inEmbedded(() => {
    test('a burst of large documents is taken in turn: memory holds a few of them, and small ones pass', async () => {
      const origin = await startOrigin();
      // A busy machine may take longer than the default allows to send itself 50 MB.
      const patience = { FETCH_TIMEOUT_MS: '60000' };
      const burst = await startService({ ...origin.settings, LOG_LEVEL: 'error', ...patience });
      let most = 0;
      const watch = setInterval(() => {
        most = Math.max(most, residentMb(burst));
      }, 50);
      try {
        origin.serve('/large', Buffer.alloc(LARGE_BYTES));
        const { client } = await issueKey(burst);
        const atRest = residentMb(burst);
        const urls = Array.from({ length: 16 }, () =>
          client.accepted({ query: { url: origin.url('/large') } }),
        );
        const jobs = await Promise.all(urls);
        assert.equal((await client.extract({ file: html() })).status, 200);
        for (const job of jobs) assert.equal((await client.finished(job, 120_000)).status, 415);
        assert.ok(most - atRest < BURST_MB, `${most} MB after ${atRest} MB`);
      } finally {
        clearInterval(watch);
        await burst.dispose();
        await origin.close();
      }
    });

    test('workers killed from outside, at any moment, cost no document', async () => {
      const pid = service.processes[0]?.child.pid ?? 0;
      // Kill one worker for each batch: a document that meets two deaths is taken for their cause.
      for (const pause of [20, 60, 120]) {
        const answers = Array.from({ length: 20 }, (_, at) =>
          key.client.extract({ file: page(`kept ${pause} ${at}`) }),
        );
        await sleep(pause);
        const [victim] = workersOf(pid);
        if (victim !== undefined) process.kill(victim, 'SIGKILL');
        for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200, answer.text);
      }
    });

    test('none outlives the service, even when it is killed in the middle of a document', async () => {
      const mortal = await startService();
      const { client } = await issueKey(mortal);
      const workers = workersOf(mortal.processes[0]?.child.pid ?? 0);
      const before = workers.map(worked);
      await client.accepted({ file: slowPage() });
      const isAtWork = (pid: number, at: number) => worked(pid) > (before[at] ?? 0) + AT_WORK_TICKS;
      await until('a worker in the middle of it', () => workers.some(isAtWork));
      await mortal.kill();
      await until('none of them', () => !workers.some(isWorker));
      await mortal.dispose();
    });
  });

  test('inside the confinement there is no network, no writing, no other program, and nothing to read but its own', async () => {
    let connections = 0;
    const outside = createServer(socket => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>(resolve => outside.listen(0, '127.0.0.1', resolve));
    const { port } = outside.address() as AddressInfo;
    const { file, arguments: words } = workerCommand(300);
    const here = `${ROOT}tests/resilience`;
    const probe = [
      ...words.slice(0, -1),
      `--allow-fs-read=${here}`,
      `${here}/confinement-probe.ts`,
      String(port),
    ];
    const { stdout, stderr } = spawnSync(file, probe, { encoding: 'utf8', timeout: 20_000 });
    outside.close();
    const found = JSON.parse(stdout || `{"stderr":${JSON.stringify(stderr)}}`);
    assert.deepEqual(found, {
      // If the kernel offers no separate network, only the process itself denies it.
      interfaces: confinement().walls.network ? 'none' : 'some',
      connect: 'denied',
      resolve: 'denied',
      fetch: 'denied',
      readSecrets: 'denied',
      readOthers: 'denied',
      database: 'denied',
      thread: 'denied',
      signal: 'denied',
      write: 'denied',
      spawn: 'denied',
    });
    assert.equal(connections, 0);
  });
});

/** Process ids of the document workers below a process, whichever wrappers are in between. */
function workersOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && isWorker(pid) && ancestors(pid).includes(parent));
}

function isWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker/child.ts');
  } catch {
    return false;
  }
}

/** Processor time of a process in ticks of 10 ms. */
function worked(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function ancestors(pid: number): number[] {
  const found: number[] = [];
  for (let at = pid; at > 1; ) {
    try {
      at = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${at}/stat`, 'utf8'))?.[1] ?? 0);
    } catch {
      return found;
    }
    found.push(at);
  }
  return found;
}
