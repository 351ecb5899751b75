/** `npm run bench -- NAME`. Figures of a shared machine: compare ratios within one run. */
import { chaos } from './chaos.ts';
import { distributed } from './distributed.ts';
import { documents } from './documents.ts';
import { integrations } from './integrations.ts';
import { jobs } from './jobs.ts';
import { memory } from './memory.ts';
import { ocr } from './ocr.ts';
import { pdf } from './pdf.ts';
import { peers } from './peers.ts';
import { scans } from './scans.ts';
import { sealing } from './sealing.ts';
import { stages } from './stages.ts';
import { synchronous } from './synchronous.ts';
import { tenants } from './tenants.ts';
import { tika } from './tika/tika.ts';
import { tracing } from './tracing.ts';

const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  synchronous,
  integrations,
  jobs,
  memory,
  ocr,
  pdf,
  documents,
  distributed,
  scans,
  sealing,
  chaos,
  stages,
  peers,
  tenants,
  tika,
  tracing,
};

const USAGE = `usage: npm run bench -- ${Object.keys(BENCHMARKS).join('|')}`;

const [name = ''] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (benchmark !== undefined) await benchmark();
else if (name === '--help' || name === '-h') console.log(USAGE);
else {
  console.error(USAGE);
  process.exitCode = 1;
}
