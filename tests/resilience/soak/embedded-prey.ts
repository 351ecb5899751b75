/** The embedded service under attack: one process, killed and restarted on the same folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeBlock } from '../../support/free-ports.ts';
import { type Running, run } from '../../support/process.ts';
import { sleep, until } from '../../support/waiting.ts';
import type { Ledger } from './ledger.ts';
import { descendants, type Fault, freeze, type Prey, signal, weight } from './prey.ts';
import type { Random } from './random.ts';

const READY_MS = 90_000;
/** Time beyond DRAIN_MS for closing files (`CLOSE_MS` of the runtime), on a busy machine. */
const STOP_GRACE_MS = 7_000;
/** A larger file system is not filled up, because others use it too. */
const SMALL_DISK_BYTES = 1024 ** 3;

export async function startEmbeddedPrey(settings: Record<string, string>, ledger: Ledger): Promise<Prey> {
  const port = await freeBlock(1);
  const folder = mkdtempSync(join(process.env.TEXTRAIL_SOAK_DIR ?? tmpdir(), 'textrail-soak-'));
  const environment: Record<string, string> = { ...settings, DATA_DIR: folder, PORT: String(port) };
  const base = `http://127.0.0.1:${port}`;
  const logs: string[] = [];
  let running: Running;
  let dying = false;

  async function start(changes: Record<string, string> = {}): Promise<void> {
    dying = false;
    const begun = run(['main.ts'], { ...environment, ...changes });
    running = begun;
    let hasEnded = false;
    void begun.ended.then(code => {
      hasEnded = true;
      logs.push(begun.stderr());
      if (!dying)
        ledger.violation(`the process ended by itself with ${code}: ${begun.stderr().slice(-2000)}`);
    });
    await until('readiness', () => hasEnded || /^Textrail is ready/m.test(begun.stdout()), READY_MS);
  }
  async function kill(): Promise<void> {
    dying = true;
    running.child.kill('SIGKILL');
    await running.ended;
  }
  async function stop(): Promise<void> {
    dying = true;
    const begun = Date.now();
    running.child.kill('SIGTERM');
    const code = await running.ended;
    const ms = Date.now() - begun;
    ledger.count('stop');
    if (ms > Number(settings.DRAIN_MS) + STOP_GRACE_MS) ledger.violation(`the stop took ${ms} ms`);
    if (code !== 0) ledger.violation(`the stop ended with ${code}: ${running.stderr().slice(-2000)}`);
  }
  const pid = () => running.child.pid ?? 0;
  const someWorker = (random: Random) => random.pick(descendants(pid()));
  const viewFiles = () =>
    readdirSync(folder).filter(name => name.startsWith('views-') && name !== 'views-live');

  const faults: Fault[] = [
    {
      name: 'kill -9',
      weight: 4,
      strike: async random => {
        await kill();
        await sleep(random.next() * 1_000);
        await start();
      },
    },
    {
      name: 'SIGTERM',
      weight: 2,
      strike: async () => {
        await stop();
        await start();
      },
    },
    {
      name: 'SIGTERM and then kill -9',
      weight: 1,
      strike: async random => {
        dying = true;
        running.child.kill('SIGTERM');
        await sleep(random.next() * 2_000);
        await kill();
        await start();
      },
    },
    {
      name: 'kill -9 in the middle of the start',
      weight: 1,
      strike: async random => {
        await kill();
        const starting = start().catch(() => undefined);
        await sleep(random.next() * 2_000);
        await kill();
        await starting;
        await start();
      },
    },
    { name: 'freeze', weight: 2, strike: random => freeze(pid(), random, 6_000) },
    {
      name: 'kill a worker',
      weight: 2,
      strike: async random => signal(someWorker(random), 'SIGKILL'),
    },
    { name: 'freeze a worker', weight: 1, strike: random => freeze(someWorker(random), random, 6_000) },
    {
      name: 'lose the read model',
      weight: 1,
      strike: async () => {
        await kill();
        for (const name of viewFiles()) rmSync(join(folder, name));
        await start();
      },
    },
    {
      name: 'damage the read model',
      weight: 0.5,
      strike: async random => {
        await kill();
        const file = viewFiles().find(name => name.endsWith('.db'));
        if (file !== undefined && random.chance(0.5)) truncateSync(join(folder, file), 5_000);
        else if (file !== undefined) writeFileSync(join(folder, file), 'no database at all');
        await start();
      },
    },
    {
      name: 'no file handles',
      weight: 1,
      strike: async random => {
        const { files } = weight('', pid());
        limitFiles(pid(), files + random.below(4));
        await sleep(random.next() * 3_000);
        limitFiles(pid(), 65_536);
      },
    },
    {
      name: 'full disk',
      weight: statfsSync(folder).blocks * statfsSync(folder).bsize < SMALL_DISK_BYTES ? 1 : 0,
      strike: async random => {
        const filler = join(folder, '..', 'filler');
        fill(filler);
        await sleep(random.next() * 4_000);
        if (random.chance(0.3)) {
          await kill();
          rmSync(filler);
          await start();
        } else rmSync(filler);
      },
    },
  ];
  await start();
  return {
    place: { base, environment, dataFolder: folder },
    bases: () => [base],
    faults,
    heal: async () => {
      if (running.child.exitCode !== null) await start();
    },
    log: () => [...logs, running.stderr()].join('\n'),
    weights: () => [weight('service', pid())],
    stop,
    again: start,
    destroy: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lowers only the soft limit, so that it can be raised again. */
function limitFiles(pid: number, files: number): void {
  try {
    execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`], { stdio: 'ignore' });
  } catch {
    return;
  }
}

function fill(path: string): void {
  const { bavail, bsize } = statfsSync(join(path, '..'));
  try {
    writeFileSync(path, Buffer.alloc(bavail * bsize));
  } catch {
    return;
  }
}
