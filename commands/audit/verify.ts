/** Compares what is served of a job (the read model's state, and its blobs) with the log. */
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

/**
 * Time in ms by which blobs must be gone: a document is deleted together with the end of its job; if that failed, by
 * the sweeper's next rounds.
 */
const SWEPT_WITHIN_MS = 3_600_000;

export interface Served {
  job: JobState | undefined;
  blobs: Pick<BlobStore, 'stream'>;
  settings: Settings;
}

/** Describes each difference in a sentence. `told`: all records of the job; `folded`: the state they fold to; `now`: epoch ms. */
export async function differences(
  told: readonly Told[],
  folded: JobState | undefined,
  { job, blobs, settings }: Served,
  now: number,
): Promise<string[]> {
  const retention = settings.JOB_RETENTION_SECONDS * 1000;
  // The sweeper may forget an expired job a little later; until then, both answers are right.
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

/**
 * The blobs of an erased job that are still stored. The projector deletes them while it folds the erasure, so none may
 * be left.
 */
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

/**
 * Reads a blob to its end, because damage shows only there. Returns its size, the store's error code if it cannot be
 * read, or undefined if it does not exist.
 */
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

/** True if the blob exists, even if it cannot be read: somebody who gets its key back could. */
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
