/**
 * The order of a key's jobs: one sorted set per generation, `by-key`, whose members all have score 0 and are ordered by
 * their bytes: `<key id>/<epoch ms of the request, 15 digits>/<job id>`. About 170 bytes a job (75 of them the member).
 * lua/sweep.lua builds the same member.
 */
import type { JobState } from '../../../core/job/job.ts';
import type { JobPlace, JobsQuery } from '../view-store.ts';

const DIGITS = 15;
const time = (at: number): string => String(Math.max(0, at)).padStart(DIGITS, '0');

/** Empty for a job that is shown to nobody. */
export function orderMember(job: JobState | undefined): string {
  return job === undefined || job.status === 'unknown' || job.erased
    ? ''
    : `${job.keyId}/${time(job.requestedAt)}/${job.jobId}`;
}

/** The bounds for ZREVRANGEBYLEX: highest, then lowest. */
export function orderBounds({ keyId, from, until, after }: JobsQuery): [high: string, low: string] {
  const end = `(${keyId}/${time(until)}/`;
  const behind = after === null ? end : `(${keyId}/${time(after.requestedAt)}/${after.jobId}`;
  return [behind < end ? behind : end, `[${keyId}/${time(from)}/`];
}

/** Null if the text is not a member. */
export function placeOfMember(member: string): JobPlace | null {
  const [, at, jobId] = member.split('/');
  return at === undefined || jobId === undefined ? null : { requestedAt: Number(at), jobId };
}
