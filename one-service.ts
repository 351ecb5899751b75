/** Runs one role alone, on Kafka, Redis and S3. */
import { AwaitedServers } from './platform/awaited-servers.ts';
import { openDistributed } from './platform/distributed.ts';
import { Runtime } from './platform/runtime.ts';
import { telemetryOf } from './platform/service-telemetry.ts';
import { readSettings } from './platform/settings.ts';
import { findLanguages } from './services/extractor/ocr/languages.ts';
import { startExtractor } from './services/extractor/start.ts';
import { keepCompiled } from './services/extractor/worker/compiled.ts';
import { answerNotYet } from './services/ingest/not-yet.ts';
import { startIngest } from './services/ingest/start.ts';
import { startProjector } from './services/projector/start.ts';
import { startWebhooker } from './services/webhooker/start.ts';

const STARTERS = { extractor: startExtractor, projector: startProjector, webhooker: startWebhooker } as const;

/**
 * Runs a role. It listens first: while a server is away the role waits, and /readyz says so; an error that waiting
 * cannot fix ends the process.
 */
export async function runRole(role: 'ingest' | keyof typeof STARTERS): Promise<void> {
  const settings = readSettings(process.env, true);
  if (role === 'extractor') findLanguages(settings.OCR_LANGUAGES, null);
  const telemetry = await telemetryOf(settings, role);
  const runtime = new Runtime(settings, telemetry, [role]);
  const awaited = new AwaitedServers(telemetry.logger);
  const operations = await runtime.serveOperations(role === 'ingest' ? answerNotYet : undefined);
  const platform = await runtime.use(openDistributed(settings, telemetry, role, awaited), awaited);
  if (role === 'ingest')
    await runtime.run(await startIngest(platform, runtime.readiness, () => operations.close()));
  else await runtime.run(STARTERS[role](platform));
  runtime.watchWaitingEvents();
  telemetry.logger.info({ port: settings.PORT }, 'ready');
  if (role === 'extractor') keepCompiled(telemetry.logger);
}
