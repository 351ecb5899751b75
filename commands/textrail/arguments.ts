/** Parses the arguments of `textrail`. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export const USAGE = `usage: textrail extract FILE|DIR|- …   documents, folders of them, or one from standard input
       textrail extract --url https://…  a document that is fetched; may be given several times
       textrail extract s3://BUCKET/PREFIX  all documents below a prefix, by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
                                         AWS_REGION, AWS_ENDPOINT_URL

       textrail mcp                      serves the Model Context Protocol on standard input and output

  --text | --json | --markdown   what is written (text unless given)
  --out DIR      one file for each document below DIR, instead of standard output
  --to s3://BUCKET/PREFIX   one object for each document below it
  --resume       with --out or --to: leaves out what was written already and has not changed since
  --jobs N       documents at once, 1 to 64; as many as there are cores unless given

With TEXTRAIL_URL and TEXTRAIL_API_KEY a running service reads them; without, this process does by itself.
Exit codes: 0 all were read · 1 some were not, a line each says why · 2 wrong use, nothing was read
            3 stopped: service away, key refused or used up; run it again with --resume · 130 interrupted
`;

export const FORMATS = ['text', 'json', 'markdown'] as const;
export type OutputFormat = (typeof FORMATS)[number];

/** A prefix of a bucket: all objects whose keys begin with `prefix`. */
export interface BucketPlace {
  bucket: string;
  prefix: string;
}

export interface Order {
  /** Paths of files and folders, and `-` for standard input. */
  paths: string[];
  buckets: BucketPlace[];
  urls: string[];
  format: OutputFormat;
  /** Null means standard output. */
  out: string | null;
  to: BucketPlace | null;
  resume: boolean;
  jobs: number;
}

/** Most processes and connections; more would only wait for each other. */
const JOBS_CEILING = 64;

/** The arguments are not understood; the message says why. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}

/** Reads the arguments. Throws `WrongUse`. */
export function readOrder(args: readonly string[]): Order {
  const { values, positionals } = understood(args);
  const formats = FORMATS.filter(format => values[format] === true);
  if (formats.length > 1) throw new WrongUse(`--${formats.join(' and --')} exclude each other`);
  const urls = values.url ?? [];
  const wrong = urls.find(url => !/^https:\/\/[^/]/i.test(url) || !URL.canParse(url));
  if (wrong !== undefined) throw new WrongUse('--url takes https:// addresses');
  if (positionals.length + urls.length === 0) throw new WrongUse('name a file, a folder, - or a --url');
  if (positionals.filter(path => path === '-').length > 1) throw new WrongUse('- is given more than once');
  if (values.out !== undefined && values.to !== undefined)
    throw new WrongUse('--out and --to exclude each other');
  const resume = values.resume === true;
  if (resume && values.out === undefined && values.to === undefined)
    throw new WrongUse('--resume needs --out or --to: it looks at what is there');
  const jobs = Number(values.jobs ?? Math.min(availableParallelism(), JOBS_CEILING));
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > JOBS_CEILING)
    throw new WrongUse(`--jobs takes 1 to ${JOBS_CEILING}`);
  return {
    paths: positionals.filter(path => !isOfBucket(path)),
    buckets: positionals.filter(isOfBucket).map(bucketPlaceOf),
    urls,
    format: formats[0] ?? 'text',
    out: values.out ?? null,
    to: values.to === undefined ? null : bucketPlaceOf(values.to),
    resume,
    jobs,
  };
}

const isOfBucket = (path: string): boolean => path.startsWith('s3://');

function bucketPlaceOf(address: string): BucketPlace {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/s.exec(address) ?? [];
  if (bucket === undefined) throw new WrongUse(`${address} is no s3://bucket/prefix`);
  return { bucket, prefix };
}

function understood(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string', multiple: true },
        text: { type: 'boolean' },
        json: { type: 'boolean' },
        markdown: { type: 'boolean' },
        out: { type: 'string' },
        to: { type: 'string' },
        resume: { type: 'boolean' },
        jobs: { type: 'string' },
      },
    });
  } catch (error) {
    throw new WrongUse(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}
