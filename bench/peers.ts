/**
 * CPU time a document beside the quickest libraries that a registry has, by kind of document; median over a folder's files,
 * both sides warm. What they read is not compared: most leave structure out.
 * `npm run bench -- peers FOLDER [PYTHON]`: FOLDER/docx/*.docx and so on; PYTHON has kreuzberg and python-calamine.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { extract } from '../services/extractor/worker/extract.ts';

const KINDS = ['docx', 'pptx', 'xlsx', 'html', 'eml'];
const WARM_PASSES = 1;
const PASSES = 5;
const OUTPUT_BYTES = 2 ** 26;

export async function peers(): Promise<void> {
  const [, folder, python = 'python3'] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: npm run bench -- peers FOLDER [PYTHON]');
  const program = join(import.meta.dirname, 'peers.py');
  console.log('kind     files  Textrail ms   peer ms  peer');
  for (const kind of KINDS.filter(each => existsSync(join(folder, each)))) {
    const names = readdirSync(join(folder, kind)).filter(name => name.endsWith(`.${kind}`));
    const paths = names.map(name => join(folder, kind, name));
    const own = await ownMs(paths);
    const answer = execFileSync(python, [program, ...paths], {
      maxBuffer: OUTPUT_BYTES,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const theirs = JSON.parse(String(answer)) as Record<string, Record<string, number>>;
    for (const [peer, times] of Object.entries(theirs)) {
      const both = Object.keys(times).filter(name => own.has(name));
      if (both.length === 0) continue;
      const [ours, other] = [
        median(both.map(name => own.get(name) ?? 0)),
        median(both.map(name => times[name] ?? 0)),
      ];
      console.log(
        `${kind.padEnd(6)}${String(both.length).padStart(8)}${ours.toFixed(2).padStart(13)}${other.toFixed(2).padStart(10)}  ${peer}`,
      );
    }
  }
}

/** The least of several readings, ms by file name; files that are not read are left out. */
async function ownMs(paths: readonly string[]): Promise<Map<string, number>> {
  const least = new Map<string, number>();
  for (let pass = 0; pass < WARM_PASSES + PASSES; pass++)
    for (const path of paths) {
      const document = new Uint8Array(readFileSync(path));
      const begin = process.cpuUsage();
      const read = await extract({ format: 'json' }, document).catch(() => undefined);
      const { user, system } = process.cpuUsage(begin);
      const ms = (user + system) / 1_000;
      const name = basename(path);
      if (read !== undefined && pass >= WARM_PASSES) least.set(name, Math.min(least.get(name) ?? ms, ms));
    }
  return least;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
