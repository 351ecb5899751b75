/** Checks, case by case, that the recipes in both languages give the same chunks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import cases from './cases.json' with { type: 'json' };
import { chunksOf, withHeadings } from './chunks.ts';

const PROGRAM = `
import dataclasses, json, sys
from chunks import chunks_of
cases = json.load(open("cases.json"))
made = [[dataclasses.asdict(chunk) for chunk in chunks_of(case["elements"], case["max"])] for case in cases]
print(json.dumps(made))
`;

describe('chunks of elements', () => {
  for (const { says, max, elements, chunks } of cases)
    test(says, () => assert.deepEqual(chunksOf(elements, max), chunks));

  test('the headings are told with the text', () => {
    const chunk = { text: 'Low.', headings: ['Report', 'Costs'], page: 1, offset: 0 };
    assert.equal(withHeadings(chunk), 'Report > Costs\n\nLow.');
    assert.equal(withHeadings({ ...chunk, headings: [] }), 'Low.');
  });

  test('no character is cut in two', () => {
    const text = '😀'.repeat(10);
    const pieces = chunksOf([{ type: 'paragraph', text, page: null, offset: 0 }], 5);
    assert.deepEqual(
      pieces.map(piece => piece.text),
      Array.from({ length: 5 }, () => '😀😀'),
    );
  });

  test('Python gives the same', t => {
    const run = (program: string) =>
      spawnSync('python3', ['-B', '-c', program], { cwd: import.meta.dirname, encoding: 'utf8' });
    if (run('import sys; sys.exit(sys.version_info < (3, 10))').status !== 0) {
      t.skip('there is no Python 3.10 or newer on this machine');
      return;
    }
    const { status, stdout, stderr } = run(PROGRAM);
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      JSON.parse(stdout),
      cases.map(({ chunks }) => chunks),
    );
  });
});
