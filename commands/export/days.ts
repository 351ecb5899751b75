/** One file a topic and day, and a manifest of the days that are over and exported: what a repeat leaves alone. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOCK_MARGIN_MS, type EventLog } from '../../platform/event-log/event-log.ts';
import { makeFolder } from '../../platform/folders.ts';
import type { Topic } from '../../schemas/events.ts';
import { DERIVED_TOPIC, HISTORY_TOPICS } from '../../schemas/history.ts';
import { writeText, writeWhole } from '../private-output.ts';
import type { Progress } from '../progress.ts';
import { columnsOf } from './columns.ts';
import { type FileFormat, openRowFile, ROWS_A_GROUP, type RowFile } from './row-files.ts';

export const DAY_MS = 86_400_000;
const MANIFEST = 'manifest.json';
const OWN_FOLDER_MODE = 0o700;
/** Days of records of jobs that one pass over their topic fills, with so many files open; a row is some 1 KB in memory. */
export const JOB_DAYS_AT_ONCE = 31;
const JOB_ROWS_A_GROUP = 5_000;
/** The projector's consumer that writes the records of jobs. */
const JOB_RECORDS_GROUP = 'job-records';

interface Manifest {
  format: FileFormat;
  /** By day: events of each topic that has any. */
  days: Record<string, Partial<Record<Topic, number>>>;
  /** By day: records of jobs. Absent in exports from before there were any. */
  job_days?: Record<string, number>;
}

export interface DayExport {
  day: string;
  events: number;
  /** Whether the day is over: one that is not is written again the next time. */
  complete: boolean;
}

export interface JobDayExport {
  day: string;
  jobs: number;
  /** Whether the day is over, and the projector has written the record of every job that ended until then. */
  complete: boolean;
}

interface Wanted {
  topic: Topic;
  day: string;
  rowsAGroup: number;
}

export class ExportFolder {
  private readonly folder: string;
  private readonly manifest: Manifest;

