/**
 * How long blobs are kept, from the settings alone. Why the numbers are these: docs/decisions/0020.
 *
 * A source or the addresses of a request are needed for as long as their job is unfinished, which is `JOB_RETENTION_SECONDS`
 * at the longest: then the job ends as `timeout`. A result is needed for as long as GET answers it.
 */
import type { BlobPrefix } from './blob-store/blob-store.ts';
import type { Settings } from './settings.ts';

type Retentions = Pick<
  Settings,
  'JOB_RETENTION_SECONDS' | 'SOURCE_RETENTION_SECONDS' | 'SOURCE_REPLAY_SECONDS'
>;

/** The clocks of a store and of ingest may differ, and GET must not lose its result to that. */
const RESULT_MARGIN_SHARE = 0.1;
const LONGEST_RESULT_MARGIN_MS = 3_600_000;
/** A page that another extractor reads is deleted when it is read; this is for what is left where both have died. */
const PAGE_MS = 600_000;
/** A backlog gets half of a job's life: what is accepted last then has as long to wait as all before it had. */
const BACKLOG_SHARE = 0.5;

/** Ms after its last write at which a blob may go, if nothing that waits needs it (`Sweeper`). */
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

/** Ms after which a store may delete by itself, without knowing what waits: never before the sweeper would. */
export function longestNeedMs(settings: Retentions): Record<BlobPrefix, number> {
  const { request, result, page } = retentionMs(settings);
  return { source: request, request, result, page };
}

/** The age in ms of the oldest waiting job from which on no more jobs are accepted. */
export function backlogLimitMs({ JOB_RETENTION_SECONDS }: Retentions): number {
  return JOB_RETENTION_SECONDS * 1000 * BACKLOG_SHARE;
}
