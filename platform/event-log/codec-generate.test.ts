import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generatedFiles, publicationOf, readPublished } from './codec-generate.ts';
import { SCHEMA_FILES } from './codec-schemas.ts';

test('what is generated from the schemas is fresh (else npm run generate:events)', () => {
  for (const [path, text] of Object.entries(generatedFiles())) {
    assert.equal(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'), text, path);
  }
});

test('a published schema was never edited or removed (a change is a new file, Name.vN.avsc)', () => {
  const present = Object.fromEntries(SCHEMA_FILES.map(file => [file.file, publicationOf(file)]));
  assert.deepEqual(present, readPublished());
});