  /** Throws where the folder holds an export in another format. */
  constructor(folder: string, format: FileFormat) {
    this.folder = folder;
    makeFolder(folder, OWN_FOLDER_MODE);
    const path = join(folder, MANIFEST);
    this.manifest = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest)
      : { format, days: {} };
    if (this.manifest.format !== format)
      throw new Error(`${folder} holds an export as ${this.manifest.format}: give another folder`);
  }

  has(day: string): boolean {
    return day in this.manifest.days;
  }

  hasJobs(day: string): boolean {
    return day in (this.manifest.job_days ?? {});
  }

  /** All files of the day, or none of them: they are put in place when all are whole. `now`: epoch ms. */
  async write(log: Pick<EventLog, 'read'>, day: string, now: number, progress: Progress): Promise<DayExport> {
    const since = Date.parse(day);
    const counts: Partial<Record<Topic, number>> = {};
    const wanted = HISTORY_TOPICS.map(topic => ({ topic, day, rowsAGroup: ROWS_A_GROUP }));
    await this.inFiles(wanted, async files => {
      const until = since + DAY_MS - 1;
      const byTopic = new Map<Topic, RowFile | undefined>(
        HISTORY_TOPICS.map((topic, at) => [topic, files[at]]),
      );
      for await (const { records } of log.read(HISTORY_TOPICS, { since, until })) {
        await progress.more(records.length, day);
        for (const record of records) {
          const { topic, event } = record;
          if (event.at < since || event.at > until) continue;
          counts[topic] = (counts[topic] ?? 0) + 1;
          await byTopic.get(topic)?.add(record);
        }
      }
    });
    const complete = isOver(day, now);
    if (complete) this.manifest.days[day] = counts;
    await this.keepManifest();
    return { day, events: Object.values(counts).reduce((sum, count) => sum + count, 0), complete };
  }

  /**
   * The records of the jobs that ended on these days, ascending and at most `JOB_DAYS_AT_ONCE`; of erased jobs none. A record
   * may be written long after its job has ended (where the projector was away, or the log is older than such records), so
   * their topic is read to its end. `now`: epoch ms.
   */
  async writeJobs(
    log: Pick<EventLog, 'read' | 'isBehind'>,
    days: readonly string[],
    now: number,
    progress: Progress,
  ): Promise<JobDayExport[]> {
    const since = Date.parse(days[0] ?? '');
    // Asked before the records are read: what is written until then is among them.
    const complete = new Set(await wholeOf(log, days, now));
    const erased = await erasedSince(log, since, progress);
    const counts = new Map(days.map(day => [day, 0]));
    const wanted = days.map((day): Wanted => ({ topic: DERIVED_TOPIC, day, rowsAGroup: JOB_ROWS_A_GROUP }));
    await this.inFiles(wanted, async files => {
      const byDay = new Map(days.map((day, at) => [day, files[at]]));
      for await (const { records } of log.read([DERIVED_TOPIC], { since })) {
        await progress.more(records.length, DERIVED_TOPIC);
        for (const record of records) {
          const { event } = record;
          const day = dayOf(event.at);
          const file = byDay.get(day);
          if (file === undefined || event.type !== 'JobEnded' || erased.has(event.job_id)) continue;
          counts.set(day, (counts.get(day) ?? 0) + 1);
          await file.add(record);
        }
      }
    });
    const written = days.map(day => ({
      day,
      jobs: counts.get(day) ?? 0,
      complete: complete.has(day),
    }));
    this.manifest.job_days ??= {};
    for (const each of written) if (each.complete) this.manifest.job_days[each.day] = each.jobs;
    await this.keepManifest();
    return written;
  }

  /** Also where no day is over: it names the format. */
  private keepManifest(): Promise<void> {
    return writeText(join(this.folder, MANIFEST), `${JSON.stringify(this.manifest, null, 2)}\n`);
  }

  /** Puts all in place once `fill` has filled them, or none. */
  private async inFiles(
    wanted: readonly Wanted[],
    fill: (files: readonly RowFile[]) => Promise<void>,
    files: readonly RowFile[] = [],
  ): Promise<void> {
    const next = wanted[files.length];
    if (next === undefined) {
      await fill(files);
      for (const file of files) await file.finish();
      return;
    }
    const { format } = this.manifest;
    makeFolder(join(this.folder, next.topic), OWN_FOLDER_MODE);
    await writeWhole(join(this.folder, next.topic, `${next.day}.${format}`), temporary => {
      const file = openRowFile(format, temporary, columnsOf(next.topic), next.rowsAGroup);
      return this.inFiles(wanted, fill, [...files, file]);
    });
  }
}

/** Everything of the day is in the log. */
const isOver = (day: string, now: number): boolean => now > Date.parse(day) + DAY_MS + CLOCK_MARGIN_MS;

/** Of ascending days those on which, and before which, each job that ended has its record. */
async function wholeOf(
  log: Pick<EventLog, 'isBehind'>,
  days: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const over = days.filter(day => isOver(day, now));
  // Mostly nothing is behind, and the first question answers for all of them.
  for (;;) {
    const last = over.at(-1);
    if (last === undefined) return [];
    const end = Date.parse(last) + DAY_MS + CLOCK_MARGIN_MS;
    if (!(await log.isBehind(JOB_RECORDS_GROUP, ['outcomes'], end))) return over;
    over.pop();
  }
}

/** Compaction comes later, if ever: until then the topic holds records of erased jobs. */
async function erasedSince(
  log: Pick<EventLog, 'read'>,
  since: number,
  progress: Progress,
): Promise<ReadonlySet<string>> {
  const erased = new Set<string>();
  for await (const { records } of log.read(['outcomes'], { since })) {
    await progress.more(records.length, 'erasures');
    for (const { event } of records) if (event.type === 'JobErased') erased.add(event.job_id);
  }
  return erased;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** UTC days from the one of `from` to the one of `to`, both in it; epoch ms. */
export function daysBetween(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = Math.floor(from / DAY_MS) * DAY_MS; at <= to; at += DAY_MS) days.push(dayOf(at));
  return days;
}
