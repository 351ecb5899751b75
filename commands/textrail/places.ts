/** Where answers are written: files below a folder, or objects under a prefix of a bucket. */
import { statSync } from 'node:fs';
import type { BucketPlace, OutputFormat } from './arguments.ts';
import type { OpenBucket } from './buckets.ts';
import { type Input, outPathOf, resultNameOf } from './inputs.ts';
import { writeWhole } from './outputs.ts';

export interface Place {
  /** True if an earlier run has written the current version of the document. */
  isWritten(input: Input): boolean;
  /** Writes all or nothing. */
  write(input: Input, text: string): Promise<void>;
}

export function folderPlace(out: string, format: OutputFormat): Place {
  return {
    isWritten: input => {
      const there = statSync(outPathOf(out, input, format), { throwIfNoEntry: false });
      return there !== undefined && there.mtimeMs >= changedAt(input);
    },
    write: async (input, text) => writeWhole(outPathOf(out, input, format), text),
  };
}

const CONTENT_TYPES: Record<OutputFormat, string> = {
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  markdown: 'text/markdown; charset=utf-8',
};

/** Opens a place in a bucket. `resume`: whether to list what exists there. Throws `BucketRefused`. */
export async function bucketPlace(
  open: OpenBucket,
  { bucket: name, prefix }: BucketPlace,
  format: OutputFormat,
  resume: boolean,
): Promise<Place> {
  const bucket = open(name);
  const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
  const there = new Map(
    resume ? (await bucket.list(folder)).map(({ key, changedAt }) => [key, changedAt]) : [],
  );
  const keyOf = (input: Input) => folder + resultNameOf(input, format);
  return {
    isWritten: input => (there.get(keyOf(input)) ?? Number.NEGATIVE_INFINITY) >= changedAt(input),
    write: (input, text) => bucket.put(keyOf(input), Buffer.from(text), CONTENT_TYPES[format]),
  };
}

/** Epoch ms of the last change. A URL never counts as changed, standard input always does. */
function changedAt(input: Input): number {
  if (input.kind === 'file') return statSync(input.path).mtimeMs;
  if (input.kind === 'object') return input.changedAt;
  return input.kind === 'url' ? 0 : Number.POSITIVE_INFINITY;
}
