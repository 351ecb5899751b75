/** Folds the whole log beside the live read model and compares the two while the service keeps running. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isExpired, type JobState } from '../../core/job/job.ts';
import type { Position } from '../../platform/event-log/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import { replay } from '../../platform/view-store/replay.ts';
import type { Rebuild } from '../../platform/view-store/view-store.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import type { Progress } from '../progress.ts';
import {
  type Compared,
  type Difference,
  differencesAt,
  differingPlaces,
  lasting,
  type Places,
} from './differences.ts';

const DRAW_LEVEL_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 250;
/** Number of comparisons: work in progress changes between them, real differences stay. */
const LOOKS = 4;
/**
 * Most entries that are compared again one by one. A read model with more differences is wrong as a whole, and the rest
 * is not searched.
 */
const MOST_DIFFERING = 10_000;
const VALUES_AT_ONCE = 500;

export interface Checked {
  events: number;
  differences: Difference[];
  /** Number of entries that differed but kept changing while they were compared, so that nothing can be said about them. */
  unsettled: number;
  /** True if the comparison stopped at `MOST_DIFFERING`. */
  isCut: boolean;
}

/** Rejects if the live read model does not reach the end of the log because nothing folds it. */
export async function checkReadModel(platform: Platform, progress: Progress): Promise<Checked> {
  const next = await platform.views.rebuild();
  try {
    const events = await replay(platform.log, next.store, count => progress.more(count, 'folding'));
    return { events, ...(await compared(platform, next.store, progress)) };
  } finally {
    await next.abandon();
  }
}

async function compared(
  { log, views, settings }: Platform,
  built: Rebuild['store'],
  progress: Progress,
): Promise<Omit<Checked, 'events'>> {
  const retention = settings.JOB_RETENTION_SECONDS * 1000;
  const isForgotten = (job: JobState) => isExpired(job, Date.now(), retention);
  const models = { live: views, folded: built, isForgotten };
  const rest = log.project({
    name: `check-${randomUUID()}`,
    topics: HISTORY_TOPICS,
    positions: () => built.positions(),
    apply: (records, step) => built.apply(records, step),
  });
  const level = async () => drawnLevel(await log.ends(HISTORY_TOPICS), [built, views], progress);
  try {
    await level();
    let entries = 0;
    const places = await differingPlaces(models, MOST_DIFFERING, async count => {
      entries += count;
      await progress.more(0, `${entries} entries compared`);
    });
    let seen = await lookAt(models, places, progress);
    let stable = seen;
    for (let looks = 1; looks < LOOKS && seen.length > 0; looks++) {
      await sleep(LOOK_EVERY_MS);
      await level();
      const again = await lookAt(models, places, progress);
      stable = lasting(seen, again);
      seen = again;
    }
    const differing = [...places.values()].reduce((sum, names) => sum + names.size, 0);
    const unsettled = seen.length - stable.length;
    return { differences: stable, unsettled, isCut: differing >= MOST_DIFFERING };
  } finally {
    await rest.stop(0);
  }
}

async function lookAt(models: Compared, places: Places, progress: Progress): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [view, names] of places) {
    const all = [...names];
    for (let at = 0; at < all.length; at += VALUES_AT_ONCE) {
      found.push(...(await differencesAt(models, view, all.slice(at, at + VALUES_AT_ONCE))));
      await progress.more(0);
    }
  }
  return found;
}

async function drawnLevel(
  ends: readonly Position[],
  models: readonly Pick<Rebuild['store'], 'positions'>[],
  progress: Progress,
): Promise<void> {
  const until = Date.now() + DRAW_LEVEL_WITHIN_MS;
  for (const model of models) {
    while (isBehind(await model.positions(), ends)) {
      progress.signal.throwIfAborted();
      if (Date.now() > until)
        throw new Error('the read model is behind the log: check again when the projector has caught up');
      await sleep(LOOK_EVERY_MS);
    }
  }
}

function isBehind(positions: readonly Position[], ends: readonly Position[]): boolean {
  return ends.some(({ topic, partition, next }) => {
    const position = positions.find(each => each.topic === topic && each.partition === partition);
    return (position?.next ?? 0) < next;
  });
}
