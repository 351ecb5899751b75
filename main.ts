/**
 * Textrail. Without a role: the whole service in this process, on the embedded default. With one (`ingest`,
 * `extractor`, `projector`, `webhooker`): that service alone, on Kafka, Redis and S3.
 */
import { openDistributed } from './platform/distributed.ts';
import { openEmbedded } from './platform/embedded.ts';
import { lockFolder } from './platform/instance-lock.ts';
import { issueKey, PLAN_QUOTAS } from './platform/keys.ts';
import { baseUrl } from './platform/listen.ts';
import type { Platform } from './platform/platform.ts';
import { Runtime } from './platform/runtime.ts';
import { readSettings } from './platform/settings.ts';
import { createTelemetry } from './platform/telemetry.ts';
import { startExtractor } from './services/extractor/start.ts';
import { startIngest } from './services/ingest/start.ts';
import { startProjector } from './services/projector/start.ts';
import { startWebhooker } from './services/webhooker/start.ts';

const STARTERS = { extractor: startExtractor, projector: startProjector, webhooker: startWebhooker } as const;

async function runEmbedded(): Promise<void> {
  const settings = readSettings(process.env, false);
  const telemetry = createTelemetry(settings.LOG_LEVEL);
  const platform = openEmbedded(settings, telemetry);
  const release = lockFolder(settings.DATA_DIR);
  process.once('exit', release);
  const runtime = new Runtime(platform);
  await runtime.run(startProjector(platform));
  const apiKey = await firstKey(platform);
  await Promise.all([runtime.run(startExtractor(platform)), runtime.run(startWebhooker(platform))]);
  const { port } = await runtime.run(await startIngest(platform, runtime.readiness));
  runtime.watchLag();
  greet(baseUrl(settings.HOST, port), apiKey);
}

async function runRole(role: string): Promise<void> {
  const settings = readSettings(process.env, true);
  const telemetry = createTelemetry(settings.LOG_LEVEL);
  const platform = await openDistributed(settings, telemetry, role);
  const runtime = new Runtime(platform);
  if (role === 'ingest') {
    await runtime.run(await startIngest(platform, runtime.readiness));
  } else {
    await runtime.serveOperations();
    await runtime.run(STARTERS[role as keyof typeof STARTERS](platform));
  }
  runtime.watchLag();
  telemetry.logger.info({ role, port: settings.PORT }, 'ready');
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
