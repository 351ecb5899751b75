/** The live read model of a service in its canonical form, read from this process. */
import { openDistributed } from '../../platform/distributed.ts';
import { openEmbedded } from '../../platform/embedded.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { MODE } from '../support/mode.ts';
import type { Place } from '../support/service.ts';

export async function snapshot({ environment }: Place): Promise<string> {
  const settings = readSettings(environment, MODE === 'distributed');
  const telemetry = createTelemetry('silent');
  const platform =
    MODE === 'distributed'
      ? await openDistributed(settings, telemetry, 'tests')
      : openEmbedded(settings, telemetry);
  try {
    return await platform.views.snapshot();
  } finally {
    await platform.close();
  }
}
