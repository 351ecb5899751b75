/**
 * `npm run export`: writes the events, and the records of jobs, as files for analysts, one for each topic and UTC day;
 * see docs/events/queries.md.
 */
import { parseArgs } from 'node:util';
import type { Platform } from '../platform/platform.ts';
import { makePrivate } from '../platform/private-files.ts';
import { daysBetween, ExportFolder, JOB_DAYS_AT_ONCE } from './export/days.ts';
import type { FileFormat } from './export/row-files.ts';
import { moment, optionalMoment } from './moments.ts';
import { command, print } from './open-platform.ts';
import { Progress } from './progress.ts';

const USAGE =
  'npm run export -- --from TIME [--to TIME] --out FOLDER [--format parquet|ndjson] [--json]; days are UTC, the last one included';

const OPTIONS = {
  from: { type: 'string' },
  to: { type: 'string' },
  format: { type: 'string', default: 'parquet' },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

interface Export {
  days: string[];
  format: FileFormat;
  out: string;
  json: boolean;
}

/** Ten years: a mistyped year is reported before the folder is full of empty files. */
const MOST_DAYS = 3_660;

async function exportDays({ log }: Platform, { days, format, out, json }: Export): Promise<void> {
  makePrivate();
  const folder = new ExportFolder(out, format);
  const progress = new Progress({ unit: 'events read', json });
  const isLeft = (day: string) => !folder.has(day) || !folder.hasJobs(day);
  const left = days.filter(isLeft).length;
  let [events, jobs] = [0, 0];
  try {
    for (let at = 0; at < days.length; at += JOB_DAYS_AT_ONCE) {
      const some = days.slice(at, at + JOB_DAYS_AT_ONCE);
      for (const day of some.filter(each => !folder.has(each))) {
        // A day without events is also a step.
        await progress.more(0, day);
        const written = await folder.write(log, day, Date.now(), progress);
        events += written.events;
        print(written);
      }
      const ofJobs = some.filter(day => !folder.hasJobs(day));
      if (ofJobs.length === 0) continue;
      for (const written of await folder.writeJobs(log, ofJobs, Date.now(), progress)) {
        jobs += written.jobs;
        print(written);
      }
    }
    print({ exported: true, days: left, already: days.length - left, events, jobs });
  } finally {
    progress.end();
  }
}

function exportOf(args: string[]): Export | undefined {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { from, format, out, json } = values;
  const now = Date.now();
  if (from === undefined || out === undefined) return undefined;
  if (format !== 'parquet' && format !== 'ndjson') throw new Error('--format takes parquet or ndjson');
  const first = moment('--from', from, now);
  const last = Math.min(now, optionalMoment('--to', values.to, now) ?? now);
  if (first > last) throw new Error('--from is after --to');
  if (last - first > MOST_DAYS * 86_400_000) throw new Error(`at most ${MOST_DAYS} days at once`);
  return { days: daysBetween(first, last), format, out, json };
}

await command('export', USAGE, args => {
  const wanted = exportOf(args);
  return wanted && (platform => exportDays(platform, wanted));
});
