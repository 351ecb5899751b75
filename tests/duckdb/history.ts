/** A week of a small service, always the same: the data that the queries of docs/events are shown on. */
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { uuidV7 } from '../../platform/ids.ts';
import type { Event } from '../../schemas/events.ts';

const FIRST_DAY = Date.UTC(2026, 9, 28);
const DAYS = 7;
const JOBS_A_DAY = 60;
const DAY_MS = 86_400_000;

const KINDS = [
  { contentType: 'application/pdf', ms: 400, pages: 6, scans: 0.3 },
  {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ms: 60,
    pages: null,
    scans: 0,
  },
  { contentType: 'text/html', ms: 15, pages: null, scans: 0 },
  { contentType: 'image/png', ms: 900, pages: 1, scans: 1 },
] as const;
const CODES = ['encrypted', 'unsupported_format', 'timeout', 'extraction_failed'] as const;

/** A generator of numbers in [0, 1) that repeats for the same seed (Park and Miller, 1988). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The events ordered by time, as in a log. They include a repeated event and a second end of a job. */
export function weekOfEvents(): Event[] {
  const next = numbers(20_261_122);
  const events: Event[] = [];
  for (let day = 0; day < DAYS; day++)
    for (let job = 0; job < JOBS_A_DAY; job++) {
      const number = day * JOBS_A_DAY + job;
      const at = Math.floor(FIRST_DAY + day * DAY_MS + (7 + next() * 12) * 3_600_000);
      events.push(...jobEvents(number, at, next));
    }
  return events.toSorted((one, other) => one.at - other.at);
}

function idOf(number: number, at: number): string {
  const tail = Buffer.alloc(10);
  tail.writeUInt32BE(number, 6);
  return uuidV7(at, tail);
}

function jobEvents(number: number, at: number, next: () => number): Event[] {
  const { ExtractRequested, ExtractCompleted, ExtractFailed } = EXAMPLE_EVENTS;
  const kind = KINDS[Math.floor(next() * KINDS.length)] ?? KINDS[0];
  const keyId = ['k-acme', 'k-acme', 'k-bolt', 'k-cent'][Math.floor(next() * 4)] ?? 'k-acme';
  const asynchronous = next() < 0.4;
  const waitedMs = Math.round((asynchronous ? 2_000 : 20) * next() ** 2) + 2;
  const isScan = next() < kind.scans;
  const durationMs = Math.round(kind.ms * (0.5 + next()) * (isScan ? 4 : 1));
  const endedAt = at + waitedMs + durationMs;
  const bytes = 2_000 + Math.floor(next() * 500_000);
  const event = (offset: number) => ({
    event_id: idOf(number * 100 + offset, at),
    job_id: idOf(number, at),
    key_id: keyId,
  });
  const lane = asynchronous ? 'bulk' : 'interactive';
  const common = { webhook: asynchronous, requested_at: at, bytes };
  const requested: Event = {
    ...ExtractRequested,
    ...event(1),
    at,
    lane,
    asynchronous,
    webhook: asynchronous,
    bytes,
  };
  const fails = next() < 0.08;
  const code = CODES[Math.floor(next() * CODES.length)] ?? 'timeout';
  const content_type = kind.contentType;
  const pages = kind.pages === null ? null : 1 + Math.floor(next() * kind.pages);
  const ended: Event = fails
    ? { ...ExtractFailed, ...event(2), ...common, at: endedAt, code, content_type, duration_ms: durationMs }
    : {
        ...ExtractCompleted,
        ...event(2),
        ...common,
        at: endedAt,
        content_type,
        pages,
        ocr: isScan,
        chars: bytes >> 3,
        warnings: isScan && next() < 0.2 ? ['ocr-uncertain'] : [],
        started_at: at + waitedMs,
        duration_ms: durationMs,
      };
  const late: Event = {
    ...ExtractFailed,
    ...event(3),
    ...common,
    at: endedAt + 5,
    code: 'timeout',
    duration_ms: 1,
  };
  const events = [requested, ended, ...(asynchronous ? webhookEvents(event, endedAt, next) : [])];
  if (number % 50 === 7) events.push({ ...ended });
  if (number % 50 === 9) events.push(late);
  return events;
}

function webhookEvents(
  event: (offset: number) => { event_id: string; job_id: string; key_id: string },
  endedAt: number,
  next: () => number,
): Event[] {
  const { WebhookAttempted, WebhookDelivered, WebhookFailed } = EXAMPLE_EVENTS;
  const events: Event[] = [];
  const pauses = [1_000, 5_000, 25_000];
  let at = endedAt + 20 + Math.floor(next() * 100);
  for (let attempt = 1; attempt <= 4; attempt++) {
    const tookMs = 20 + Math.floor(next() * 200);
    const delivery = { delivery_id: event(4).event_id, attempt };
    events.push({ ...WebhookAttempted, ...event(2 + attempt * 4), ...delivery, at });
    const pause = pauses[attempt - 1];
    const answered = { ...delivery, at: at + tookMs, duration_ms: tookMs };
    if (next() < 0.7) {
      events.push({ ...WebhookDelivered, ...event(3 + attempt * 4), ...answered, status: 200 });
      break;
    }
    const next_attempt_at = pause === undefined ? null : at + tookMs + pause;
    events.push({
      ...WebhookFailed,
      ...event(3 + attempt * 4),
      ...answered,
      status: 503,
      reason: 'status',
      next_attempt_at,
    });
    at = next_attempt_at ?? at;
  }
  return events;
}
