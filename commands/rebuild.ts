/**
 * `npm run rebuild`: projects the whole log into a new read model beside the live one, then switches to it. `--check`
 * compares the two instead, and does not change the live one.
 */
import { parseArgs } from 'node:util';
import { FOLD_VERSION } from '../core/fold-version.ts';
import type { Platform } from '../platform/platform.ts';
import { replay } from '../platform/view-store/replay.ts';
import { HISTORY_TOPICS } from '../schemas/history.ts';
import { command, print } from './open-platform.ts';
import { Progress } from './progress.ts';
import { checkReadModel } from './rebuild/check.ts';

const OPTIONS = { check: { type: 'boolean' }, json: { type: 'boolean' } } as const;

/** Most differences to print one by one; beyond that, the number is enough. */
const MOST_TOLD = 1_000;

async function rebuild(platform: Platform, progress: Progress): Promise<void> {
  const startedAt = Date.now();
  const next = await platform.views.rebuild();
  try {
    const events = await replay(platform.log, next.store, count => progress.more(count));
    await next.promote();
    print({ rebuilt: true, events, seconds: (Date.now() - startedAt) / 1000 });
  } catch (error) {
    await next.abandon();
    throw error;
  }
}

async function check(platform: Platform, progress: Progress): Promise<void> {
  const live = await platform.views.foldVersion();
  if (live !== undefined && live !== FOLD_VERSION) {
    // The fold versions differ, so nearly every job would differ by what only one of the two stores.
    const versions = { fold: FOLD_VERSION, of_the_read_model: live };
    print({ checked: false, ...versions, note: 'the read model was made by another fold: run rebuild' });
    process.exitCode = 1;
    return;
  }
  const { events, differences, unsettled, isCut } = await checkReadModel(platform, progress);
  for (const each of differences.slice(0, MOST_TOLD)) print(each);
  const note = 'there may be more: the comparison ended here';
  print({ checked: true, events, differences: differences.length, unsettled, ...(isCut && { note }) });
  if (differences.length > 0) process.exitCode = 1;
}

/** Number of events. In SQLite all topics share one position in the log; in Kafka each partition has its own. */
async function eventsIn({ log }: Platform): Promise<number> {
  const ends = await log.ends(HISTORY_TOPICS);
  const isOneLog = new Set(ends.map(({ partition, next }) => `${partition} ${next}`)).size === 1;
  return isOneLog ? (ends[0]?.next ?? 0) : ends.reduce((sum, { next }) => sum + next, 0);
}

await command('rebuild', 'npm run rebuild -- [--check] [--json]', args => {
  const { values } = parseArgs({ args, options: OPTIONS });
  return async platform => {
    const total = await eventsIn(platform);
    const progress = new Progress({ unit: 'events', json: values.json ?? false, total });
    await (values.check ? check : rebuild)(platform, progress).finally(() => progress.end());
  };
});
