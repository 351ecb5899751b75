/**
 * `npm run audit -- JOB_ID`: prints a job's whole history from the log, oldest first, one JSON object a line; see
 * docs/asking-the-history.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ReadOptions, RecordedEvent } from '../platform/event-log/event-log.ts';
import { timeOfId } from '../platform/ids.ts';
import type { Platform } from '../platform/platform.ts';
import { HISTORY_TOPICS } from '../schemas/history.ts';
import { foldedJob, KeyFold } from './audit/as-of.ts';
import { lineOf, story, type Told } from './audit/story.ts';
import { timeline } from './audit/timeline.ts';
import { differences } from './audit/verify.ts';
import { optionalMoment } from './moments.ts';
import { command, everyRecord, print, type Work } from './open-platform.ts';
import { writeText } from './private-output.ts';
import { Progress } from './progress.ts';

const USAGE =
  'npm run audit -- JOB_ID [--as-of TIME | --verify] [--html FILE] | [--key KEY_ID] [--since TIME] [--until TIME] [--as-of TIME] [--html FILE] [--json]';

const OPTIONS = {
  key: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  'as-of': { type: 'string' },
  html: { type: 'string' },
  verify: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

interface Question {
  jobId: string | undefined;
  keyId: string | undefined;
  since: number | undefined;
  until: number | undefined;
  asOf: number | undefined;
  html: string | undefined;
  verify: boolean;
  json: boolean;
}

/** Most events, which are held and sorted at once in some 600 MB. A browser can show a tenth of that in a page. */
const MOST_EVENTS = 500_000;
const MOST_EVENTS_OF_A_PAGE = 50_000;
/** Longest wait in ms for the read model to reach the end of the log; the projector learns of an event within a second. */
const DRAW_LEVEL_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 250;
/** Number of comparisons: a job that changes while it is compared may differ for a moment. */
const LOOKS = 3;

const JOB_TOPICS = HISTORY_TOPICS.filter(topic => topic !== 'keys');

async function audit(platform: Platform, question: Question): Promise<void> {
  const progress = new Progress({ unit: 'events read', json: question.json });
  try {
    if (question.verify && question.jobId !== undefined) await verify(platform, question.jobId, progress);
    else if (question.asOf !== undefined && question.keyId !== undefined)
      await keyAsOf(platform, question.keyId, question.asOf, progress);
    else await history(platform, question, progress);
  } finally {
    progress.end();
  }
}

async function history(platform: Platform, question: Question, progress: Progress): Promise<void> {
  const { jobId, keyId, asOf, html } = question;
  const told = await toldOf(platform, question, progress);
  if (jobId !== undefined && told.length === 0) throw new Error(`the log knows no job ${jobId}`);
  if (keyId !== undefined && told.length === 0 && !(await isKey(platform, keyId)))
    throw new Error(`the log knows no key ${keyId}`);
  if (html !== undefined) {
    if (told.length > MOST_EVENTS_OF_A_PAGE)
      throw new Error(`${told.length} events are too many for a page; give a narrower --since and --until`);
    await writeText(html, timeline(titleOf(question), summaryOf(told), told));
    print({ html, events: told.length });
  } else if (jobId !== undefined && asOf !== undefined) {
    const state = foldedJob(told.filter(({ record }) => record.event.at <= asOf)) ?? null;
    print({ job_id: jobId, as_of: new Date(asOf).toISOString(), state });
  } else for (const each of told) print(lineOf(each));
}

/** True if the key exists, even if it has no event in the requested time. */
async function isKey({ log }: Platform, keyId: string): Promise<boolean> {
  const records = await everyRecord(log, ['keys'], { partitionKey: keyId });
  return records.some(({ event }) => event.key_id === keyId);
}

async function toldOf(platform: Platform, question: Question, progress: Progress): Promise<Told[]> {
  const { jobId, keyId, since, until } = question;
  if (jobId !== undefined) return jobStory(platform, jobId, progress);
  const records: RecordedEvent[] = [];
  for await (const record of selected(platform, { since, until }, progress)) {
    const { event } = record;
    if (keyId !== undefined && event.key_id !== keyId) continue;
    if (event.at < (since ?? 0) || event.at > (until ?? Number.POSITIVE_INFINITY)) continue;
    if (records.push(record) > MOST_EVENTS)
      throw new Error(`more than ${MOST_EVENTS} events: give a narrower --since and --until, or export them`);
  }
  return story(records);
}

