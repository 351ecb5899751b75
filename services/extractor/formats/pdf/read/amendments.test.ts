import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Amendment } from './amendment.ts';
import { API_AMENDMENTS, CORE_AMENDMENTS } from './amendments.ts';

const BUILD = 'pdfjs-dist/legacy/build';

for (const [file, amendments] of [
  ['pdf.worker.mjs', CORE_AMENDMENTS],
  ['pdf.mjs', API_AMENDMENTS],
] as [string, readonly Amendment[]][]) {
  test(`every amended passage stands once in ${file} of the pinned pdf.js`, () => {
    const source = readFileSync(createRequire(import.meta.url).resolve(`${BUILD}/${file}`), 'utf8');
    for (const { reason, passage } of amendments) assert.equal(source.split(passage).length, 2, reason);
  });
}
