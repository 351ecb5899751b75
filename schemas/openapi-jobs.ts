/** The routes by which a key asks about its own work, as /openapi.json describes them. */
import { JOB_STATES, WEBHOOK_STATES } from './jobs-api.ts';
import {
  AUTHENTICATION_FAILURES,
  failures,
  header,
  json,
  type Node,
  query,
  UNAVAILABLE,
} from './openapi-parts.ts';

/** Most jobs in one answer, and the default. */
export const MOST_JOBS = 100;
export const USUAL_JOBS = 20;

const TIME = { type: 'string', format: 'date-time' };
const JOB_ID: Node = {
  name: 'job_id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
};

/** These routes have their own limits, apart from the key's rate limit. */
const TOO_OFTEN: Node = {
  429: {
    description: '`rate_limited`: far more often than jobs can change, or too many streams of events at once',
    headers: { 'Retry-After': header('seconds to wait') },
    content: json('ExtractError'),
  },
};

const LIST: Node = {
  operationId: 'listJobs',
  summary: 'The jobs of the key, newest first',
  description:
    'Synchronous requests are jobs as well. A job is listed as soon as its event is projected, some milliseconds after it was accepted, and until it expires. An answer may hold fewer jobs than asked for, or none, and a cursor all the same: at most 1,000 jobs are looked through at a time.',
  parameters: [
    query('state', 'only jobs in this state', { type: 'string', enum: [...JOB_STATES] }),
    query('webhook', 'only jobs whose delivery stands so', { type: 'string', enum: [...WEBHOOK_STATES] }),
    query('since', 'only jobs requested at this time or later', TIME),
    query('until', 'only jobs requested before this time', TIME),
    query('limit', 'jobs in one answer', {
      type: 'integer',
      minimum: 1,
      maximum: MOST_JOBS,
      default: USUAL_JOBS,
    }),
    query('cursor', '`next_cursor` of the answer before', { type: 'string', maxLength: 200 }),
  ],
  responses: {
    200: { description: 'jobs, and a cursor where more may follow', content: json('JobList') },
    ...AUTHENTICATION_FAILURES,
    ...failures([400]),
    ...TOO_OFTEN,
    ...UNAVAILABLE,
  },
};

const SHOW: Node = {
  operationId: 'showJob',
  summary: 'One job: its stages, document and webhook attempts',
  description: 'Its result is at `/v1/extract/{job_id}`.',
  parameters: [JOB_ID],
  responses: {
    200: { description: 'the job', content: json('JobAnswer') },
    ...AUTHENTICATION_FAILURES,
    ...failures([404]),
    ...TOO_OFTEN,
    ...UNAVAILABLE,
  },
};

const ERASE: Node = {
  operationId: 'eraseJob',
  summary: 'Erase a job, its document and its result',
  description:
    'Cancels what has not ended, and forgets what has. A job that had not ended is not metered; one that had stays counted, and its document in the month. Its webhook is not called any more, a caller who waits for it is told `extraction_failed`, and from then on it answers 404 everywhere. What remains is the event that says so.',
  parameters: [JOB_ID],
  responses: {
    202: { description: 'erased for good, and shown still for a moment', content: json('JobProcessing') },
    204: { description: 'erased' },
    ...AUTHENTICATION_FAILURES,
    ...failures([404]),
    ...TOO_OFTEN,
    ...UNAVAILABLE,
  },
};

const EVENTS: Node = {
  operationId: 'followJob',
  summary: 'What becomes of a job, as server-sent events',
  description:
    'An event `job` with the job (as GET /v1/jobs/{job_id} shows it) at once and after each change, also of the pages done; a comment as a heartbeat; at last an event `end` whose data is `{"reason"}`: `finished` (the job has ended and its webhook is over), `gone` (it has expired), `time` (connect again) or `leaving` (the instance stops: connect again). A key may have 16 of these streams open.',
  parameters: [JOB_ID],
  responses: {
    200: {
      description: 'a stream of events (HTML, 9.2)',
      content: { 'text/event-stream': {} },
    },
    ...AUTHENTICATION_FAILURES,
    ...failures([404]),
    ...TOO_OFTEN,
    ...UNAVAILABLE,
  },
};

const USAGE: Node = {
  operationId: 'showUsage',
  summary: 'Documents by month, and the limits of the key',
  description: 'Asking counts against nothing.',
  responses: {
    200: { description: 'the last twelve months', content: json('Usage') },
    ...AUTHENTICATION_FAILURES,
    ...TOO_OFTEN,
    ...UNAVAILABLE,
  },
};

/** GET of /v1/jobs, where jobs are also submitted. */
export const JOB_LIST: Node = { get: LIST };

export const JOB_PATHS: Node = {
  '/v1/jobs/{job_id}': { get: SHOW, delete: ERASE },
  '/v1/jobs/{job_id}/events': { get: EVENTS },
  '/v1/usage': { get: USAGE },
};