/** A job's id contains the time of its request, or the start of its Idempotency-Key's window; no event of the job is older. */
async function jobStory(platform: Platform, jobId: string, progress: Progress): Promise<Told[]> {
  const since = timeOfId(jobId);
  const records: RecordedEvent[] = [];
  const options = { partitionKey: jobId, ...(since !== undefined && { since }) };
  for await (const batch of platform.log.read(JOB_TOPICS, options)) {
    await progress.more(batch.records.length);
    records.push(...batch.records.filter(({ event }) => 'job_id' in event && event.job_id === jobId));
  }
  return story(records);
}

async function* selected(
  { log }: Platform,
  { since, until }: { since?: number | undefined; until?: number | undefined },
  progress: Progress,
): AsyncGenerator<RecordedEvent> {
  const options: ReadOptions = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  };
  for await (const { records } of log.read(HISTORY_TOPICS, options)) {
    await progress.more(records.length);
    yield* records;
  }
}

async function keyAsOf(platform: Platform, keyId: string, asOf: number, progress: Progress): Promise<void> {
  const fold = new KeyFold(asOf);
  for await (const record of selected(platform, { until: asOf }, progress))
    if (record.event.key_id === keyId && record.event.at <= asOf) fold.add(record);
  const state = fold.state();
  if (state.key === null) throw new Error(`the log knew no key ${keyId} at ${new Date(asOf).toISOString()}`);
  print({ key_id: keyId, as_of: new Date(asOf).toISOString(), ...state });
}

/** Compares what is served with the log. Exits with 1 if they differ. */
async function verify(platform: Platform, jobId: string, progress: Progress): Promise<void> {
  const { log, views, blobs, settings } = platform;
  let found: string[] = [];
  for (let look = 0; look < LOOKS; look++) {
    const ends = await log.ends(JOB_TOPICS);
    const told = await jobStory(platform, jobId, progress);
    if (told.length === 0) throw new Error(`the log knows no job ${jobId}`);
    await drawnLevel(platform, ends);
    const served = { job: await views.job(jobId), blobs, settings };
    found = await differences(told, foldedJob(told), served, Date.now());
    if (found.length === 0) {
      print({ job_id: jobId, verified: true, events: told.length });
      return;
    }
    await sleep(LOOK_EVERY_MS);
  }
  print({ job_id: jobId, verified: false, differences: found });
  process.exitCode = 1;
}

async function drawnLevel({ views }: Platform, ends: Awaited<ReturnType<Platform['log']['ends']>>) {
  const until = Date.now() + DRAW_LEVEL_WITHIN_MS;
  for (;;) {
    const positions = await views.positions();
    const isBehind = ends.some(({ topic, partition, next }) => {
      const position = positions.find(each => each.topic === topic && each.partition === partition);
      return (position?.next ?? 0) < next;
    });
    if (!isBehind) return;
    if (Date.now() > until)
      throw new Error('the read model is behind the log: verify again when the projector has caught up');
    await sleep(LOOK_EVERY_MS);
  }
}

function titleOf({ jobId, keyId }: Question): string {
  if (jobId !== undefined) return `Job ${jobId}`;
  return keyId === undefined ? 'History of the service' : `History of key ${keyId}`;
}

function summaryOf(told: readonly Told[]): string {
  const [first, last] = [told.at(0), told.at(-1)];
  if (first === undefined || last === undefined) return 'No events.';
  const span = [first, last].map(({ record }) => new Date(record.event.at).toISOString()).join(' to ');
  return `${told.length} events, ${span}. Times are UTC.`;
}

function question(args: string[]): Question | undefined {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const now = Date.now();
  const [jobId, ...rest] = positionals;
  const { key: keyId, html, verify: isVerify = false, json = false } = values;
  const since = optionalMoment('--since', values.since, now);
  const until = optionalMoment('--until', values.until, now);
  const asOf = optionalMoment('--as-of', values['as-of'], now);
  const hasRange = keyId !== undefined || since !== undefined || until !== undefined;
  const asksOneThing = (jobId !== undefined) !== hasRange && rest.length === 0;
  if (!asksOneThing || (isVerify && jobId === undefined)) return undefined;
  // Each of these options prints something different.
  if ([isVerify, asOf !== undefined, html !== undefined].filter(Boolean).length > 1) return undefined;
  if (asOf !== undefined && (since !== undefined || until !== undefined)) return undefined;
  return { jobId, keyId, since, until, asOf, html, verify: isVerify, json };
}

await command('audit', USAGE, (args): Work | undefined => {
  const asked = question(args);
  return asked && (platform => audit(platform, asked));
});
