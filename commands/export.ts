/** `npm run export`: the events as files for analysts, a file a topic and UTC day; see docs/events/queries.md. */
import { parseArgs } from 'node:util';
import type { Platform } from '../platform/platform.ts';
import { makePrivate } from '../platform/private-files.ts';
import { daysBetween, ExportFolder } from './export/days.ts';
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

/** Ten years: a year mistyped is told before a folder is full of empty files. */
const MOST_DAYS = 3_660;

async function exportDays({ log }: Platform, { days, format, out, json }: Export): Promise<void> {
  makePrivate();
  const folder = new ExportFolder(out, format);
  const progress = new Progress({ unit: 'events read', json });
  let events = 0;
  try {
    const left = days.filter(day => !folder.has(day));
    for (const day of left) {
      // A day without events is a step as well.
      await progress.more(0, day);
      const written = await folder.write(log, day, Date.now(), progress);
      events += written.events;
      print(written);
    }
    print({ exported: true, days: left.length, already: days.length - left.length, events });
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
