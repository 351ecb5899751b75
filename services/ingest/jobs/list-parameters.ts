/** Parses the query parameters of GET /v1/jobs. Unknown ones are ignored. */

import { beginsWithDay } from '../../../core/calendar-day.ts';
import type { JobPlace } from '../../../platform/view-store/view-store.ts';
import { JOB_STATES, type Job, WEBHOOK_STATES } from '../../../schemas/jobs-api.ts';
import { MOST_JOBS, USUAL_JOBS } from '../../../schemas/openapi-jobs.ts';
import { Refusal } from '../refusal.ts';

export interface ListParameters {
  state: Job['state'] | null;
  webhook: Job['webhook']['state'] | null;
  /** Epoch ms; inclusive. */
  from: number;
  /** Epoch ms; exclusive. */
  until: number;
  after: JobPlace | null;
  limit: number;
}

/** RFC 3339, section 5.6. Its hours end at 23; `Date` would read 24:00 as the next day's first hour. */
const TIME = /^\d{4}-\d\d-\d\d[Tt](?!24)\d\d:\d\d:\d\d(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;
/** The last millisecond of the year 9999, the latest that RFC 3339 can express. */
const END_OF_TIME = 253_402_300_799_999;
const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Throws a `Refusal`. */
export function parseListParameters(query: Record<string, unknown>): ListParameters {
  return {
    state: choice(query, 'state', JOB_STATES),
    webhook: choice(query, 'webhook', WEBHOOK_STATES),
    from: moment(query, 'since') ?? 0,
    until: moment(query, 'until') ?? END_OF_TIME,
    after: cursor(single(query, 'cursor')),
    limit: limit(single(query, 'limit')),
  };
}

export function cursorOf({ requestedAt, jobId }: JobPlace): string {
  return Buffer.from(`${requestedAt}.${jobId}`).toString('base64url');
}

function single(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new Refusal('bad_request', `The parameter ${name} is given more than once.`);
}

function choice<T extends string>(
  query: Record<string, unknown>,
  name: string,
  choices: readonly T[],
): T | null {
  const value = single(query, name);
  if (value === undefined) return null;
  const chosen = choices.find(each => each === value);
  if (chosen !== undefined) return chosen;
  throw new Refusal('bad_request', `The parameter ${name} must be one of: ${choices.join(', ')}.`);
}

function moment(query: Record<string, unknown>, name: string): number | undefined {
  const value = single(query, name);
  if (value === undefined) return undefined;
  const at = TIME.test(value) && beginsWithDay(value) ? Date.parse(value) : Number.NaN;
  if (at >= 0) return at;
  throw new Refusal(
    'bad_request',
    `The parameter ${name} must be a time like 2026-11-22T09:30:00Z, in 1970 or later.`,
  );
}

function limit(value: string | undefined): number {
  if (value === undefined) return USUAL_JOBS;
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= MOST_JOBS) return number;
  throw new Refusal('bad_request', `The parameter limit must be a number from 1 to ${MOST_JOBS}.`);
}

function cursor(value: string | undefined): JobPlace | null {
  if (value === undefined) return null;
  const [, requestedAt, jobId] = CURSOR.exec(Buffer.from(value, 'base64url').toString('latin1')) ?? [];
  if (requestedAt !== undefined && jobId !== undefined) return { requestedAt: Number(requestedAt), jobId };
  throw new Refusal('bad_request', 'The parameter cursor must be a next_cursor of an earlier answer.');
}
