/** The documents of this folder, and how well each one is read. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comparison, compare, type Scores } from './differences.ts';
import { type Expected, outlineOfExpected } from './outline.ts';
import { outlineOfPdf } from './read.ts';

const HERE = import.meta.dirname;
const ACCEPTED = join(HERE, 'accepted.json');

export interface Entry {
  /** For example `printed/typst-report`. */
  name: string;
  producer: string;
  isScan: boolean;
}

/** All documents, printed ones first. */
export function entries(): Entry[] {
  return ['printed', 'scanned'].flatMap(folder =>
    readdirSync(join(HERE, folder))
      .filter(file => file.endsWith('.pdf'))
      .sort()
      .map(file => {
        const isScan = folder === 'scanned';
        const producer = `${file.split('-')[0] ?? ''}${isScan ? ', scanned' : ''}`;
        return { name: `${folder}/${file.slice(0, -'.pdf'.length)}`, producer, isScan };
      }),
  );
}

export async function readEntry({ name, isScan }: Entry): Promise<Comparison> {
  const bytes = new Uint8Array(readFileSync(join(HERE, `${name}.pdf`)));
  const document = name.split('-').at(-1) ?? '';
  const expected = JSON.parse(readFileSync(join(HERE, 'expected', `${document}.json`), 'utf8')) as Expected[];
  return compare(outlineOfExpected(expected), await outlineOfPdf(bytes), isScan);
}

/** The scores written by the last `--accept`. */
export function acceptedScores(): Record<string, Scores> {
  return JSON.parse(readFileSync(ACCEPTED, 'utf8')) as Record<string, Scores>;
}

export function accept(scores: Record<string, Scores>): void {
  const sorted = Object.entries(scores).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(ACCEPTED, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

export function roundedScores(scores: Scores): Scores {
  return Object.fromEntries(Object.entries(scores).map(([kind, score]) => [kind, Number(score.toFixed(3))]));
}
