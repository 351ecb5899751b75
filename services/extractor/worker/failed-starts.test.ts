import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { FailedStarts, StartWords, whyNotStarted } from './failed-starts.ts';
import { WorkerPool } from './pool.ts';

const OPTIONS = {
  memoryMb: 512,
  lowPriority: false,
  ocrLanguages: ['nonexistent'],
  standing: 1,
  most: 1,
  documentsPerWorker: 20,
  reserve: 0,
};
const NO_MORE = 'no further process or thread may be made (ulimit -u, pids.max)';

it('a pool says why no worker starts: what the program says of it, and then what the system does', {
  timeout: 120_000,
}, async t => {
  const broken = new WorkerPool(OPTIONS);
  t.after(() => broken.close());
  const toldBy = () =>
    new Promise<string>(resolve => {
      broken.failedStarts.onReason = resolve;
    });
  const first = toldBy();
  await assert.rejects(broken.ready(), /^Error: document workers do not start: .*nonexistent/);
  assert.match(await first, /nonexistent/);
  const second = toldBy();
  t.mock.method(childProcess, 'spawn', () => {
    throw Object.assign(new Error('spawn /bin/sh EAGAIN'), { code: 'EAGAIN' });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  assert.equal(await second, `${NO_MORE}: spawn /bin/sh EAGAIN`);
  assert.equal(broken.failedStarts.why, `${NO_MORE}: spawn /bin/sh EAGAIN`);
});

it('a pool that is closed while a worker starts does not say that none does', {
  timeout: 60_000,
}, async () => {
  const pool = new WorkerPool({ ...OPTIONS, ocrLanguages: [] });
  let reason: string | undefined;
  pool.failedStarts.onReason = why => {
    reason = why;
  };
  const start = assert.rejects(pool.ready());
  await pool.close();
  await start;
  assert.equal(reason, undefined);
});

it('of what a failing start writes the first line that names a fault is told, and no more than a line', async () => {
  const said = (text: string) => {
    const stream = new PassThrough();
    const words = new StartWords(stream);
    stream.write(text);
    return new Promise<string>(resolve => setImmediate(() => resolve(words.line)));
  };
  const node = 'node:internal/modules/esm/resolve:283\n    throw new ERR_MODULE_NOT_FOUND(\n          ^\n\n';
  assert.equal(
    await said(`${node}Error [ERR_MODULE_NOT_FOUND]: no package\n    at here\n`),
    'Error [ERR_MODULE_NOT_FOUND]: no package',
  );
  assert.equal(await said('one\ntwo\n'), 'two');
  assert.equal((await said(`error ${'x'.repeat(10_000)}`)).length, 200);
  assert.equal(await said(''), '');
});

it('of a start of which nothing is said its end is told', () => {
  const ended = { code: null, signal: null };
  assert.equal(whyNotStarted({ ...ended, code: 127 }, ''), 'it ended with 127');
  assert.equal(whyNotStarted({ ...ended, signal: 'SIGSYS' }, ''), 'it was ended by SIGSYS');
  assert.equal(
    whyNotStarted({ ...ended, signal: 'SIGKILL', limitMs: 120_000 }, ''),
    'not ready within 120 s',
  );
  const short = 'it was ended by SIGSEGV, as where threads (ulimit -u, pids.max) or memory are short';
  assert.equal(whyNotStarted({ ...ended, signal: 'SIGSEGV' }, ''), short);
  const starts = new FailedStarts();
  starts.failed(new Error(whyNotStarted({ ...ended, code: 2 }, 'worker: 1: Cannot fork')));
  assert.equal(starts.why, `${NO_MORE}: worker: 1: Cannot fork`);
});
