/**
 * Produces the compiled code that workers start with (compiled.ts): a worker without walls reads our own documents,
 * each several times, and leaves V8's compiled code behind, including functions that were called. Prints a line if
 * there was something to do. Run by the service, when an image is built, and by a test, which names another folder.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CHILD, COMPILED_FOLDER, HEAP_FLAGS } from './confinement.ts';
import { readFrames, SAID_CEILING_BYTES, writeFrame } from './framing.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { firstDocument, KINDS } from './warmth.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SOURCES = ['core', 'patches', 'schemas', 'services/extractor'];
const folder = process.argv[2] ?? COMPILED_FOLDER;
/** Identifies what was compiled, and for whom; stands beside Node's own folders. */
const kept = join(folder, 'sources.sha256');
/** More functions are called on the second reading, hardly any on the fourth. */
const TIMES = 3;
const LIMIT_MS = 60_000;
const LEFT_OVER_AFTER_MS = 10 * LIMIT_MS;

function sources(): string {
  const hash = createHash('sha256').update(`${process.version} ${process.arch} ${process.geteuid?.()}\n`);
  hash.update(readFileSync(join(ROOT, 'package-lock.json')));
  for (const part of SOURCES)
    for (const name of readdirSync(join(ROOT, part), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|patch)$/.test(name) && !name.endsWith('.test.ts'))
        hash.update(`${name}\n`).update(readFileSync(join(ROOT, part, name)));
  return hash.digest('hex');
}

/** Rejects if the worker ends before it has read everything. Node writes compiled code when a process exits. */
async function compileInto(empty: string): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', ...HEAP_FLAGS, CHILD], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: empty },
    timeout: LIMIT_MS,
  });
  const [requests, answers] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const documents = Array.from({ length: TIMES }, () => KINDS.map(kind => firstDocument(kind))).flat();
  let unread = documents.length;
  const exit = new Promise<void>((resolve, reject) => {
    child.once('exit', code => (code === 0 && unread === 0 ? resolve() : reject(new Error('not compiled'))));
  });
  readFrames(
    answers,
    SAID_CEILING_BYTES,
    ({ header }) => {
      const said = header as FromWorker;
      if (said.kind === 'completed') unread--;
      const document = documents.pop();
      const request: ToWorker = { kind: 'document', format: 'json', remainingMs: LIMIT_MS };
      if (document !== undefined) writeFrame(requests, request, document);
      else requests.end();
    },
    () => child.kill('SIGKILL'),
  );
  await exit;
}

/** Removes what a killed run left. */
function removeLeftOver(): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name.startsWith(`${basename(folder)}.`) && Date.now() - statSync(path).mtimeMs > LEFT_OVER_AFTER_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

const mark = sources();
if (!existsSync(kept) || readFileSync(kept, 'utf8') !== mark) {
  mkdirSync(dirname(folder), { recursive: true });
  // If nothing may be written here, this fails before any work is done.
  const next = mkdtempSync(`${folder}.`);
  try {
    removeLeftOver();
    await compileInto(next);
    writeFileSync(join(next, basename(kept)), mark);
    rmSync(folder, { recursive: true, force: true });
    // Fails if another process has done the same at this moment, in which case it is not needed.
    renameSync(next, folder);
    process.stdout.write('compiled\n');
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}
