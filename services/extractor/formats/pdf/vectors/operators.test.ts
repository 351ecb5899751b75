import assert from 'node:assert/strict';
import test from 'node:test';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { OPERATOR } from './operators.ts';

test('operator codes are those of the installed pdf.js', () => {
  const installed = OPS as unknown as Record<string, number>;
  for (const [name, code] of Object.entries(OPERATOR)) assert.equal(installed[name], code, name);
});
