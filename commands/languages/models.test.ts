import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { findLanguages, OWN_MODELS } from '../../services/extractor/ocr/languages.ts';
import { TesseractReader } from '../../services/extractor/ocr/tesseract/reader.ts';
import { addModel, modelsIn } from './models.ts';

const MODEL = join(OWN_MODELS, 'heb.traineddata.gz');

describe('a language added from a folder', () => {
  let folder: string;
  let kept: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'textrail-models-'));
    kept = mkdtempSync(join(tmpdir(), 'textrail-kept-'));
    writeFileSync(join(folder, 'heb.traineddata'), gunzipSync(readFileSync(MODEL)));
    copyFileSync(MODEL, join(folder, 'yid.traineddata.gz'));
  });
  after(() => {
    for (const path of [folder, kept]) rmSync(path, { recursive: true });
  });

  test('is kept packed, whether it came plain or packed, and is listed', () => {
    for (const code of ['yid', 'heb']) {
      const file = addModel(code, folder, kept);
      assert.deepEqual(gunzipSync(readFileSync(file)), gunzipSync(readFileSync(MODEL)));
    }
    assert.deepEqual(modelsIn(kept), ['heb', 'yid']);
  });

  test('can be read in', async () => {
    addModel('yid', folder, kept);
    const [yiddish, ...others] = findLanguages(['yid'], kept).filter(({ code }) => code !== 'eng');
    assert.ok(yiddish !== undefined && others.length === 0);
    await TesseractReader.load([yiddish]);
  });

  test('that is not there, or no code at all, is one clear error', () => {
    assert.throws(() => addModel('srp', folder, kept), /no model of srp was found/);
    assert.throws(() => addModel('../heb', folder, kept), /is no language code/);
  });
});

test('the command lists the languages on board, and says how it is used', () => {
  const command = fileURLToPath(new URL('../languages.ts', import.meta.url));
  const run = (...words: string[]) => spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });
  assert.match(run('list').stdout, /^heb$/m);
  const wrong = run('remove', 'heb');
  assert.deepEqual([wrong.status, wrong.stdout], [1, '']);
  assert.match(wrong.stderr, /^languages: usage: /);
});
