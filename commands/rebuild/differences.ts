/** How a read model that was just folded differs from the live one: by entries of their snapshots. */
import type { JobState } from '../../core/job/job.ts';

export interface Difference {
  /** What it is about: `jobs 01a2…`, `quota k1 2026-11`. */
  entry: string;
  /** As it stands in the live read model; null where it has none. */
  live: string | null;
  /** As the log says. */
  folded: string | null;
}

/** Columns by which SQLite's tables are told apart; Redis names its fields. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  jobs: ['job_id'],
  keys: ['key_id'],
  quota: ['key_id', 'month'],
  in_flight: ['key_id'],
  idempotency: ['key_id', 'key_hash'],
};

const JOB_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

/**
 * `isForgotten`: whether a job may have been swept from the live one, which the new one still holds; what belongs to such a
 * job may have gone with it.
 */
export function differences(
  live: string,
  folded: string,
  isForgotten: (job: JobState) => boolean,
): Difference[] {
  const [old, fresh] = [entriesOf(live), entriesOf(folded)];
  const found: Difference[] = [];
  for (const [entry, value] of fresh)
    if (
      old.get(entry) !== value &&
      !(old.get(entry) === undefined && isLeft(entry, value, fresh, isForgotten))
    )
      found.push({ entry, live: old.get(entry) ?? null, folded: value });
  for (const [entry, value] of old) if (!fresh.has(entry)) found.push({ entry, live: value, folded: null });
  return found;
}

/** Those that were the same, on both sides, in an earlier look too: nothing was under way there. */
export function lasting(earlier: readonly Difference[], later: readonly Difference[]): Difference[] {
  const before = new Map(earlier.map(each => [each.entry, each]));
  return later.filter(({ entry, live, folded }) => {
    const other = before.get(entry);
    return other !== undefined && other.live === live && other.folded === folded;
  });
}

/** Of an expired job, or of what only such a one holds. */
function isLeft(
  entry: string,
  value: string,
  fresh: ReadonlyMap<string, string>,
  isForgotten: (job: JobState) => boolean,
): boolean {
  const jobId = JOB_ID.exec(entry.startsWith('idempotency') ? value : entry)?.[0];
  const state = jobId === undefined ? undefined : fresh.get(`jobs ${jobId}`);
  return state !== undefined && isForgotten(JSON.parse(state) as JobState);
}

function entriesOf(snapshot: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const line of snapshot.split('\n')) {
    if (line === '') continue;
    const [entry, value] = entryOf(JSON.parse(line) as unknown);
    entries.set(entry, value);
  }
  return entries;
}

/** A line of Redis is `[view, field, value]`; one of SQLite a row with its table. */
function entryOf(line: unknown): [entry: string, value: string] {
  if (Array.isArray(line)) {
    const [view, field, value] = line as string[];
    return [`${view} ${field}`, value ?? ''];
  }
  const { table = '', ...row } = line as Record<string, string>;
  const key = (KEYS[table] ?? []).map(column => row[column]).join(' ');
  return [`${table} ${key}`, row.state ?? JSON.stringify(row)];
}
