/** The live read model of a service in its canonical form, read from this process. */
import { openDistributed } from '../../platform/distributed.ts';
import { openEmbedded } from '../../platform/embedded.ts';
import { haveReached } from '../../platform/event-log/positions.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { MODE } from '../support/mode.ts';
import type { Place } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Time limit against a projector that stands still for good. */
const LEVEL_WITHIN_MS = 60_000;

export async function snapshot({ environment }: Place): Promise<string> {
  const settings = readSettings(environment, MODE === 'distributed');
  const telemetry = createTelemetry('silent');
  const platform =
    MODE === 'distributed'
      ? await openDistributed(settings, telemetry, 'tests')
      : openEmbedded(settings, telemetry);
  try {
    await levelWithLog(platform);
    return await platform.views.snapshot();
  } finally {
    await platform.close();
  }
}

/** Waits until the read model, in one process also its file, has folded the whole log, which takes moments. */
async function levelWithLog({ log, views }: Platform): Promise<void> {
  const ends = await log.ends(HISTORY_TOPICS);
  const isLevel = async () => haveReached(await views.positions(), ends);
  await until('the read model to be level with the log', isLevel, LEVEL_WITHIN_MS);
}
