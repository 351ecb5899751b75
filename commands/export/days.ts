/** Exports one file for each topic and day, with a manifest of the complete days, which a repeated export skips. */
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
/** Most days of job records filled in one pass over their topic, with as many files open; a row takes some 1 KB in memory. */
export const JOB_DAYS_AT_ONCE = 31;
const JOB_ROWS_A_GROUP = 5_000;
/** The projector's consumer group that writes the records of jobs. */
const JOB_RECORDS_GROUP = 'job-records';

interface Manifest {
  format: FileFormat;
  /** By day: the number of events of each topic that has any. */
  days: Record<string, Partial<Record<Topic, number>>>;
  /** By day: the number of job records. Missing in exports from before such records existed. */
  job_days?: Record<string, number>;
}

export interface DayExport {
  day: string;
  events: number;
  /** True if the day is over. A day that is not over is written again the next time. */
  complete: boolean;
}

export interface JobDayExport {
  day: string;
  jobs: number;
  /** True if the day is over, and the projector has written the record of every job that ended by then. */
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

  /** Throws if the folder holds an export in another format. */
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

  /**
   * Writes the files of a day. They are moved into place when all are complete, so there are either all or none. `now`:
   * epoch ms.
   */
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
   * Writes the records of the jobs that ended on these days, without erased jobs. `days` are ascending, at most
   * `JOB_DAYS_AT_ONCE`. A record may be written long after its job has ended (if the projector was away, or the log is
   * older than such records), so their topic is read to its end. `now`: epoch ms.
   */
  async writeJobs(
    log: Pick<EventLog, 'read' | 'isBehind'>,
    days: readonly string[],
    now: number,
    progress: Progress,
  ): Promise<JobDayExport[]> {
    const since = Date.parse(days[0] ?? '');
    // Ask before the records are read: what is written until then is among them.
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

  /** Written even if no day is complete, because it records the format. */
  private keepManifest(): Promise<void> {
    return writeText(join(this.folder, MANIFEST), `${JSON.stringify(this.manifest, null, 2)}\n`);
  }

  /** Moves all files into place once `fill` has filled them, or none. */
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

/** True if all events of the day are in the log. */
const isOver = (day: string, now: number): boolean => now > Date.parse(day) + DAY_MS + CLOCK_MARGIN_MS;

/** Of ascending days, those up to whose end every ended job has its record. */
async function wholeOf(
  log: Pick<EventLog, 'isBehind'>,
  days: readonly string[],
  now: number,
): Promise<readonly string[]> {
  const over = days.filter(day => isOver(day, now));
  // Usually nothing is behind, and the first question answers for all days.
  for (;;) {
    const last = over.at(-1);
    if (last === undefined) return [];
    const end = Date.parse(last) + DAY_MS + CLOCK_MARGIN_MS;
    if (!(await log.isBehind(JOB_RECORDS_GROUP, ['outcomes'], end))) return over;
    over.pop();
  }
}

/** The jobs erased since then. Compaction removes their records later, if ever; until then the topic still holds them. */
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

/** The UTC days from that of `from` to that of `to`, both included; epoch ms. */
export function daysBetween(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = Math.floor(from / DAY_MS) * DAY_MS; at <= to; at += DAY_MS) days.push(dayOf(at));
  return days;
}
