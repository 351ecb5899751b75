/** One file a topic and day, and a manifest of the days that are over and exported: what a repeat leaves alone. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOCK_MARGIN_MS, type EventLog } from '../../platform/event-log/event-log.ts';
import type { Topic } from '../../schemas/events.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { writeText, writeWhole } from '../private-output.ts';
import type { Progress } from '../progress.ts';
import { columnsOf } from './columns.ts';
import { type FileFormat, openRowFile, type RowFile } from './row-files.ts';

export const DAY_MS = 86_400_000;
const MANIFEST = 'manifest.json';
const OWN_FOLDER_MODE = 0o700;

interface Manifest {
  format: FileFormat;
  /** By day: events of each topic that has any. */
  days: Record<string, Partial<Record<Topic, number>>>;
}

export interface DayExport {
  day: string;
  events: number;
  /** Whether the day is over: one that is not is written again the next time. */
  complete: boolean;
}

export class ExportFolder {
  private readonly folder: string;
  private readonly manifest: Manifest;

  /** Throws where the folder holds an export in another format. */
  constructor(folder: string, format: FileFormat) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true, mode: OWN_FOLDER_MODE });
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

  /** All files of the day, or none of them: they are put in place when all are whole. `now`: epoch ms. */
  async write(log: Pick<EventLog, 'read'>, day: string, now: number, progress: Progress): Promise<DayExport> {
    const since = Date.parse(day);
    const counts: Partial<Record<Topic, number>> = {};
    await this.inFiles(day, async files => {
      const until = since + DAY_MS - 1;
      for await (const { records } of log.read(HISTORY_TOPICS, { since, until })) {
        await progress.more(records.length, day);
        for (const record of records) {
          const { topic, event } = record;
          if (event.at < since || event.at > until) continue;
          counts[topic] = (counts[topic] ?? 0) + 1;
          await files.get(topic)?.add(record);
        }
      }
    });
    const complete = now > since + DAY_MS + CLOCK_MARGIN_MS;
    if (complete) this.manifest.days[day] = counts;
    // It names the format, too.
    await writeText(join(this.folder, MANIFEST), `${JSON.stringify(this.manifest, null, 2)}\n`);
    return { day, events: Object.values(counts).reduce((sum, count) => sum + count, 0), complete };
  }

  private async inFiles(
    day: string,
    fill: (files: ReadonlyMap<Topic, RowFile>) => Promise<void>,
    topics: readonly Topic[] = HISTORY_TOPICS,
    files: Map<Topic, RowFile> = new Map(),
  ): Promise<void> {
    const [topic, ...rest] = topics;
    if (topic === undefined) {
      await fill(files);
      for (const file of files.values()) await file.finish();
      return;
    }
    const { format } = this.manifest;
    mkdirSync(join(this.folder, topic), { recursive: true, mode: OWN_FOLDER_MODE });
    await writeWhole(join(this.folder, topic, `${day}.${format}`), temporary => {
      files.set(topic, openRowFile(format, temporary, columnsOf(topic)));
      return this.inFiles(day, fill, rest, files);
    });
  }
}

/** UTC days from the one of `from` to the one of `to`, both in it; epoch ms. */
export function daysBetween(from: number, to: number): string[] {
  const days: string[] = [];
  for (let at = Math.floor(from / DAY_MS) * DAY_MS; at <= to; at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
