/** Whether what is served of a job is what the log says of it: the read model's state, and its blobs. */
import { finished } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { isExpired, isFinished, type JobState } from '../../core/job/job.ts';
import {
  type BlobKey,
  BlobMissing,
  BlobRefused,
  type BlobStore,
} from '../../platform/blob-store/blob-store.ts';
import { retentionMs } from '../../platform/retention.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Told } from './story.ts';

/** A document goes in the same step as the end of its job, and what was missed with the sweeper's next rounds. */
const SWEPT_WITHIN_MS = 3_600_000;

export interface Served {
  job: JobState | undefined;
  blobs: Pick<BlobStore, 'stream'>;
  settings: Settings;
}

/** Each difference as a sentence. `told`: the job's whole story; `folded`: what it comes to; `now`: epoch ms. */
export async function differences(
  told: readonly Told[],
  folded: JobState | undefined,
  { job, blobs, settings }: Served,
  now: number,
): Promise<string[]> {
  const retention = settings.JOB_RETENTION_SECONDS * 1000;
  // The sweeper may come to it a little later: both are right until then.
  if (folded === undefined || isExpired(folded, now, retention)) return [];
  return [...stateDifferences(folded, job), ...(await blobDifferences(told, folded, blobs, settings, now))];
}

export function stateDifferences(folded: JobState, live: JobState | undefined): string[] {
  if (live === undefined)
    return [`the log says that the job is ${folded.status}; the read model does not know it`];
  const both = { ...live, ...folded };
  const names = Object.keys(both) as (keyof JobState)[];
  return names
    .filter(name => !isDeepStrictEqual(folded[name], live[name]))
    .map(name => `${name}: the log says ${shown(folded[name])}, the read model ${shown(live[name])}`);
}

async function blobDifferences(
  told: readonly Told[],
  folded: JobState,
  blobs: Served['blobs'],
  settings: Settings,
  now: number,
): Promise<string[]> {
  if (folded.erased) return leftOfErased(told, blobs);
  const found: string[] = [];
  for (const { record, verdict } of told) {
    const { event } = record;
    if (event.type === 'ExtractCompleted' && verdict?.won === true)
      found.push(...(await sizeDifferences(blobs, event.result_blob, event.result_bytes)));
    const isRequest = event.type === 'ExtractRequested' || event.type === 'ExtractDeferred';
    if (!isRequest || event.source_blob === null) continue;
    if (!isFinished(folded)) found.push(...(await sizeDifferences(blobs, event.source_blob, event.bytes)));
    const kept = settings.SOURCE_REPLAY_SECONDS > 0 ? event.at + retentionMs(settings).source : 0;
    const gone = Math.max(kept, folded.finishedAt ?? now) + SWEPT_WITHIN_MS;
    if (isFinished(folded) && now > gone && (await isStored(blobs, event.source_blob)))
      found.push(`the document of the ended job is still stored: ${event.source_blob}`);
  }
  return [...new Set(found)];
}

/** The projector deletes them as it folds the erasure: nothing may be left when it has. */
async function leftOfErased(told: readonly Told[], blobs: Served['blobs']): Promise<string[]> {
  const names = told.flatMap(({ record: { event } }) => [
    'source_blob' in event ? event.source_blob : null,
    'result_blob' in event ? event.result_blob : null,
  ]);
  const found: string[] = [];
  for (const name of new Set(names))
    if (name !== null && (await isStored(blobs, name)))
      found.push(`the job was erased, and ${name} is still stored`);
  return found;
}

async function sizeDifferences(
  blobs: Served['blobs'],
  key: string,
  expected: number | null,
): Promise<string[]> {
  const size = await readSize(blobs, key);
  if (size === undefined) return [`${key} is missing`];
  if (typeof size === 'string') return [`${key} cannot be read: ${size}`];
  if (expected === null || size === expected) return [];
  return [`${key} has ${size} bytes, and ${expected} by the log`];
}

/** Read to its end, where a damaged one is known; the store's word for why where it cannot be. Undefined if it is not there. */
async function readSize(blobs: Served['blobs'], key: string): Promise<number | string | undefined> {
  try {
    const { bytes, pieces } = await blobs.stream(key as BlobKey);
    await finished(pieces.resume());
    return bytes;
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    if (error instanceof BlobRefused) return error.code;
    throw error;
  }
}

/** Also where it cannot be read: whoever has its key again could. */
async function isStored(blobs: Served['blobs'], key: string): Promise<boolean> {
  try {
    const { pieces } = await blobs.stream(key as BlobKey);
    pieces.destroy();
    return true;
  } catch (error) {
    if (error instanceof BlobMissing) return false;
    if (error instanceof BlobRefused) return true;
    throw error;
  }
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
