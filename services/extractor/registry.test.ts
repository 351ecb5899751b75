import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ERRORS } from '../../schemas/errors.ts';
import { formatFor, loadFormats } from './registry.ts';

async function formatsFolder(files: Record<string, string>, use: (folder: URL) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'textrail-formats-'));
  try {
    for (const [name, source] of Object.entries(files)) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await writeFile(join(folder, name), source);
    }
    await use(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const source = (name: string, type: string) =>
  `export const format = { name: '${name}', contentTypes: ['${type}'], parse: async () => { throw new Error(); } };`;

test('a file and a folder are both a format; tests and folders without format.ts are none', async () => {
  const files = {
    'alpha.ts': source('alpha', 'text/alpha'),
    'alpha.test.ts': 'throw new Error("loaded a test")',
    'beta/format.ts': source('beta', 'text/beta'),
    'parts/reader.ts': 'throw new Error("loaded a part")',
  };
  await formatsFolder(files, async folder => {
    const formats = await loadFormats(folder);
    assert.deepEqual(
      formats.map(format => format.name),
      ['alpha', 'beta'],
    );
    assert.equal(formatFor('text/beta', formats)?.name, 'beta');
    assert.equal(formatFor('text/gamma', formats), undefined);
  });
});

test('two formats that claim one content type are refused at start', async () => {
  const files = { 'one.ts': source('one', 'text/same'), 'two.ts': source('two', 'text/same') };
  await formatsFolder(files, folder => assert.rejects(loadFormats(folder), /content type text\/same/));
});

test('a module that exports no format is refused at start', async () => {
  await formatsFolder({ 'empty.ts': 'export {};' }, folder =>
    assert.rejects(loadFormats(folder), /exports no format/),
  );
});

test('who sends what is not supported is told the formats that are', async () => {
  const shownAs: Record<string, string> = { image: 'PNG', odf: 'ODT' };
  const { message } = ERRORS.unsupported_format;
  for (const { name } of await loadFormats())
    assert.match(message, new RegExp(`\\b${shownAs[name] ?? name.toUpperCase()}\\b`), name);
});
