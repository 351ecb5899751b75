/**
 * `npm run documents`: prints how well each producer's documents are read, and what is read differently from what was
 * accepted. `npm run documents -- [--accept] [--printed] [part of a name …]`: reads only the named documents, and
 * prints the differences of each.
 */
import { parseArgs } from 'node:util';
import { understoodOrExit } from '../../commands/usage.ts';
import { accept, acceptedScores, entries, readEntry, roundedScores } from './collection.ts';
import type { Difference, Scores } from './differences.ts';
import { KINDS, type Kind } from './outline.ts';

const USAGE = 'npm run documents -- [--accept] [--printed] [part of a name …]';
const { values, positionals } = understoodOrExit('documents', USAGE, () =>
  parseArgs({
    options: { accept: { type: 'boolean' }, printed: { type: 'boolean' } },
    allowPositionals: true,
  }),
);

const COLUMNS: readonly (Kind | 'all')[] = [...KINDS, 'all'];
const COLUMN_WIDTH = 10;
const NAME_WIDTH = 24;
/** Characters of a line that are printed. */
const LINE_WIDTH = 110;

const chosen = entries()
  .filter(({ isScan }) => !(values.printed && isScan))
  .filter(({ name }) => positionals.length === 0 || positionals.some(part => name.includes(part)));
const before = acceptedScores();
const scores: Record<string, Scores> = {};
const byProducer = new Map<string, Scores[]>();
for (const entry of chosen) {
  const comparison = await readEntry(entry);
  const of = roundedScores(comparison.scores);
  scores[entry.name] = of;
  byProducer.set(entry.producer, [...(byProducer.get(entry.producer) ?? []), of]);
  const changes = changesOf(before[entry.name] ?? {}, of);
  if (changes !== '') console.log(`${entry.name}: ${changes}`);
  if (changes !== '' || positionals.length > 0) comparison.differences.forEach(printDifference);
}

console.log(
  ['producer'.padEnd(NAME_WIDTH), ...COLUMNS.map(column => column.padStart(COLUMN_WIDTH))].join(''),
);
for (const [producer, all] of byProducer) printRow(producer, all);
printRow('ALL', [...byProducer.values()].flat());
if (values.accept) accept({ ...before, ...scores });

function changesOf(old: Scores, now: Scores): string {
  return COLUMNS.filter(kind => old[kind] !== now[kind])
    .map(kind => `${kind} ${old[kind] ?? '–'} → ${now[kind] ?? '–'}`)
    .join(', ');
}

function printDifference({ sign, line }: Difference): void {
  const text = line.text.length > LINE_WIDTH ? `${line.text.slice(0, LINE_WIDTH)}…` : line.text;
  console.log(`  ${sign} ${line.kind.padEnd(COLUMN_WIDTH)}${text.replaceAll('\n', '⏎')}`);
}

function printRow(name: string, all: readonly Scores[]): void {
  const cells = COLUMNS.map(kind => {
    const known = all.flatMap(of => of[kind] ?? []);
    const mean = known.reduce((sum, score) => sum + score, 0) / known.length;
    return (known.length === 0 ? '–' : mean.toFixed(3)).padStart(COLUMN_WIDTH);
  });
  console.log([name.padEnd(NAME_WIDTH), ...cells].join(''));
}
