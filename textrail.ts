/**
 * What `main.ts` starts. Without a role: the whole service in this process, on the embedded platform. With a role
 * (`ingest`, `extractor`, `projector`, `webhooker`): only that service, on Kafka, Redis and S3. Neither loads modules
 * that only the other needs.
 */
import { readSettings } from './platform/settings.ts';
import { Pools } from './services/extractor/pools.ts';

type Role = Parameters<typeof import('./one-service.ts').runRole>[0];

const ROLES: readonly Role[] = ['ingest', 'extractor', 'projector', 'webhooker'];

const USAGE = `usage: npm start                                            the whole service in one process, on DATA_DIR
       node main.ts ingest|extractor|projector|webhooker    one service, on Kafka, Redis and S3
settings come from the environment: docs/settings.md`;

// The channel of `npm run cluster` was closed, so its process has gone; nobody else would stop this one.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const [word, ...rest] = process.argv.slice(2);
const role = ROLES.find(one => one === word);
try {
  if (word === '--help' || word === '-h') process.stdout.write(`${USAGE}\n`);
  else if (word === undefined) {
    const settings = readSettings(process.env, false);
    // The workers start on other cores while this process loads the rest.
    const pools = new Pools(settings);
    const { runWhole } = await import('./whole-service.ts');
    await runWhole(settings, pools);
  } else if (rest.length === 0 && role !== undefined) {
    const { runRole } = await import('./one-service.ts');
    await runRole(role);
  } else
    throw new Error('usage: node main.ts [ingest|extractor|projector|webhooker]; settings: docs/settings.md');
} catch (error) {
  process.stderr.write(`textrail: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
