/** `textrail`: extracts documents from the command line. */
import { availableParallelism } from 'node:os';
import { Textrail } from '../../clients/typescript/textrail.ts';
import { InvalidSetting } from '../../platform/setting-value.ts';
import { USAGE, WrongUse } from './arguments.ts';
import { EXIT, extract } from './extract.ts';
import type { DocumentReader } from './reader.ts';
import { ServiceReader } from './service-reader.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
// The reader of our output has closed it (`textrail extract … | head`).
process.stdout.on('error', () => process.exit(EXIT.stopped));

const { TEXTRAIL_URL = '', TEXTRAIL_API_KEY = '' } = process.env;

/** Chooses the reader. Modules for formats and workers are only loaded if this process reads documents itself. */
async function reading(): Promise<(workers: number, many: boolean) => DocumentReader> {
  if (TEXTRAIL_URL !== '') {
    if (!/^https?:\/\/[^/]/.test(TEXTRAIL_URL)) throw new WrongUse('TEXTRAIL_URL is no http(s):// address');
    if (TEXTRAIL_API_KEY === '') throw new WrongUse('TEXTRAIL_URL is set, and TEXTRAIL_API_KEY is not');
    const client = new Textrail({ baseUrl: TEXTRAIL_URL, apiKey: TEXTRAIL_API_KEY });
    return (_workers, many) => new ServiceReader(client, many);
  }
  const { OwnReader } = await import('./own-reader.ts');
  return workers => new OwnReader(process.env, workers);
}

async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === '--help' || command === '-h' || args.includes('--help')) {
    process.stdout.write(USAGE);
    return EXIT.read;
  }
  if (command === 'mcp' && args.length === 0) return mcp();
  if (command !== 'extract') throw new WrongUse(command === undefined ? 'name a command' : `no ${command}`);
  const open = await reading();
  const { stdout, stderr } = process;
  const buckets = async () => {
    const { bucketsOf, objectsBelow } = await import('./buckets.ts');
    return { open: bucketsOf(process.env), objectsBelow };
  };
  return extract(args, { stdout, stderr, open, buckets, signal: interrupted.signal });
}

async function mcp(): Promise<number> {
  const { serveMcp } = await import('./mcp.ts');
  const reader = (await reading())(availableParallelism(), false);
  try {
    await serveMcp(reader, interrupted.signal);
  } finally {
    await reader.close();
  }
  return EXIT.read;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isWrong = error instanceof WrongUse;
  process.stderr.write(`textrail: ${error instanceof Error ? error.message : String(error)}\n`);
  if (isWrong) process.stderr.write(`\n${USAGE}`);
  process.exitCode = isWrong || error instanceof InvalidSetting ? EXIT.wrongUse : EXIT.stopped;
}
