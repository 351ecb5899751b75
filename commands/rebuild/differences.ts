/** Compares a read model that was just folded with the live one, entry by entry. Only slices of either are held in memory. */
import type { JobState } from '../../core/job/job.ts';
import { type Entries, type Entry, SHOWN_VIEWS, type ShownView } from '../../platform/view-store/entries.ts';

export interface Difference {
  /** The entry's view and name: `jobs 01a2…`, `quota k1 2026-11`. */
  entry: string;
  /** The value in the live read model; null if there is none. */
  live: string | null;
  /** The value according to the log; null if there is none. */
  folded: string | null;
}

/** Names of the entries that differ, by view. */
export type Places = ReadonlyMap<ShownView, ReadonlySet<string>>;

export interface Compared {
  live: Entries;
  folded: Entries;
  /** True if a job may have been swept from the live read model but not from the new one. What belongs to it may be gone too. */
  isForgotten: (job: JobState) => boolean;
}

const JOB_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/;

/**
 * At most `most` names of entries that differed. `onCompared` is called with the size of each slice, and stops the
 * comparison by rejecting.
 */
export async function differingPlaces(
  compared: Compared,
  most: number,
  onCompared: (entries: number) => Promise<void>,
): Promise<Places> {
  const found = new Map(SHOWN_VIEWS.map(view => [view, new Set<string>()]));
  let left = most;
  for (const view of SHOWN_VIEWS)
    for (const side of [compared.folded, compared.live])
      for await (const slice of side.entries(view)) {
        const names = slice.map(({ name }) => name);
        for (const { entry } of await differencesAt(compared, view, names)) {
          if (left === 0) return found;
          const name = entry.slice(view.length + 1);
          if (!found.get(view)?.has(name)) left--;
          found.get(view)?.add(name);
        }
        await onCompared(slice.length);
      }
  return found;
}

/** The entries of these names that differ now. */
export async function differencesAt(
  { live, folded, isForgotten }: Compared,
  view: ShownView,
  names: readonly string[],
): Promise<Difference[]> {
  const [old, fresh] = await Promise.all([live.values(view, names), folded.values(view, names)]);
  const differing = names.flatMap((name, at) =>
    old[at] === fresh[at] ? [] : [{ name, live: old[at], folded: fresh[at] }],
  );
  const onlyFolded = differing.flatMap(each =>
    each.live === undefined && each.folded !== undefined ? [{ name: each.name, value: each.folded }] : [],
  );
  const gone = await goneWithTheirJobs(folded, view, onlyFolded, isForgotten);
  return differing
    .filter(({ name }) => !gone.has(name))
    .map(each => ({ entry: `${view} ${each.name}`, live: each.live ?? null, folded: each.folded ?? null }));
}

/** The differences whose values were the same on both sides in the earlier comparison, so that nothing was changing there. */
export function lasting(earlier: readonly Difference[], later: readonly Difference[]): Difference[] {
  const before = new Map(earlier.map(each => [each.entry, each]));
  return later.filter(({ entry, live, folded }) => {
    const other = before.get(entry);
    return other !== undefined && other.live === live && other.folded === folded;
  });
}

/** Names of expired jobs, or of Idempotency-Keys that belong only to such a job. */
async function goneWithTheirJobs(
  folded: Entries,
  view: ShownView,
  entries: readonly Entry[],
  isForgotten: (job: JobState) => boolean,
): Promise<ReadonlySet<string>> {
  if (view !== 'jobs' && view !== 'idempotency') return new Set();
  const states =
    view === 'jobs'
      ? entries.map(({ value }) => value)
      : await folded.values(
          'jobs',
          entries.map(({ value }) => JOB_ID.exec(value)?.[0] ?? ''),
        );
  const names = entries.filter((_, at) => {
    const state = states[at];
    return state !== undefined && isForgotten(JSON.parse(state) as JobState);
  });
  return new Set(names.map(({ name }) => name));
}
