/**
 * CPU time a document beside the fastest libraries in the package registries, by kind of document: median over a
 * folder's files, the lowest of five readings each. Ours as JSON after one reading of each file, like theirs, and after
 * 80, when V8 has compiled what it compiles in a worker's life; then as text, which theirs return. The results are not
 * compared: most of the libraries omit structure.
 * `npm run bench -- peers FOLDER [PYTHON]`: FOLDER/docx/*.docx and so on; PYTHON has kreuzberg and python-calamine.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HEAP_FLAGS } from '../services/extractor/worker/confinement.ts';
import { extract } from '../services/extractor/worker/extract.ts';

const KINDS = ['docx', 'pptx', 'xlsx', 'html', 'eml'];
const FIRST_PASSES = 1;
const WARM_PASSES = 80;
const PASSES = 5;
const OUTPUT_BYTES = 2 ** 26;

/** CPU time in ms by file name. */
type Times = ReadonlyMap<string, number>;

export async function peers(): Promise<void> {
  const [, folder, python = 'python3'] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: npm run bench -- peers FOLDER [PYTHON]');
  if (!HEAP_FLAGS.every(flag => process.execArgv.includes(flag))) return asWorker();
  console.log('kind     files     JSON     warm     text  peer ms  peer');
  for (const kind of KINDS.filter(each => existsSync(join(folder, each)))) {
    const names = readdirSync(join(folder, kind)).filter(name => name.endsWith(`.${kind}`));
    const paths = names.map(name => join(folder, kind, name));
    const theirs = peerTimes(python, paths);
    const own = [
      await ownTimes('json', paths, FIRST_PASSES),
      await ownTimes('json', paths, WARM_PASSES),
      await ownTimes('text', paths, FIRST_PASSES),
    ];
    for (const [peer, times] of theirs) {
      const both = [...times.keys()].filter(name => own[0]?.has(name));
      if (both.length === 0) continue;
      const medians = [...own, times].map(each => median(both.map(name => each.get(name) ?? 0)));
      const columns = [both.length, ...medians.map(ms => ms.toFixed(2))];
      console.log(`${kind.padEnd(5)}${columns.map(text => String(text).padStart(9)).join('')}  ${peer}`);
    }
  }
}

/** Runs this benchmark again in a process with a worker's heap settings. */
function asWorker(): void {
  const { status } = spawnSync(process.execPath, [...HEAP_FLAGS, ...process.argv.slice(1)], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

function peerTimes(python: string, paths: readonly string[]): [peer: string, times: Times][] {
  const program = join(import.meta.dirname, 'peers.py');
  const answer = execFileSync(python, [program, ...paths], {
    maxBuffer: OUTPUT_BYTES,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const times = JSON.parse(String(answer)) as Record<string, Record<string, number>>;
  return Object.entries(times).map(([peer, byName]) => [peer, new Map(Object.entries(byName))]);
}

/** The lowest of `PASSES` readings of each file, after `before` unmeasured ones. Files that cannot be read are left out. */
async function ownTimes(format: 'json' | 'text', paths: readonly string[], before: number): Promise<Times> {
  const least = new Map<string, number>();
  for (let pass = 0; pass < before + PASSES; pass++)
    for (const path of paths) {
      const document = new Uint8Array(readFileSync(path));
      const begin = process.cpuUsage();
      const read = await extract({ format }, document).catch(() => undefined);
      const { user, system } = process.cpuUsage(begin);
      const ms = (user + system) / 1_000;
      const name = basename(path);
      if (read !== undefined && pass >= before) least.set(name, Math.min(least.get(name) ?? ms, ms));
    }
  return least;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
