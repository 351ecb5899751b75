/** Loads pdf.js once for each process; `patches/` adapt it to extraction (docs/decisions/0027). */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { installInflate } from './inflate.ts';
import { PATCHED_VERSION, patched, readPatches } from './patches.ts';

const PACKAGE = 'pdfjs-dist';
const API = `${PACKAGE}/legacy/build/pdf.mjs`;
const CORE = `${PACKAGE}/legacy/build/pdf.worker.mjs`;

export type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

export interface Engine {
  api: PdfJs;
  /** Starts pdf.js' core at one end of a port. */
  startCore(port: object): void;
  /** Folders of the package, with the trailing slash that pdf.js requires. */
  folders: { cMapUrl: string; standardFontDataUrl: string; wasmUrl: string };
}

let loading: Promise<Engine> | undefined;

export function loadEngine(): Promise<Engine> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Engine> {
  installInflate();
  const patches = readPatches();
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file = [API, CORE].find(name => url.endsWith(name));
      if (file === undefined || loaded.source === undefined || loaded.source === null) return loaded;
      const source = inAscii(Buffer.from(loaded.source as Uint8Array));
      return { ...loaded, source: patched(source, file.slice(`${PACKAGE}/`.length), patches) };
    },
  });
  try {
    const api = await import(API);
    const core = await import(CORE);
    if (api.version !== PATCHED_VERSION)
      throw new Error(`The patches are for pdf.js ${PATCHED_VERSION}, installed is ${api.version}.`);
    return { api, startCore: port => core.WorkerMessageHandler.initializeFromPort(port), folders: folders() };
  } finally {
    hooks.deregister();
  }
}

/**
 * Writes non-ASCII letters of a source as escapes, which is possible because they are all in strings and comments: a
 * single one beyond Latin-1 makes each letter of the source take two bytes, 3.5 MB for each worker.
 */
function inAscii(source: Buffer): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < source.length; at++) {
    if ((source[at] ?? 0) <= 0x7f) continue;
    pieces.push(source.toString('latin1', done, at));
    for (done = at; (source[done] ?? 0) > 0x7f; ) done++;
    for (const unit of source.toString('utf8', at, done).split(''))
      pieces.push(`\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    at = done;
  }
  return [...pieces, source.toString('latin1', done)].join('');
}

function folders(): Engine['folders'] {
  const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.resolve(API)));
  return {
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  };
}
