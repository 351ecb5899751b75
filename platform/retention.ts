/**
 * How long blobs are kept, derived from the settings. docs/decisions/0020 has the reasons for the numbers.
 *
 * The document and the addresses of a request are needed while their job is unfinished, at most
 * `JOB_RETENTION_SECONDS`: then the job ends as `timeout`. A result is needed for as long as GET returns it.
 */
import type { BlobPrefix } from './blob-store/blob-store.ts';
import type { Settings } from './settings.ts';

type Retentions = Pick<
  Settings,
  'JOB_RETENTION_SECONDS' | 'SOURCE_RETENTION_SECONDS' | 'SOURCE_REPLAY_SECONDS'
>;

/** The clocks of the store and of ingest may differ; a result must not be deleted while GET still returns it. */
const RESULT_MARGIN_SHARE = 0.1;
const LONGEST_RESULT_MARGIN_MS = 3_600_000;
/**
 * A page that another extractor reads is deleted once it is read; this limit is for pages that are left because both
 * have died.
 */
const PAGE_MS = 600_000;
/**
 * The backlog may be as old as half of a job's lifetime: the last job to be accepted then has as long left to wait as
 * those before it have waited.
 */
const BACKLOG_SHARE = 0.5;

/** Ms after its last write at which a blob may be deleted, unless a waiting job needs it (`Sweeper`). */
export function retentionMs(settings: Retentions): Record<BlobPrefix, number> {
  const job = settings.JOB_RETENTION_SECONDS * 1000;
  const source = settings.SOURCE_RETENTION_SECONDS * 1000;
  const margin = Math.min(LONGEST_RESULT_MARGIN_MS, job * RESULT_MARGIN_SHARE);
  return {
    source: settings.SOURCE_REPLAY_SECONDS > 0 ? settings.SOURCE_REPLAY_SECONDS * 1000 : source,
    // The webhook of a job that ended at the last moment is still to be sent.
    request: job + source,
    result: job + margin,
    page: PAGE_MS,
  };
}

/** Ms after which a store may delete blobs by itself, without knowing what still waits: never earlier than the sweeper. */
export function longestNeedMs(settings: Retentions): Record<BlobPrefix, number> {
  const { request, result, page } = retentionMs(settings);
  return { source: request, request, result, page };
}

/** Age of the oldest waiting job, in ms, from which no more jobs are accepted. */
export function backlogLimitMs({ JOB_RETENTION_SECONDS }: Retentions): number {
  return JOB_RETENTION_SECONDS * 1000 * BACKLOG_SHARE;
}
