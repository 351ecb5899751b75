import assert from 'node:assert/strict';
import childProcess, { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { cpuAllowanceMs } from '../budget.ts';
import { dataLimitBytes } from './confinement.ts';
import { WorkerPool } from './pool.ts';
import { LONG_HELD_MS } from './set-back.ts';
import { Worker } from './worker.ts';

const PAGE = Buffer.from('<!DOCTYPE html><p>words</p>');
/** A table that takes far longer than the deadline that it is given. */
const SLOW_PAGE = Buffer.from(`<!DOCTYPE html><table>${'<tr><td>a<td>b</tr>'.repeat(200_000)}</table>`);
const SOON_MS = 200;
const PATIENCE_MS = 120_000;
/** Longer than several failing starts take, even on a busy machine. */
const BROKEN_MS = 5_000;

const OPTIONS = {
  memoryMb: 512,
  lowPriority: false,
  ocrLanguages: ['eng'],
  standing: 1,
  most: 1,
  documentsPerWorker: 20,
  reserve: 0,
};

describe('a pool of document workers', () => {
  let pool: WorkerPool;
  const within = (ms: number) => performance.now() + ms;
  const read = () => pool.run({ format: 'text' }, PAGE, within(PATIENCE_MS));
  before(async () => {
    pool = new WorkerPool(OPTIONS);
    await pool.ready();
  });
  after(() => pool.close());

  test('does not hand the next document to a worker that was killed at a deadline', async () => {
    for (let time = 0; time < 2; time++) {
      const slow = pool.run({ format: 'text' }, SLOW_PAGE, within(SOON_MS));
      const next = read();
      assert.equal((await slow).kind, 'deadline');
      const answer = await next;
      assert.equal(answer.kind, 'answered');
      assert.match(answer.kind === 'answered' ? String(answer.response) : '', /"words"/);
    }
  });

  test('starts one more to lend where all are kept for callers, and lends none while it stops', async t => {
    const kept = new WorkerPool({ ...OPTIONS, reserve: 1 });
    t.after(() => kept.close());
    await kept.ready();
    assert.equal(kept.lendable, 0);
    const idle = new Promise<void>(resolve => {
      kept.onIdle = resolve;
    });
    for (let times = 0; times < 3; times++) kept.startToLend();
    await idle;
    assert.deepEqual([kept.size, kept.lendable], [2, 1]);
    const lent = kept.lend();
    assert.ok(lent !== undefined);
    assert.equal(kept.lend(), undefined);
    kept.giveBack(lent);
    kept.refuse();
    assert.equal(kept.lendable, 0);
  });

  test('ends a worker that holds more than its memory', async t => {
    const small = new WorkerPool(OPTIONS);
    t.after(() => small.close());
    await small.ready();
    // Its memory is over the limit, whatever the kernel reports and however fast it reads.
    for (const worker of workersIn(small)) worker.memory = () => ({ resident: 2 ** 40, data: 0 });
    assert.equal((await small.run({ format: 'text' }, SLOW_PAGE, within(PATIENCE_MS))).kind, 'memory');
  });

  test('reads a document again that came to the end of the memory in a worker that had others before', async t => {
    const used = new WorkerPool(OPTIONS);
    t.after(() => used.close());
    await used.ready();
    await used.run({ format: 'text' }, PAGE, within(PATIENCE_MS));
    for (const worker of workersIn(used)) worker.memory = () => ({ resident: 2 ** 40, data: 0 });
    assert.equal((await used.run({ format: 'text' }, SLOW_PAGE, within(PATIENCE_MS))).kind, 'answered');
  });

  test('keeps the workers that have read most from owners whose documents have ended three', async t => {
    const both = new WorkerPool({ ...OPTIONS, standing: 2, most: 2, reserve: 1 });
    t.after(() => both.close());
    const read = (owner: string, page = PAGE) =>
      both.run({ format: 'text' }, page, within(PATIENCE_MS), owner).then(({ kind }) => kind);
    await both.ready();
    // For every worker, including those that replace dead ones, but only during these three documents; then survivors
    // report their real memory again.
    const { mock } = t.mock.method(Worker.prototype, 'memory', () => ({ resident: 2 ** 40, data: 0 }));
    for (let time = 0; time < 3; time++) assert.equal(await read('hostile', SLOW_PAGE), 'memory');
    mock.restore();
    while (both.busy > 0 || both.size < 3) await sleep(SOON_MS / 10);
    assert.equal(await read('quiet'), 'answered');
    const [warm, ...cold] = [...workersIn(both)].sort((one, other) => other.documents - one.documents);
    const [ends, lasts] = [read('hostile'), read('hostile')];
    assert.deepEqual([both.busy, both.queued], [1, 1]);
    assert.deepEqual(await Promise.all([ends, lasts, read('quiet')]), ['answered', 'answered', 'answered']);
    assert.deepEqual([warm?.documents, cold.reduce((sum, { documents }) => sum + documents, 0)], [2, 2]);
  });

  test('counts no document of ours that an idle worker reads, not even while it reads it', () => {
    const worker = {
      documents: 3,
      run(): Promise<never> {
        this.documents++;
        return new Promise(() => undefined);
      },
    };
    void Worker.prototype.rehearse.call(worker as unknown as Worker, PAGE, 0);
    assert.equal(worker.documents, 3);
  });

  test('ends a worker that takes more time on the processor than the size of its document allows', async t => {
    const small = new WorkerPool(OPTIONS);
    t.after(() => small.close());
    await small.ready();
    const [worker = assert.fail()] = workersIn(small);
    assert.ok(worker.cpuMs() > 0, 'the system tells the time');
    const times = [0, cpuAllowanceMs(SLOW_PAGE.length, 0) + 1];
    worker.cpuMs = () => times.shift() ?? 0;
    assert.equal((await small.run({ format: 'text' }, SLOW_PAGE, within(PATIENCE_MS))).kind, 'cpu');
  });

  test('keeps a worker for the next owner, however many documents one of them has', async t => {
    const reserving = new WorkerPool({ ...OPTIONS, reserve: 1 });
    t.after(() => reserving.close());
    await reserving.ready();
    assert.equal(workersIn(reserving).size, 1, 'nobody has used it yet');
    await reserving.run({ format: 'text' }, PAGE, within(PATIENCE_MS));
    await reserving.ready();
    const both = [...workersIn(reserving)];
    const readBefore = both.map(({ tasks }) => tasks);
    const order: string[] = [];
    const read = async (owner: string) => {
      await reserving.run({ format: 'text' }, PAGE, within(PATIENCE_MS), owner);
      order.push(owner);
    };
    for (const worker of both) signal(worker, 'SIGSTOP');
    const stalled = [read('burst'), read('burst')];
    await setImmediate();
    const free = both.filter(({ tasks }, at) => tasks === readBefore[at]);
    assert.equal(free.length, 1);
    for (const worker of free) signal(worker, 'SIGCONT');
    await read('other');
    assert.equal(reserving.queued, 1);
    for (const worker of both) signal(worker, 'SIGCONT');
    await Promise.all(stalled);
    assert.deepEqual(order, ['other', 'burst', 'burst']);
  });

  test('sets a document back that has held its worker for long while the next owner waits, and reads it after all', async t => {
    const held = new WorkerPool(OPTIONS);
    t.after(() => held.close());
    await held.ready();
    const order: string[] = [];
    const read = async (owner: string) => {
      const outcome = await held.run({ format: 'text' }, PAGE, within(PATIENCE_MS), owner);
      assert.equal(outcome.kind, 'answered');
      order.push(owner);
    };
    // Makes the document seem to have begun that long ago.
    const now = performance.now.bind(performance);
    const clock = t.mock.method(performance, 'now', () => now() - LONG_HELD_MS);
    for (const worker of workersIn(held)) signal(worker, 'SIGSTOP');
    const long = read('burst');
    await setImmediate();
    clock.mock.restore();
    await read('other');
    await long;
    assert.deepEqual([order, held.setBack], [['other', 'burst'], 1]);
  });

  test('times nobody out where the machine’s clock is set forward while a document waits and is read', async t => {
    const held = new WorkerPool(OPTIONS);
    t.after(() => held.close());
    await held.ready();
    for (const worker of workersIn(held)) signal(worker, 'SIGSTOP');
    const both = [1, 2].map(() => held.run({ format: 'text' }, PAGE, within(PATIENCE_MS)));
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 10 * PATIENCE_MS });
    for (const worker of workersIn(held)) signal(worker, 'SIGCONT');
    assert.deepEqual(
      (await Promise.all(both)).map(({ kind }) => kind),
      ['answered', 'answered'],
    );
  });

  test('tells for how long its oldest document has waited', async t => {
    const held = new WorkerPool(OPTIONS);
    t.after(() => held.close());
    await held.ready();
    for (const worker of workersIn(held)) signal(worker, 'SIGSTOP');
    const [first, second] = [
      held.run({ format: 'text' }, PAGE, within(PATIENCE_MS)),
      held.run({ format: 'text' }, PAGE, within(PATIENCE_MS)),
    ];
    await sleep(SOON_MS);
    assert.ok(held.longestWaitMs >= SOON_MS - 1, `${held.longestWaitMs} ms`);
    for (const worker of workersIn(held)) signal(worker, 'SIGCONT');
    await Promise.all([first, second]);
    assert.equal(held.longestWaitMs, 0);
  });

  test('begins no document whose time is shorter than its like take, and goes on to the next', async t => {
    const held = new WorkerPool(OPTIONS);
    t.after(() => held.close());
    await held.ready();
    for (const worker of workersIn(held))
      Object.assign(worker, {
        run: async () => {
          await sleep(SOON_MS);
          return { kind: 'answered', answer: { kind: 'failed' } };
        },
      });
    const read = (ms: number, page = PAGE) =>
      held.run({ format: 'text' }, page, within(ms), 'key').then(({ kind }) => kind);
    for (let time = 0; time < 3; time++) assert.equal(await read(PATIENCE_MS), 'answered');
    const begun = read(PATIENCE_MS);
    // When its turn comes, less than half of its time is left.
    const late = read(SOON_MS * 1.4);
    const next = read(PATIENCE_MS);
    assert.deepEqual(await Promise.all([begun, late, next]), ['answered', 'deadline', 'answered']);
    const [worker] = workersIn(held);
    assert.equal(worker?.alive, true);
  });

  test('has the kernel hold each worker to its data and its time on the processor', () => {
    const [pid] = workers();
    const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
    assert.match(limits, new RegExp(`^Max data size +${dataLimitBytes(OPTIONS.memoryMb)} `, 'm'));
    assert.match(limits, /^Max cpu time +3600 /m);
    assert.match(limits, /^Max file size +0 /m);
  });

  test('reads a document again whose worker was killed from outside', async () => {
    await read();
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    assert.equal((await read()).kind, 'answered');
    const reading = pool.run({ format: 'text' }, SLOW_PAGE, within(PATIENCE_MS));
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    assert.equal((await reading).kind, 'answered');
  });

  test('never has more workers than its most, however many wait while none can start', async t => {
    const broken = new WorkerPool({ ...OPTIONS, ocrLanguages: ['nonexistent'], most: 2 });
    t.after(() => broken.close());
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, workersIn(broken).size);
    }, 5);
    t.after(() => clearInterval(watch));
    const waiting = Array.from({ length: 20 }, async (_, at) => {
      await sleep(at * 50);
      return broken.run({ format: 'text' }, PAGE, within(BROKEN_MS));
    });
    for (const outcome of await Promise.all(waiting)) assert.equal(outcome.kind, 'deadline');
    for (const end = within(PATIENCE_MS); broken.failedStarts.count === 0 && performance.now() < end; )
      await sleep(20);
    assert.ok(broken.failedStarts.count > 0);
    assert.ok(most <= 2, `${most} workers`);
  });

  test('outlives a system without descriptors for new workers, and has workers again when there are some', async t => {
    const starved = new WorkerPool(OPTIONS);
    t.after(() => starved.close());
    await starved.ready();
    const spawned = t.mock.method(childProcess, 'spawn', () => {
      const none = new ChildProcess();
      // As Node does it for EMFILE: no pipes, and the error one tick later.
      process.nextTick(() => none.emit('error', new Error('spawn EMFILE')));
      return none;
    });
    syncBuiltinESMExports();
    for (const worker of workersIn(starved)) worker.kill();
    while (spawned.mock.callCount() < 2) await sleep(20);
    assert.ok(starved.failedStarts.count > 0);
    spawned.mock.restore();
    syncBuiltinESMExports();
    assert.equal((await starved.run({ format: 'text' }, PAGE, within(PATIENCE_MS))).kind, 'answered');
    assert.equal(starved.failedStarts.count, 0);
  });

  test('reads the documents of several in turn: one’s burst holds up nobody else', async () => {
    const order: string[] = [];
    const read = async (owner: string) => {
      const outcome = await pool.run({ format: 'text' }, PAGE, within(PATIENCE_MS), owner);
      assert.equal(outcome.kind, 'answered');
      order.push(owner);
    };
    await Promise.all(['burst', 'burst', 'burst', 'burst', 'other', 'burst', 'other'].map(read));
    assert.deepEqual(order.slice(0, 4), ['burst', 'other', 'burst', 'other']);
  });

  test('replaces a worker that hangs at its start', async t => {
    const hanging = new WorkerPool({ ...OPTIONS, startLimitMs: 4_000 });
    t.after(() => hanging.close());
    const [first] = workersIn(hanging);
    // The whole group: the program that starts the worker may begin it between our look for the worker and the signal.
    process.kill(-Reflect.get(first ?? assert.fail(), 'child').pid, 'SIGSTOP');
    assert.equal((await hanging.run({ format: 'text' }, PAGE, within(PATIENCE_MS))).kind, 'answered');
    // Another worker may have been ready before this one's time was over.
    for (const end = within(PATIENCE_MS); first?.alive && performance.now() < end; ) await sleep(20);
    assert.equal(first?.alive, false);
  });

  test('gives a document up that has cost two workers their lives', async () => {
    const deadly = new WorkerPool({ ...OPTIONS, standing: 0 });
    let attempts = 0;
    Object.assign(deadly, {
      runOnce: async () => {
        attempts++;
        return { kind: 'died' };
      },
    });
    assert.equal((await deadly.run({ format: 'text' }, PAGE, within(PATIENCE_MS))).kind, 'died');
    assert.equal(attempts, 2);
  });

  test('renews a worker after its number of documents, and answers without a pause meanwhile', async () => {
    const [before] = workers();
    let renewed = false;
    for (const end = within(PATIENCE_MS); !renewed && performance.now() < end; ) {
      assert.equal((await read()).kind, 'answered');
      renewed = before !== undefined && !workers().includes(before);
    }
    assert.ok(renewed);
    assert.equal((await read()).kind, 'answered');
    // The next successor may be starting already, or the last predecessor may not be gone yet.
    for (const end = within(PATIENCE_MS); workers().length > 1 && performance.now() < end; ) await sleep(20);
    assert.equal(workers().length, 1);
  });

  test('keeps a worker that has read its number of documents within its least age', async t => {
    const kept = new WorkerPool({ ...OPTIONS, documentsPerWorker: 1, leastAgeMs: 2 * PATIENCE_MS });
    t.after(() => kept.close());
    await kept.ready();
    const before = workersIn(kept);
    for (let count = 0; count < 3; count++) await kept.run({ format: 'text' }, PAGE, within(PATIENCE_MS));
    assert.deepEqual(workersIn(kept), before);
  });
});

