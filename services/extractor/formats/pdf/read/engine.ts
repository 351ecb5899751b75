/** pdf.js, loaded once a process; `patches/` make it fit for extraction (docs/decisions/0027). */
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
  /** Folders of the package, with the trailing slash pdf.js insists on. */
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
      const source = Buffer.from(loaded.source as Uint8Array).toString('utf8');
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

function folders(): Engine['folders'] {
  const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.resolve(API)));
  return {
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  };
}
