/** The documents that an order names, in the order in which they are named; those of a folder by name. */
import { createHash } from 'node:crypto';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, relative as relativePath, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Order, type OutputFormat, WrongUse } from './arguments.ts';

export type Input =
  | { kind: 'file'; name: string; path: string; outName: string }
  | { kind: 'stdin'; name: string; outName: string }
  | { kind: 'url'; name: string; url: string; outName: string }
  | { kind: 'object'; name: string; outName: string; changedAt: number; object: StoredObject };

/** A document as it is passed to a reader. */
export type Loaded = { bytes: Buffer } | { url: string; version?: string } | { object: StoredObject };

/** A document in a bucket, which the service may be able to fetch itself. */
export interface StoredObject {
  /** Changes with each change of the document. */
  version: string;
  bytes: number;
  /** A presigned https address; null if the store has no https. */
  address: () => Promise<string | null>;
  read: () => Promise<Buffer>;
}

const ENDINGS: Record<OutputFormat, string> = { text: '.txt', json: '.json', markdown: '.md' };

/**
 * Finds the inputs of an order. Throws `WrongUse` for a path that does not exist, an `out` that is not a folder, and if
 * two documents would be written to the same place.
 */
export function findInputs({ paths, urls, format, out, to }: Order, objects: readonly Input[]): Input[] {
  if (out !== null && statSync(out, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new WrongUse(`${out} is no folder`);
  const outFolder = out === null ? null : realOf(out);
  const inputs: Input[] = [
    ...paths.flatMap(path => inputsOf(path, outFolder)),
    ...objects,
    ...urls.map((url): Input => ({ kind: 'url', name: url, url, outName: nameOfUrl(url) })),
  ];
  if (out !== null) for (const input of inputs) checkBelow(out, input);
  if (out !== null || to !== null) checkPlaces(inputs, format);
  return inputs;
}

export const resultNameOf = ({ outName }: Input, format: OutputFormat): string => outName + ENDINGS[format];

export const outPathOf = (out: string, input: Input, format: OutputFormat): string =>
  join(out, resultNameOf(input, format));

export async function load(input: Input): Promise<Loaded> {
  if (input.kind === 'url') return { url: input.url };
  if (input.kind === 'object') return { object: input.object };
  return { bytes: input.kind === 'file' ? await readFile(input.path) : await buffer(process.stdin) };
}

function inputsOf(path: string, outFolder: string | null): Input[] {
  if (path === '-') return [{ kind: 'stdin', name: 'standard input', outName: 'stdin' }];
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new WrongUse(`${path} is not there`);
  if (!found.isDirectory()) return [{ kind: 'file', name: path, path, outName: basename(path) }];
  return filesBelow(path, '', outFolder);
}

/** The files below a folder, without hidden ones, links, and what an earlier run has written. */
function filesBelow(root: string, below: string, outFolder: string | null): Input[] {
  const folder = join(root, below);
  if (outFolder !== null && realOf(folder) === outFolder) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(entry => {
    const relative = join(below, entry.name);
    if (entry.isDirectory()) return filesBelow(root, relative, outFolder);
    if (!entry.isFile()) return [];
    const path = join(root, relative);
    return [{ kind: 'file', name: path, path, outName: relative }];
  });
}

function realOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? resolve(path) : realpathSync(path);
}

/** The last part of the address's path, and a hash of the whole address to tell it from others with the same name. */
function nameOfUrl(url: string): string {
  const end = basename(new URL(url).pathname).replace(/[^\p{L}\p{N}._-]+/gu, '_');
  const hash = createHash('sha256').update(url).digest('hex').slice(0, 8);
  return `${end === '' || end.startsWith('.') ? 'document' : end}-${hash}`;
}

/** Rejects an input that would be written outside `out`: keys in a bucket may contain any text. */
function checkBelow(out: string, { name, outName }: Input): void {
  const way = relativePath(out, join(out, outName));
  if (way === '' || way.split(sep)[0] === '..')
    throw new WrongUse(`${name} would be written outside of ${out}`);
}

function checkPlaces(inputs: readonly Input[], format: OutputFormat): void {
  const first = new Map<string, string>();
  for (const input of inputs) {
    const place = resultNameOf(input, format);
    const other = first.get(place);
    if (other !== undefined)
      throw new WrongUse(`${other} and ${input.name} would both be written to ${place}`);
    first.set(place, input.name);
  }
}
