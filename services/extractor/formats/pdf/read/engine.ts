/** pdf.js, loaded once a process, with the few amendments that make it fit for extraction. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Amendment, amend } from './amendment.ts';
import { API_AMENDMENTS, CORE_AMENDMENTS } from './amendments.ts';
import { installInflate } from './inflate.ts';

const API = 'pdfjs-dist/legacy/build/pdf.mjs';
const CORE = 'pdfjs-dist/legacy/build/pdf.worker.mjs';

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
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const amendments = amendmentsOf(url);
      if (amendments === null || loaded.source === undefined || loaded.source === null) return loaded;
      const source = Buffer.from(loaded.source as Uint8Array).toString('utf8');
      return { ...loaded, source: amend(source, amendments) };
    },
  });
  try {
    const api = await import(API);
    const core = await import(CORE);
    return { api, startCore: port => core.WorkerMessageHandler.initializeFromPort(port), folders: folders() };
  } finally {
    hooks.deregister();
  }
}

function amendmentsOf(url: string): readonly Amendment[] | null {
  if (url.endsWith(CORE)) return CORE_AMENDMENTS;
  return url.endsWith(API) ? API_AMENDMENTS : null;
}

function folders(): Engine['folders'] {
  const folder = (name: string) => fileURLToPath(new URL(`../../${name}/`, import.meta.resolve(API)));
  return {
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  };
}
