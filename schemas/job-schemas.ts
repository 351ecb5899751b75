/** JSON Schemas of the bodies in schemas/jobs-api.ts. */
import { JOB_STATES, STAGES, WEBHOOK_STATES } from './jobs-api.ts';
import {
  always,
  closed,
  count,
  nullableInteger,
  oneOf,
  reference,
  type Schema,
  text,
} from './json-schema.ts';

const uuid = { type: 'string', format: 'uuid' };
const time = { type: 'string', format: 'date-time' };
const nullableTime = { type: ['string', 'null'], format: 'date-time' };
const nullableText = { type: ['string', 'null'] };
const listOf = (items: Schema): Schema => ({ type: 'array', items });

/**
 * Always present, and yet not required: if a required object may be null, clients that OpenAPI Generator makes for Java
 * with okhttp-gson, its default, refuse the null.
 */
const MAY_BE_NULL = ['progress', 'document'];

export const JOB_SCHEMAS: Record<string, Schema> = {
  Job: closed(
    {
      job_id: uuid,
      state: oneOf(...JOB_STATES),
      error: nullableText,
      asynchronous: { type: 'boolean' },
      format: oneOf('text', 'json'),
      source: {
        type: ['string', 'null'],
        description: '`upload` or `url`; null where it is not known (yet)',
      },
      stages: listOf(closed({ stage: oneOf(...STAGES), at: time })),
      progress: {
        description:
          'pages done, while a job reads a PDF or TIFF of several pages for longer than a second; null otherwise. It begins again from less where another extractor takes over',
        oneOf: [reference('JobProgress'), { type: 'null' }],
      },
      document: {
        description: 'null until the job has ended',
        oneOf: [reference('JobDocument'), { type: 'null' }],
      },
      build: {
        ...nullableText,
        description:
          'build of the program that ended the job, e.g. `0.1.0+d30ad5c`; null until then, and where it is not known',
      },
      webhook: closed({
        state: oneOf(...WEBHOOK_STATES),
        next_attempt_at: nullableTime,
        attempts: listOf(reference('WebhookAttempt')),
      }),
    },
    MAY_BE_NULL,
  ),
  JobProgress: closed({ pages_done: count, pages: count }),
  JobDocument: closed({
    content_type: nullableText,
    bytes: nullableInteger,
    chars: nullableInteger,
    pages: nullableInteger,
    ocr: { type: ['boolean', 'null'] },
    ocr_pages: nullableInteger,
    ocr_confidence: { type: ['number', 'null'], minimum: 0, maximum: 100 },
    warnings: listOf(text),
  }),
  WebhookAttempt: closed({
    attempt: { type: 'integer', minimum: 1 },
    started_at: nullableTime,
    ended_at: nullableTime,
    status: nullableInteger,
    reason: nullableText,
  }),
  JobAnswer: closed({ status: always('success'), job: reference('Job') }),
  JobList: closed({
    status: always('success'),
    jobs: listOf(reference('Job')),
    next_cursor: nullableText,
  }),
  Usage: closed({
    status: always('success'),
    key_id: text,
    plan: text,
    months: listOf(closed({ month: text, documents: count })),
    documents: closed({ limit: count, used: count, remaining: count, resets_at: time }),
    requests: closed({ limit_per_minute: count, remaining: count, resets_at: nullableTime }),
    locked_until: nullableTime,
    jobs_in_flight: count,
    limits: closed({ upload_bytes: count, url_bytes: count, async_threshold_bytes: count }),
  }),
};
