/**
 * Module hooks between the simulation and the product's source: packages that reach servers are replaced by this
 * simulation's drivers, and parts of the source by patches. Install them before any product module is imported.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** The driver that replaces a package, or a file given by its path from the repository's root. */
const DRIVERS: Readonly<Record<string, string>> = {
  kafkajs: 'kafkajs.ts',
  ioredis: 'ioredis.ts',
  fastify: 'fastify.ts',
  '@fastify/multipart': 'multipart.ts',
  'platform/blob-store/s3/s3-blob-store.ts': 's3-blob-store.ts',
  'platform/egress/egress.ts': 'egress.ts',
  'platform/peers/redis/redis-peers.ts': 'redis-peers.ts',
  'platform/event-log/codec-schemas.ts': 'codec-schemas.ts',
  'services/extractor/worker/worker.ts': 'worker.ts',
  'services/extractor/worker/confinement.ts': 'confinement.ts',
  'services/extractor/ocr/languages.ts': 'languages.ts',
  'services/extractor/ocr-start.ts': 'ocr-start.ts',
};

/** A replacement of one place in the product's source. */
export interface Patch {
  /** Path from the repository's root. */
  path: string;
  /** Text that occurs in the file exactly once. */
  find: string;
  replace: string;
}

/**
 * A world with its own random numbers needs no pool of them, and with two partitions instead of six more histories meet
 * in one.
 */
const ALWAYS: readonly Patch[] = [
  { path: 'platform/ids.ts', find: 'TAIL_BYTES * 256', replace: 'TAIL_BYTES' },
  {
    path: 'platform/event-log/kafka/topics.ts',
    find: 'export const PARTITIONS = 6',
    replace: 'export const PARTITIONS = 2',
  },
];

const urlOf = (path: string) => pathToFileURL(join(ROOT, path)).href;

const DRIVERS_FOLDER = urlOf('tests/simulation/drivers/');

/** Throws if the patch does not fit the source: whoever changed the source must check what the patch is for. */
export function patched(source: string, { path, find, replace }: Patch): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${path} holds ${parts.length - 1} times: ${find}`);
  return parts.join(replace);
}

const SCRIPT_READER = 'readFileSync(join(folder, `$' + "{name}.lua`), 'utf8')";

/** A Lua script is not a module, so its patch is applied where the product reads the file. */
function asSource(patch: Patch): Patch {
  if (!patch.path.endsWith('.lua')) return patch;
  patched(readFileSync(join(ROOT, patch.path), 'utf8'), patch);
  const [find, replace, name] = [patch.find, patch.replace, basename(patch.path, '.lua')].map(text =>
    JSON.stringify(text),
  );
  return {
    path: 'platform/view-store/redis/scripts.ts',
    find: SCRIPT_READER,
    replace: `(name === ${name} ? ${SCRIPT_READER}.replace(${find}, () => ${replace}) : ${SCRIPT_READER})`,
  };
}

export function installHooks(patches: readonly Patch[] = []): void {
  const byUrl = Map.groupBy([...ALWAYS, ...patches.map(asSource)], ({ path }) => urlOf(path));
  const drivers = new Map(
    Object.entries(DRIVERS).map(([place, file]) => [
      place.endsWith('.ts') ? urlOf(place) : place,
      urlOf(`tests/simulation/drivers/${file}`),
    ]),
  );
  registerHooks({
    resolve(specifier, context, next) {
      const byName = drivers.get(specifier);
      if (byName !== undefined) return { url: byName, shortCircuit: true };
      const found = next(specifier, context);
      // A driver may import the module that it replaces, because it may change only a part of it.
      const byPlace = context.parentURL?.startsWith(DRIVERS_FOLDER) ? undefined : drivers.get(found.url);
      return byPlace === undefined ? found : { ...found, url: byPlace };
    },
    load(url, context, next) {
      const found = byUrl.get(url);
      if (found === undefined) return next(url, context);
      const source = found.reduce(patched, readFileSync(new URL(url), 'utf8'));
      return { format: 'module-typescript', source, shortCircuit: true };
    },
  });
}
