import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { Sweeper } from '../../platform/sweeper.ts';
import { within } from '../../platform/within.ts';
import { ErasedLeftovers } from './erased-leftovers.ts';
import { FoldWatch } from './fold-watch.ts';
import { JobRecords, RECORDS_RELEASE } from './job-records.ts';
import { JOBS, LostJobs, WEBHOOKS } from './lost-jobs.ts';
import { Projector } from './projector.ts';

/** Starts the projector, which also sweeps what has expired. Ready once the read model has caught up with the log. */
export function startProjector(platform: Platform): RunningService {
  const projector = new Projector(platform);
  const stopping = new AbortController();
  const consumer = projector.start();
  const consumers = [{ name: 'projector', consumer }];
  if (platform.settings.EVENT_WRITE_RELEASE >= RECORDS_RELEASE)
    consumers.push({ name: 'job-records', consumer: new JobRecords(platform).start() });
  const fold = new FoldWatch(platform, stopping.signal);
  let caughtUp = false;
  const ready = consumer.ready
    .then(() => projector.caughtUp(stopping.signal))
    .then(() => {
      caughtUp = true;
      void projector.watch(stopping.signal, now => {
        caughtUp = now;
      });
      void fold.watch();
      new ErasedLeftovers(platform, stopping.signal).watch();
    });
  const sweeper = new Sweeper(platform);
  const lost = [JOBS, WEBHOOKS].map(kind => new LostJobs(platform, kind));
  return {
    name: 'projector',
    ready,
    problems: () => (caughtUp ? [] : ['the read model is catching up with the log']),
    consumers,
    stop: async deadlineMs => {
      stopping.abort();
      for (const each of lost) each.stop();
      // A store that is away can delay a sweep for longer than a stop may take; the rest is swept next time.
      const stopped = consumers.map(each => each.consumer.stop(deadlineMs));
      await Promise.all([within(deadlineMs, Promise.all([sweeper.stop(), fold.ended()])), ...stopped]);
    },
  };
}
