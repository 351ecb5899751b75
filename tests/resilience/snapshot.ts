/** The live read model of a service in its canonical form, read from this process. */
import { openDistributed } from '../../platform/distributed.ts';
import { openEmbedded } from '../../platform/embedded.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { MODE } from '../support/mode.ts';
import type { Place } from '../support/service.ts';
import { until } from '../support/waiting.ts';

export async function snapshot({ environment }: Place): Promise<string> {
  const settings = readSettings(environment, MODE === 'distributed');
  const telemetry = createTelemetry('silent');
  const platform =
    MODE === 'distributed'
      ? await openDistributed(settings, telemetry, 'tests')
      : openEmbedded(settings, telemetry);
  try {
    if (MODE === 'embedded') await levelWithLog(platform);
    return await platform.views.snapshot();
  } finally {
    await platform.close();
  }
}

/** The file of a running service follows its read model within moments. */
async function levelWithLog({ log, views }: Platform): Promise<void> {
  const position = async () => (await views.positions()).find(({ topic }) => topic === 'outcomes');
  const [end] = await log.ends(['outcomes']);
  await until('the read model to be level with the log', async () => {
    return ((await position())?.next ?? 0) >= (end?.next ?? 0);
  });
}
