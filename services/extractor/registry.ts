/** Finds the formats by listing their folder, so that adding one touches nothing else. */
import { readdir, stat } from 'node:fs/promises';
import type { Format } from './format.ts';

const FORMATS_FOLDER = new URL('./formats/', import.meta.url);

/**
 * Every `formats/NAME.ts` and `formats/NAME/format.ts` that exports a `format`, in alphabetical order. Throws if a
 * module lacks the export, or if two formats claim one name or content type: both are mistakes in the build, better
 * found at start than with the first document.
 */
export function loadFormats(folder: URL = FORMATS_FOLDER): Promise<Format[]> {
  if (folder.href !== FORMATS_FOLDER.href) return formatsIn(folder);
  loaded ??= formatsIn(folder);
  return loaded;
}

/** The product's own formats cannot change while it runs, so they are looked up once. */
let loaded: Promise<Format[]> | undefined;

async function formatsIn(folder: URL): Promise<Format[]> {
  const modules = await formatModules(folder);
  const formats = await Promise.all(modules.map(importFormat));
  refuseDuplicates(
    'name',
    formats.map(format => format.name),
  );
  refuseDuplicates(
    'content type',
    formats.flatMap(format => format.contentTypes),
  );
  return formats;
}

/** The format that reads this content type, or undefined. */
export function formatFor(contentType: string, formats: readonly Format[]): Format | undefined {
  return formats.find(format => format.contentTypes.includes(contentType));
}

async function formatModules(folder: URL): Promise<URL[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter(entry => entry.isDirectory() || isFormatFile(entry.name))
    .map(entry => (entry.isDirectory() ? `${entry.name}/format.ts` : entry.name))
    .sort();
  const urls = names.map(name => new URL(name, folder));
  const present = await Promise.all(urls.map(isFile));
  return urls.filter((_, index) => present[index]);
}

const isFormatFile = (name: string): boolean => name.endsWith('.ts') && !name.endsWith('.test.ts');

async function isFile(url: URL): Promise<boolean> {
  return stat(url).then(
    entry => entry.isFile(),
    () => false,
  );
}

async function importFormat(url: URL): Promise<Format> {
  const module: { format?: Format } = await import(url.href);
  if (module.format === undefined) throw new Error(`${url.pathname} exports no format`);
  return module.format;
}

function refuseDuplicates(what: string, values: string[]): void {
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) throw new Error(`two formats share the ${what} ${twice}`);
}
