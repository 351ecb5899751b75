/** The documents of a replay: those of the log's jobs that are still stored, or the files of a folder. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type BlobKey, BlobMissing } from '../../platform/blob-store/blob-store.ts';
import type { EventLog } from '../../platform/event-log/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  ExtractCompleted,
  ExtractDeferred,
  ExtractFailed,
  ExtractRequested,
} from '../../schemas/events.ts';
import { TOPICS } from '../../schemas/events.ts';
import type { Progress } from '../progress.ts';
import { type Answer, type Reading, savedReading } from './reading.ts';

export interface ReplayDocument {
  name: string;
  format: Reading['format'];
  /** Undefined if the document, or the reading to compare it with, is not stored any more. */
  load(): Promise<{ bytes: Buffer; was: Reading | undefined } | undefined>;
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The files below the folder, by path; each is compared with its reading in `against`, if that is given. */
export function corpusDocuments(
  folder: string,
  format: Reading['format'],
  against: string | undefined,
  mostBytes: number,
): ReplayDocument[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name)).isFile())
    .sort();
  return names.map(name => ({
    name,
    format,
    load: async () => {
      const path = join(folder, name);
      if (statSync(path).size > mostBytes)
        throw new Error(`${path} has more than the ${mostBytes} bytes of MAX_URL_BYTES`);
      const bytes = readFileSync(path);
      const document = { sha256: sha256Of(bytes), format };
      const was = against === undefined ? undefined : savedReading(against, document);
      return against !== undefined && was === undefined ? undefined : { bytes, was };
    },
  }));
}

interface Job {
  jobId: string;
  sourceBlob: string;
  format: Reading['format'];
  end: ExtractCompleted | ExtractFailed;
}

export interface Selection {
  /** Time of the requests, epoch ms. */
  since: number;
  until: number;
  keyId: string | undefined;
}

/** Most jobs held at once. */
const MOST_JOBS = 1_000_000;
/** Largest result in bytes. Results are smaller than the documents they come from; a larger one is suspicious. */
const MOST_RESULT_BYTES = 256 * 1024 * 1024;

/** Jobs whose document was uploaded, or fetched and stored: nothing is fetched again. */
export async function loggedDocuments(
  platform: Platform,
  selection: Selection,
  progress: Progress,
): Promise<ReplayDocument[]> {
  const jobs = await endedJobs(platform.log, selection, progress);
  return jobs.map(job => ({ name: job.jobId, format: job.format, load: () => stored(platform, job) }));
}

async function endedJobs(
  log: Pick<EventLog, 'read'>,
  { since, until, keyId }: Selection,
  progress: Progress,
): Promise<Job[]> {
  const requests = new Map<string, ExtractRequested | ExtractDeferred>();
  const ends = new Map<string, Job['end']>();
  const topics = TOPICS.filter(topic => topic === 'outcomes' || topic.startsWith('requests-'));
  for await (const { records } of log.read(topics, { since })) {
    await progress.more(records.length, 'the log');
    for (const { event } of records) {
      if (keyId !== undefined && event.key_id !== keyId) continue;
      if (event.type === 'ExtractRequested' || event.type === 'ExtractDeferred') {
        if (event.at < since || event.at > until || event.source_blob === null) continue;
        requests.set(event.job_id, event);
        if (requests.size > MOST_JOBS)
          throw new Error(`more than ${MOST_JOBS} jobs: give a narrower --since and --until`);
      } else if (event.type === 'ExtractCompleted' || event.type === 'ExtractFailed') {
        // The first terminal event of a job is its end.
        if (!ends.has(event.job_id)) ends.set(event.job_id, event);
      }
    }
  }
  return [...requests.values()].flatMap(({ job_id, source_blob, format }) => {
    const end = ends.get(job_id);
    return end === undefined || source_blob === null
      ? []
      : [{ jobId: job_id, sourceBlob: source_blob, format, end }];
  });
}

async function stored(
  { blobs, settings }: Platform,
  { jobId, sourceBlob, format, end }: Job,
): Promise<{ bytes: Buffer; was: Reading } | undefined> {
  try {
    const ceiling = Math.max(settings.MAX_URL_BYTES, settings.MAX_UPLOAD_BYTES);
    const bytes = await blobs.read(sourceBlob as BlobKey, ceiling);
    const known = {
      sha256: sha256Of(bytes),
      name: jobId,
      format,
      milliseconds: end.duration_ms,
      contentType: end.content_type,
    };
    if (end.type === 'ExtractFailed') return { bytes, was: { ...known, code: end.code, body: null } };
    const result = await blobs.read(end.result_blob as BlobKey, MOST_RESULT_BYTES);
    return { bytes, was: { ...known, code: null, body: JSON.parse(result.toString('utf8')) as Answer } };
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

/** Selects a sample by a hash of the names, so that it is the same each time. */
export function sampled(documents: readonly ReplayDocument[], most: number): ReplayDocument[] {
  return documents
    .map(document => ({ document, hash: sha256Of(Buffer.from(document.name)) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .slice(0, most)
    .map(({ document }) => document);
}
