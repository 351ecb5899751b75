/**
 * What `main.ts` starts. Without a role: the whole service in this process, on the embedded default. With one (`ingest`,
 * `extractor`, `projector`, `webhooker`): that service alone, on Kafka, Redis and S3.
 */
import { AwaitedServers } from './platform/awaited-servers.ts';
import { sayInLog } from './platform/console-lines.ts';
import { openDistributed } from './platform/distributed.ts';
import { openEmbedded } from './platform/embedded.ts';
import { lockFolder } from './platform/instance-lock.ts';
import { issueKey, newPepper, PLAN_QUOTAS } from './platform/keys.ts';
import { baseUrl } from './platform/listen.ts';
import type { Platform } from './platform/platform.ts';
import { Runtime } from './platform/runtime.ts';
import { readSettings, type Settings } from './platform/settings.ts';
import { createLogger, createTelemetry, type Telemetry } from './platform/telemetry.ts';
import { openTracing } from './platform/tracing/open-tracing.ts';
import { findLanguages } from './services/extractor/ocr/languages.ts';
import { startExtractor } from './services/extractor/start.ts';
import { answerNotYet } from './services/ingest/not-yet.ts';
import { startIngest } from './services/ingest/start.ts';
import { startProjector } from './services/projector/start.ts';
import { startWebhooker } from './services/webhooker/start.ts';

const STARTERS = { extractor: startExtractor, projector: startProjector, webhooker: startWebhooker } as const;

async function runEmbedded(): Promise<void> {
  const settings = readSettings(process.env, false);
  const telemetry = await telemetryOf(settings, 'textrail');
  const platform = openEmbedded(settings, telemetry);
  const release = lockFolder(settings.DATA_DIR);
  process.once('exit', release);
  const runtime = new Runtime(settings, telemetry);
  await runtime.use(platform);
  await runtime.run(startProjector(platform));
  const apiKey = await firstKey(platform);
  await Promise.all([runtime.run(startExtractor(platform)), runtime.run(startWebhooker(platform))]);
  const { port } = await runtime.run(await startIngest(platform, runtime.readiness));
  runtime.watchLag();
  greet(baseUrl(settings.HOST, port), apiKey);
}

/** It listens first: a server that is away is waited for, and said on /readyz; what no waiting mends ends the process. */
async function runRole(role: string): Promise<void> {
  const settings = readSettings(process.env, true);
  if (role === 'extractor') findLanguages(settings.OCR_LANGUAGES, null);
  const telemetry = await telemetryOf(settings, `textrail-${role}`);
  const runtime = new Runtime(settings, telemetry);
  const awaited = new AwaitedServers(telemetry.logger);
  const operations = await runtime.serveOperations(role === 'ingest' ? answerNotYet : undefined);
  const platform = await runtime.use(openDistributed(settings, telemetry, role, awaited), awaited);
  if (role === 'ingest')
    await runtime.run(await startIngest(platform, runtime.readiness, () => operations.close()));
  else await runtime.run(STARTERS[role as keyof typeof STARTERS](platform));
  runtime.watchLag();
  telemetry.logger.info({ role, port: settings.PORT }, 'ready');
}

/** `service`: its name in traces, where OTEL_SERVICE_NAME gives no other. */
async function telemetryOf({ LOG_LEVEL }: Settings, service: string): Promise<Telemetry> {
  const logger = createLogger(LOG_LEVEL);
  sayInLog(logger);
  return createTelemetry(LOG_LEVEL, { logger, tracing: await openTracing(process.env, service, logger) });
}

/** An empty data folder gets one key, so that the first request needs no second command. */
async function firstKey(platform: Platform): Promise<string | undefined> {
  if ((await platform.views.keys()).length > 0) return undefined;
  const monthlyQuota = PLAN_QUOTAS.get('free') ?? 0;
  const { apiKey } = await issueKey(platform.log, {
    name: 'first',
    plan: 'free',
    monthlyQuota,
    rateLimitPerMinute: null,
    pepper: await newPepper(platform.peppers),
  });
  return apiKey;
}

function greet(base: string, apiKey: string | undefined): void {
  const lines = [
    `Textrail is ready at ${base}`,
    ...(apiKey === undefined ? [] : [`API key (shown only now): ${apiKey}`]),
    'Try it:',
    `  curl -H 'Authorization: Bearer ${apiKey ?? 'YOUR_KEY'}' -F file=@document.pdf ${base}/v1/extract`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const USAGE = `usage: npm start                                            the whole service in one process, on DATA_DIR
       node main.ts ingest|extractor|projector|webhooker    one service, on Kafka, Redis and S3
settings come from the environment: docs/settings.md`;

// Started with a channel (npm run cluster), and whoever holds its other end is gone: nobody else would stop this process.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const [role, ...rest] = process.argv.slice(2);
try {
  if (role === '--help' || role === '-h') process.stdout.write(`${USAGE}\n`);
  else if (role === undefined) await runEmbedded();
  else if (rest.length === 0 && (role === 'ingest' || Object.hasOwn(STARTERS, role))) await runRole(role);
  else
    throw new Error('usage: node main.ts [ingest|extractor|projector|webhooker]; settings: docs/settings.md');
} catch (error) {
  process.stderr.write(`textrail: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
