import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

const FOLDER = mkdtempSync(join(tmpdir(), 'textrail-output-'));
after(() => rmSync(FOLDER, { recursive: true }));

/** Runs a line of a program whose files are limited to 4 KB: a longer write is only partly done, as on a disk that fills up. */
function within4KB(path: string, line: string): void {
  const program = `import { writeText, writeWhole } from './private-output.ts';
    import { openRowFile } from './export/row-files.ts';
    const [path, text, record] = [process.argv[1], 'a'.repeat(10_000), { event: {}, partition: 0, offset: 1 }];
    ${line}`;
  const node = [process.execPath, '--input-type=module', '-e', program, path];
  spawnSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node], { cwd: import.meta.dirname });
}

describe('a file that a command writes', () => {
  test('is what was to be written', () => {
    const path = join(FOLDER, 'small');
    within4KB(path, `await writeText(path, text.slice(0, 1_000));`);
    assert.equal(readFileSync(path, 'utf8'), 'a'.repeat(1_000));
  });

  test('is not there where the disk took a part of it', () => {
    const path = join(FOLDER, 'text');
    within4KB(path, 'await writeText(path, text);');
    assert.equal(existsSync(path), false);
  });

  test('is not there where the disk took a part of a row', () => {
    const path = join(FOLDER, 'rows');
    within4KB(
      path,
      `await writeWhole(path, async temporary => {
        const file = openRowFile('ndjson', temporary, [{ name: 'text', type: 'STRING' }]);
        await file.add({ ...record, event: { text } });
        await file.finish();
      });`,
    );
    assert.equal(existsSync(path), false);
  });
});
