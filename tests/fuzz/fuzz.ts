/**
 * `npm run fuzz -- [FORMAT …] [--count N] [--seed S] [--only N]`: damages small documents of each format at random,
 * builds PDFs of random objects (`pdf-objects`), and reads them. Each must end in an answer or a typed error. The same
 * seed makes the same documents; a failure names its number, and `--only N` repeats it alone.
 */
import { parseArgs } from 'node:util';
import { understoodOrExit } from '../../commands/usage.ts';
import { loadFormats } from '../../services/extractor/registry.ts';
import { fuzzFormat } from './run.ts';
import { SEEDS } from './seeds.ts';

const COUNT = 10_000;

const USAGE = 'npm run fuzz -- [FORMAT …] [--count N] [--seed S] [--only N]';
const { values, positionals } = understoodOrExit('fuzz', USAGE, () =>
  parseArgs({
    allowPositionals: true,
    options: {
      count: { type: 'string', default: String(COUNT) },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  }),
);

const formats = await loadFormats();
let failures = 0;
for (const [name, documents] of Object.entries(SEEDS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const first = values.only === undefined ? 0 : Number(values.only);
  const count = values.only === undefined ? Number(values.count) : 1;
  const report = await fuzzFormat(formats, documents(), { seed: Number(values.seed), first, count });
  failures += report.failures.length;
  console.log(
    `${name}: ${count} documents, ${report.answered} answered, ${report.refused} refused, slowest ${report.slowestMs.toFixed(0)} ms (${report.slowest})`,
  );
  for (const failure of report.failures) console.log(`  ${failure}`);
}
process.exitCode = failures > 0 ? 1 : 0;
