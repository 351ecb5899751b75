import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFormats } from '../../services/extractor/registry.ts';
import { fuzzFormat } from './run.ts';
import { SEEDS } from './seeds.ts';

/** Documents of each format, a tenth of the number that `npm run fuzz` reads. */
const COUNT = 1_000;
/** PDFs, which take ten times as long to read. */
const PDF_COUNT = 200;

const formats = await loadFormats();

for (const [name, documents] of Object.entries(SEEDS))
  test(`damaged documents (${name}) end in answers or typed errors`, async () => {
    const count = name.startsWith('pdf') ? PDF_COUNT : COUNT;
    const { answered, refused, failures } = await fuzzFormat(formats, documents(), {
      seed: 1,
      first: 0,
      count,
    });
    assert.deepEqual(failures, []);
    assert.equal(answered + refused, count);
    assert.ok(
      answered > 0 && refused > 0,
      'some of both: damage that nothing notices, and damage that everything stops',
    );
  });