describe('a pool on its way out', () => {
  const run = (pool: WorkerPool, page: Buffer) =>
    pool.run({ format: 'text' }, page, performance.now() + PATIENCE_MS);

  test('finishes the document that is begun and begins none that waits', async () => {
    const pool = new WorkerPool(OPTIONS);
    await pool.ready();
    const begun = run(pool, SLOW_PAGE);
    const waiting = run(pool, PAGE);
    await setImmediate();
    pool.refuse();
    assert.equal((await waiting).kind, 'refused');
    assert.equal((await run(pool, PAGE)).kind, 'refused');
    assert.equal((await begun).kind, 'answered');
    await pool.close();
  });

  test('does not hold a worker’s death against its document, which nobody will read here again', async () => {
    const pool = new WorkerPool(OPTIONS);
    await pool.ready();
    const begun = run(pool, SLOW_PAGE);
    await setImmediate();
    pool.refuse();
    for (const pid of workers()) process.kill(pid, 'SIGKILL');
    assert.equal((await begun).kind, 'refused');
    await pool.close();
  });
});

const workersIn = (pool: WorkerPool) => Reflect.get(pool, 'workers') as Set<Worker>;

/** Signals the worker, or the program that starts it as long as the worker is not there. */
const signal = (worker: Worker, name: NodeJS.Signals) =>
  process.kill(Reflect.get(worker, 'processId') ?? Reflect.get(worker, 'child').pid, name);

/** The process ids of this process's children. */
function workers(): number[] {
  const children = readdirSync(`/proc/${process.pid}/task`).flatMap(task =>
    readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return children.filter(child => child !== '').map(Number);
}
