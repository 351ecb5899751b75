/** Builds a generation of the embedded read model beside the live one; only one at a time in a data folder, across processes. */
import { HISTORY_TOPICS } from '../../../schemas/history.ts';
import { PARTITION } from '../../event-log/sqlite/sqlite-event-log.ts';
import { locked } from '../../instance-lock.ts';
import type { Rebuild, ViewPolicy } from '../view-store.ts';
import type { Generations } from './generations.ts';
import { ShownEntries } from './shown-entries.ts';
import { ViewDatabase } from './view-database.ts';

/** `onPromoted` is called to switch to it at once. Throws if another one is being built. */
export function beginRebuild(generations: Generations, policy: ViewPolicy, onPromoted: () => void): Rebuild {
  const release = locked(generations.rebuildLock);
  if (release === undefined) throw new Error('another rebuild of this data folder is under way');
  const views = openBuilding(generations, policy, release);
  const shown = new ShownEntries(at => at(views));
  return {
    store: {
      positions: async () => HISTORY_TOPICS.map(topic => ({ topic, partition: PARTITION, next: views.next })),
      apply: async (records, next) => {
        views.apply(records, next.next);
      },
      snapshot: () => shown.snapshot(),
      entries: view => shown.entries(view),
      values: (view, names) => shown.values(view, names),
    },
    promote: async () => {
      views.store();
      await views.idle();
      views.close();
      generations.promote(views.path);
      release();
      onPromoted();
    },
    abandon: async () => {
      try {
        await views.idle();
        views.close();
        generations.removeBuilding();
      } finally {
        release();
      }
    },
  };
}

/** Releases the lock if the disk refuses: a service would otherwise hold it for as long as it runs. */
function openBuilding(generations: Generations, policy: ViewPolicy, release: () => void): ViewDatabase {
  try {
    generations.removeBuilding();
    return new ViewDatabase(generations.buildingPath, policy);
  } catch (error) {
    release();
    throw error;
  }
}
