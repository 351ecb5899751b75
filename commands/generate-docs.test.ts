import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { GENERATED } from './generate-docs.ts';

for (const [path, text] of Object.entries(GENERATED)) {
  it(`${path} is what its table says (npm run generate:docs writes it)`, () => {
    assert.equal(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), text());
  });
}
