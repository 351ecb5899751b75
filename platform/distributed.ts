/** The distributed adapters: Kafka, Redis and S3 from the settings. */
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import type { Telemetry } from './telemetry.ts';

export async function openDistributed(
  _settings: Settings,
  _telemetry: Telemetry,
  _role: string,
): Promise<Platform> {
  throw new Error('the distributed adapters are not part of this build yet');
}
