import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { PATCHED_VERSION, patched, readPatches } from './patches.ts';

const FILES = ['legacy/build/pdf.mjs', 'legacy/build/pdf.worker.mjs'];
const require = createRequire(import.meta.url);
const sourceOf = (file: string): string => readFileSync(require.resolve(`pdfjs-dist/${file}`), 'utf8');

const PATCH = {
  name: '01-more.patch',
  text: `Count to three.

--- a/count.mjs
+++ b/count.mjs
@@ -1,3 +1,4 @@
 one
-2
+two
+three
 
@@ -5,1 +6,1 @@
-end
+the end
`,
};

test('every patch applies to the installed pdf.js, which is of the version they are for', () => {
  assert.equal(require('pdfjs-dist/package.json').version, PATCHED_VERSION);
  for (const file of FILES) assert.notEqual(patched(sourceOf(file), file, readPatches()), sourceOf(file));
});

test('a patch replaces the lines that it names, in the files that it names', () => {
  assert.equal(patched('one\n2\n\nfour\nend\n', 'count.mjs', [PATCH]), 'one\ntwo\nthree\n\nfour\nthe end\n');
  assert.equal(patched('one\n2\n', 'other.mjs', [PATCH]), 'one\n2\n');
});

test('one that no longer applies is an error that names it, the file and the line', () => {
  for (const source of ['zero\none\n2\n\nfour\nend\n', ''])
    assert.throws(
      () => patched(source, 'count.mjs', [PATCH]),
      /01-more\.patch does not apply to count\.mjs, line 1\./,
    );
  assert.throws(() => patched('one\n2\n\nfour\nfive\n', 'count.mjs', [PATCH]), /line 5\./);
});

test('each patch names files that are read, its reasons, and what it is called upstream', () => {
  for (const { name, text } of readPatches()) {
    const [head = '', ...parts] = text.split(/^--- a\//m);
    assert.match(head, /^[A-Z][^\n]+\.\n/, name);
    assert.match(head, /^Upstream: \S/m, name);
    assert.ok(
      parts.length > 0 && parts.every(part => FILES.some(file => part.startsWith(`${file}\n`))),
      name,
    );
  }
});
