/**
 * The distributed mode on the running stack (`npm run stack -- up --versitygw`): the cost of a synchronous answer
 * beyond the extraction itself, the gain of a second extractor, and how fast a long history is projected and rebuilt.
 */
import { loadavg } from 'node:os';
import { type Start, twoExtractorsAgainstOne } from './backlog.ts';
import { HISTORY_JOBS, projectedPerSecond, rebuild, writeHistory } from './history.ts';
import { load, TINY_HTML } from './load.ts';
import { type Environment, type Role, startRole, unlimited } from './roles.ts';
import { cleanUp, putAlone, surroundings } from './surroundings.ts';
import { extractionAlone } from './synchronous.ts';

/** Time until the code of every request is compiled: in the first seconds there are half as many answers a second. */
const WARM_SECONDS = 8;
const SECONDS = 6;

export async function distributed(): Promise<void> {
  const environment = surroundings();
  const servers = { MinIO: environment.S3_ENDPOINT ?? '', versitygw: environment.S3_SECOND_ENDPOINT ?? '' };
  const running: Role[] = [];
  const start: Start = async (role, changes, core) => {
    const started = await startRole(role, { ...environment, ...changes }, core);
    running.push(started);
    return started;
  };
  try {
    // Measure this first: the read model is empty, and the history has not kept the servers' disks busy yet.
    const first = await start('projector', {});
    await first.ready;
    for (const [name, endpoint] of Object.entries(servers))
      await synchronousOn(name, { ...environment, S3_ENDPOINT: endpoint }, start);
    await first.stop();
    await writeHistory(environment);
    const projector = await start('projector', {});
    const perSecond = await projectedPerSecond(projector);
    say(`projector on Redis: ${perSecond.toFixed(0)} events/s (bar: 20000)`);
    await projector.ready;
    const { events, seconds } = rebuild(environment);
    say(`rebuild of ${HISTORY_JOBS} jobs (${events} events): ${seconds.toFixed(1)} s (bar: 20)`);
    await backlogs(start, environment);
  } finally {
    await Promise.all(running.map(role => role.stop()));
    await cleanUp(environment, Object.values(servers));
  }
}

async function synchronousOn(name: string, environment: Environment, start: Start): Promise<void> {
  const [extractor, ingest] = await Promise.all([
    start('extractor', environment),
    start('ingest', environment),
  ]);
  await Promise.all([extractor.ready, ingest.ready]);
  const service = unlimited(ingest, environment);
  await load(service, { callers: 16, seconds: WARM_SECONDS, document: TINY_HTML });
  const alone = await extractionAlone();
  const put = await putAlone(environment);
  const one = await load(service, { callers: 1, seconds: SECONDS, document: TINY_HTML });
  const sixteen = await load(service, { callers: 16, seconds: SECONDS, document: TINY_HTML });
  say(
    `${name}, 1 caller: p50 ${one.p50.toFixed(1)} ms, p95 ${one.p95.toFixed(1)} ms; over the extraction itself (${alone.toFixed(2)} ms): ${(one.p50 - alone).toFixed(1)} ms (bar: 15), of it two puts of ${put.toFixed(1)} ms`,
  );
  say(
    `${name}, 16 callers: ${sixteen.perSecond.toFixed(0)} answers/s, p50 ${sixteen.p50.toFixed(1)} ms, statuses ${JSON.stringify([...sixteen.statuses])}`,
  );
  await Promise.all([extractor.stop(), ingest.stop()]);
}

async function backlogs(start: Start, environment: Environment): Promise<void> {
  const ingest = await start('ingest', {});
  await ingest.ready;
  const { one, two, ratio, pinned } = await twoExtractorsAgainstOne(unlimited(ingest, environment), start);
  const seconds = (times: number[]) => times.map(time => time.toFixed(1)).join(' and ');
  say(
    `bulk backlog: one extractor ${seconds(one)} s, two ${seconds(two)} s${pinned ? ', a core each' : ', not pinned'}: ratio ${ratio.toFixed(2)} (bar: 0.6)`,
  );
}

/** Prints the line with the machine's load, without which wall times mean little. */
function say(line: string): void {
  console.log(`${line} [load ${loadavg()[0]?.toFixed(1)}]`);
}
