/** Makes a build that follows this one: the same program with one more release of the event schemas. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';
import { ROOT } from '../support/process.ts';

/** The program's files, and what it reads. */
const PROGRAM = [
  'main.ts',
  'textrail.ts',
  'whole-service.ts',
  'one-service.ts',
  'package.json',
  'core',
  'patches',
  'platform',
  'schemas',
  'services',
];
/** The field that the next build adds to these events. Code that does not know it leaves it at its default. */
const NEW_FIELD = {
  name: 'remark',
  type: ['null', 'string'],
  default: null,
  doc: 'Added by a later version.',
};
const CHANGED = ['ExtractRequested', 'ExtractCompleted', 'WebhookAttempted'] as const;

export interface NextBuild {
  program: string;
  /** The release of the schemas that the build adds. */
  release: number;
  dispose: () => void;
}

export function makeNextBuild(): NextBuild {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-next-'));
  for (const part of PROGRAM) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const added = CHANGED.map(name => addVersion(join(folder, 'schemas', 'events'), name));
  const table = join(folder, 'schemas', 'releases.ts');
  const text = readFileSync(table, 'utf8');
  const end = text.indexOf('\n];\n');
  assert.ok(end > 0, 'the table of releases ends as it did');
  writeFileSync(table, `${text.slice(0, end)}\n  ${JSON.stringify(added)},${text.slice(end)}`);
  return {
    program: join(folder, 'main.ts'),
    release: SCHEMA_RELEASES.length + 1,
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes the next version of a schema, such as `ExtractRequested.v2`, derived from the newest one. */
function addVersion(folder: string, name: string): string {
  const versions = SCHEMA_RELEASES.flat().filter(file => file.startsWith(`${name}.v`));
  const newest = Math.max(...versions.map(file => Number(file.slice(name.length + 2))));
  const schema = JSON.parse(readFileSync(join(folder, `${name}.v${newest}.avsc`), 'utf8'));
  const file = join(folder, `${name}.v${newest + 1}.avsc`);
  writeFileSync(file, JSON.stringify({ ...schema, fields: [...schema.fields, NEW_FIELD] }));
  return basename(file, '.avsc');
}
