import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SCHEMA_RELEASES, WRITE_RELEASE } from '../schemas/releases.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Where each file states its version. */
const PLACES: [file: string, version: RegExp][] = [
  ['package-lock.json', /"version": "([^"]+)"/],
  ['clients/typescript/package.json', /"version": "([^"]+)"/],
  ['clients/python/pyproject.toml', /^version = "([^"]+)"/m],
  ['deploy/helm/textrail/Chart.yaml', /^version: (\S+)/m],
  // The newest release comes first, with its date or as pending.
  ['CHANGELOG.md', /^## (\S+), (?:\d{4}-\d\d-\d\d|pending)$/m],
];

test('package, clients, chart and changelog name one version', () => {
  const { version } = JSON.parse(read('package.json'));
  for (const [file, place] of PLACES) assert.equal(place.exec(read(file))?.[1], version, file);
});

test('the changelog says of its newest version which releases of the schemas it writes and reads', () => {
  const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
  const [newest = ''] = read('CHANGELOG.md').split(/^## /m).slice(1);
  assert.ok(
    newest.includes(`It writes the ${words[WRITE_RELEASE - 1]} release of the event schemas`),
    newest.slice(0, 200),
  );
  assert.equal(SCHEMA_RELEASES.length, 2, 'and "reads both" is no longer what is read');
});
