import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finish } from './support/process.ts';

/** Programs for contributors; tests/e2e/keys.e2e.test.ts tests those for operators. */
const PROGRAMS = {
  simulate: 'tests/simulation/simulate.ts',
  fuzz: 'tests/fuzz/fuzz.ts',
  documents: 'tests/documents/documents.ts',
  redrawn: 'tests/documents/redrawn/redrawn.ts',
};

describe('a program of contributors', () => {
  for (const [name, file] of Object.entries(PROGRAMS)) {
    test(`${name} says for --help how it is called, and does nothing`, async () => {
      const { code, stdout, stderr } = await finish([file, '--help'], {});
      assert.equal(code, 0, stderr);
      assert.match(stdout, new RegExp(`^usage: npm run ${name} -- .*\\n$`));
    });

    test(`${name} takes a mistake for no more than one line, and exit 1`, async () => {
      const { code, stdout, stderr } = await finish([file, '--nope'], {});
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(stderr, new RegExp(`^${name}: Unknown option '--nope'; usage: npm run .*\\n$`));
    });
  }
});
