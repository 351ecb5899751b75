/**
 * `npm run redrawn -- [--way part of a name] [--keep FOLDER] [--differences] [FILE.pdf or FOLDER …]`: checks whether
 * documents are read the same if their pages are drawn differently: lines as boxes, dashes or trapezoids, texts by
 * letters or in another order, pages turned or scaled. It needs no expected content. Without a file it redraws the
 * prints of this collection.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { understoodOrExit } from '../../../commands/usage.ts';
import { type Comparison, compare } from '../differences.ts';
import { KINDS } from '../outline.ts';
import { outlineOfPdf } from '../read.ts';
import { PdfFile } from './file.ts';
import { WAYS } from './ways.ts';

const USAGE =
  'npm run redrawn -- [--way part of a name] [--keep FOLDER] [--differences] [FILE.pdf or FOLDER …]';
const { values, positionals } = understoodOrExit('redrawn', USAGE, () =>
  parseArgs({
    options: { way: { type: 'string' }, keep: { type: 'string' }, differences: { type: 'boolean' } },
    allowPositionals: true,
  }),
);
const PRINTED = join(import.meta.dirname, '..', 'printed');
const COLUMN_WIDTH = 10;
const NAME_WIDTH = 20;

const files = (positionals.length > 0 ? positionals : [PRINTED]).flatMap(path =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter(name => name.endsWith('.pdf'))
        .map(name => join(path, name))
    : [path],
);
const [[plain = '', draw] = [], ...others] = Object.entries(WAYS);
const ways = others.filter(([name]) => name.includes(values.way ?? ''));
const found = new Map<string, Comparison[]>(ways.map(([name]) => [name, []]));
let left = 0;
for (const path of files) {
  const file = opened(path);
  if (file === null || draw === undefined) continue;
  const apart = await outlineOfPdf(redrawn(file, plain, draw, path));
  for (const [name, way] of ways) {
    const comparison = compare(apart, await outlineOfPdf(redrawn(file, name, way, path)), false);
    found.get(name)?.push(comparison);
    if (!values.differences || comparison.differences.length === 0) continue;
    console.log(`${basename(path)}, ${name}`);
    for (const { sign, line } of comparison.differences.slice(0, 12))
      console.log(`  ${sign} ${line.kind.padEnd(COLUMN_WIDTH)}${line.text.slice(0, 110)}`);
  }
}
const columns = [...KINDS, 'all'] as const;
console.log(
  ['way'.padEnd(NAME_WIDTH), ...[...columns, 'same'].map(name => name.padStart(COLUMN_WIDTH))].join(''),
);
for (const [name, comparisons] of found) {
  const cells = columns.map(column => {
    const scores = comparisons.flatMap(({ scores }) => scores[column] ?? []);
    return (scores.reduce((sum, score) => sum + score, 0) / scores.length).toFixed(3);
  });
  const same = comparisons.filter(({ differences }) => differences.length === 0).length;
  const row = [...cells, `${same}/${comparisons.length}`].map(cell => cell.padStart(COLUMN_WIDTH));
  console.log(name.padEnd(NAME_WIDTH) + row.join(''));
}
if (left > 0) console.log(`${left} files could not be redrawn.`);

function opened(path: string): PdfFile | null {
  try {
    return new PdfFile(readFileSync(path));
  } catch {
    left++;
    return null;
  }
}

function redrawn(file: PdfFile, name: string, way: (typeof WAYS)[string], path: string): Uint8Array {
  const bytes = file.withPages(file.pages.map(page => way(page, file.fonts)));
  if (values.keep !== undefined) {
    const folder = join(values.keep, name.replaceAll(' ', '-'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, basename(path)), bytes);
  }
  return bytes;
}
