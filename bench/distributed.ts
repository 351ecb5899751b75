/**
 * The distributed mode on the running stack (`npm run stack -- up --versitygw`): what a synchronous answer costs over
 * the extraction itself, what a second extractor brings, and how fast a long history is projected and rebuilt.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { HISTORY_JOBS, projectedPerSecond, rebuild, writeHistory } from './history.ts';
import { linesPdf, load, type ServiceAddress, submitJobs, TINY_HTML } from './load.ts';
import { type Environment, type Role, startRole, unlimited } from './roles.ts';
import { cleanUp, surroundings } from './surroundings.ts';
import { extractionAlone } from './synchronous.ts';

const WARM_SECONDS = 4;
const SECONDS = 6;
const BACKLOG_JOBS = 100;
const BACKLOG_PAGES = 20;
const BACKLOG_LINES_PER_PAGE = 20;
const WARM_JOBS = 10;
const POLL_MS = 20;

export async function distributed(): Promise<void> {
  const environment = surroundings();
  const servers = { MinIO: environment.S3_ENDPOINT ?? '', versitygw: environment.S3_SECOND_ENDPOINT ?? '' };
  const running: Role[] = [];
  const start = async (role: string, changes: Environment = {}) => {
    const started = await startRole(role, { ...environment, ...changes });
    running.push(started);
    return started;
  };
  try {
    await writeHistory(environment);
    const projector = await start('projector');
    const perSecond = await projectedPerSecond(projector);
    console.log(`projector on Redis: ${perSecond.toFixed(0)} events/s (bar: 20000)`);
    await projector.ready;
    const { events, seconds } = rebuild(environment);
    console.log(`rebuild of ${HISTORY_JOBS} jobs (${events} events): ${seconds.toFixed(1)} s (bar: 20)`);
    const alone = await extractionAlone();
    for (const [name, endpoint] of Object.entries(servers))
      await synchronousOn(
        name,
        alone,
        changes => start(changes.role, { S3_ENDPOINT: endpoint }),
        environment,
      );
    await backlogs(start, environment);
  } finally {
    await Promise.all(running.map(role => role.stop()));
    await cleanUp(environment, Object.values(servers));
  }
}

async function synchronousOn(
  name: string,
  alone: number,
  start: (role: { role: string }) => Promise<Role>,
  environment: Environment,
): Promise<void> {
  const roles = await Promise.all(['extractor', 'ingest'].map(role => start({ role })));
  await Promise.all(roles.map(role => role.ready));
  const ingest = roles[1] as Role;
  const service = unlimited(ingest, environment);
  await load(service, { callers: 16, seconds: WARM_SECONDS, document: TINY_HTML });
  const one = await load(service, { callers: 1, seconds: SECONDS, document: TINY_HTML });
  const sixteen = await load(service, { callers: 16, seconds: SECONDS, document: TINY_HTML });
  console.log(
    `${name}, 1 caller: p50 ${one.p50.toFixed(1)} ms, p95 ${one.p95.toFixed(1)} ms; over the extraction itself (${alone.toFixed(2)} ms): ${(one.p50 - alone).toFixed(1)} ms (bar: 15)`,
  );
  console.log(
    `${name}, 16 callers: ${sixteen.perSecond.toFixed(0)} answers/s, p50 ${sixteen.p50.toFixed(1)} ms, statuses ${JSON.stringify([...sixteen.statuses])}`,
  );
  await Promise.all(roles.map(role => role.stop()));
}

/** Each extractor has one worker, so that one machine shows what several would do; 1, 2, 1, 2 against drift. */
async function backlogs(
  start: (role: string, changes: Environment) => Promise<Role>,
  environment: Environment,
): Promise<void> {
  const ingest = await start('ingest', {});
  await ingest.ready;
  const service = unlimited(ingest, environment);
  const took: Record<number, number[]> = { 1: [], 2: [] };
  for (const count of [1, 2, 1, 2]) {
    const extractors = await Promise.all(
      Array.from({ length: count }, () => start('extractor', { EXTRACT_WORKERS: '1' })),
    );
    await Promise.all(extractors.map(extractor => extractor.ready));
    took[count]?.push(await backlog(service, extractors));
    await Promise.all(extractors.map(extractor => extractor.stop()));
  }
  const one = Math.min(...(took[1] ?? []));
  const two = Math.min(...(took[2] ?? []));
  console.log(
    `backlog of ${BACKLOG_JOBS} jobs: one extractor ${one.toFixed(1)} s, two ${two.toFixed(1)} s: ratio ${(two / one).toFixed(2)} (bar: 0.6)`,
  );
}

async function backlog(service: ServiceAddress, extractors: readonly Role[]): Promise<number> {
  const document = linesPdf(BACKLOG_PAGES, BACKLOG_LINES_PER_PAGE);
  const ended = async (count: number) => {
    const sum = async () =>
      (await Promise.all(extractors.map(each => each.counter('textrail_extractions_total')))).reduce(
        (one, other) => one + other,
        0,
      );
    while ((await sum()) < count) await sleep(POLL_MS);
  };
  await submitJobs(service, WARM_JOBS, document);
  await ended(WARM_JOBS);
  const startedAt = performance.now();
  await submitJobs(service, BACKLOG_JOBS, document);
  await ended(WARM_JOBS + BACKLOG_JOBS);
  return (performance.now() - startedAt) / 1000;
}
