/** Runs the whole service in this process, on the embedded platform. */
import { openEmbedded } from './platform/embedded.ts';
import { lockFolder } from './platform/instance-lock.ts';
import { issueKey, newPepper, PLAN_QUOTAS } from './platform/keys.ts';
import { baseUrl } from './platform/listen.ts';
import type { Platform } from './platform/platform.ts';
import { Runtime } from './platform/runtime.ts';
import { telemetryOf } from './platform/service-telemetry.ts';
import type { Settings } from './platform/settings.ts';
import { leaveMark } from './platform/signing-mark.ts';
import { atTheDisk } from './platform/sqlite/disk.ts';
import type { Pools } from './services/extractor/pools.ts';
import { startExtractor } from './services/extractor/start.ts';
import { keepCompiled } from './services/extractor/worker/compiled.ts';
import { startIngest } from './services/ingest/start.ts';
import { startProjector } from './services/projector/start.ts';
import { startWebhooker } from './services/webhooker/start.ts';

/** `pools`: worker pools that were started already. */
export async function runWhole(settings: Settings, pools: Pools): Promise<void> {
  try {
    await begin(settings, pools);
  } catch (error) {
    throw atTheDisk(error, settings.DATA_DIR);
  }
}

async function begin(settings: Settings, pools: Pools): Promise<void> {
  const telemetry = await telemetryOf(settings);
  const platform = openEmbedded(settings, telemetry);
  const release = lockFolder(settings.DATA_DIR);
  process.once('exit', release);
  leaveMark(settings.DATA_DIR, platform.webhookSecrets);
  const runtime = new Runtime(settings, telemetry, ['projector', 'extractor', 'webhooker', 'ingest']);
  await runtime.use(platform);
  await runtime.run(startProjector(platform));
  const apiKey = await firstKey(platform);
  await Promise.all([runtime.run(startExtractor(platform, pools)), runtime.run(startWebhooker(platform))]);
  const { port } = await runtime.run(await startIngest(platform, runtime.readiness));
  runtime.watchWaitingEvents();
  greet(baseUrl(settings.HOST, port), apiKey);
  keepCompiled(telemetry.logger);
}

/** Issues a key if the data folder has none, so that the first request needs no second command. */
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

/** Prints the address and the key, with an example that needs no file that might be missing. */
function greet(base: string, apiKey: string | undefined): void {
  const lines = [
    `Textrail is ready at ${base}`,
    apiKey === undefined ? 'Another API key: npm run keys -- issue' : `API key (shown only now): ${apiKey}`,
    'Try it:',
    `  printf '<h1>It reads</h1>' | curl -H 'Authorization: Bearer ${apiKey ?? 'YOUR_KEY'}' -F file=@- ${base}/v1/extract`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
