/** `npm run bench -- NAME`. The figures are those of a shared machine: compare only ratios within one run. */

/** Each is loaded only when asked for: some use the suites' tools, which load the test runner. */
const BENCHMARKS: Readonly<Record<string, () => Promise<void>>> = {
  synchronous: async () => (await import('./synchronous.ts')).synchronous(),
  integrations: async () => (await import('./integrations.ts')).integrations(),
  jobs: async () => (await import('./jobs.ts')).jobs(),
  memory: async () => (await import('./memory.ts')).memory(),
  ocr: async () => (await import('./ocr.ts')).ocr(),
  pdf: async () => (await import('./pdf.ts')).pdf(),
  documents: async () => (await import('./documents.ts')).documents(),
  distributed: async () => (await import('./distributed.ts')).distributed(),
  scans: async () => (await import('./scans.ts')).scans(),
  sealing: async () => (await import('./sealing.ts')).sealing(),
  chaos: async () => (await import('./chaos.ts')).chaos(),
  stages: async () => (await import('./stages.ts')).stages(),
  promotion: async () => (await import('./promotion.ts')).promotion(),
  peers: async () => (await import('./peers.ts')).peers(),
  tenants: async () => (await import('./tenants.ts')).tenants(),
  tika: async () => (await import('./tika/tika.ts')).tika(),
  tracing: async () => (await import('./tracing.ts')).tracing(),
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
