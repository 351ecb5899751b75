/**
 * The order of a key's jobs: one sorted set a generation, `by-key`, all of whose members have the score 0 and stand in the order of
 * their bytes: `<key id>/<epoch ms of the request, 15 digits>/<job id>`. Some 170 bytes a job (75 of them the member). In
 * lua/sweep.lua the same member is made again.
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

/** The bounds of ZREVRANGEBYLEX: highest, then lowest. */
export function orderBounds({ keyId, from, until, after }: JobsQuery): [high: string, low: string] {
  const end = `(${keyId}/${time(until)}/`;
  const behind = after === null ? end : `(${keyId}/${time(after.requestedAt)}/${after.jobId}`;
  return [behind < end ? behind : end, `[${keyId}/${time(from)}/`];
}

/** Null for what is no member. */
export function placeOfMember(member: string): JobPlace | null {
  const [, at, jobId] = member.split('/');
  return at === undefined || jobId === undefined ? null : { requestedAt: Number(at), jobId };
}
