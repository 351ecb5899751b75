/**
 * What a second extractor gains on a bulk backlog. Each extractor has one worker and, where the system can pin
 * processes, one core of its own, so one machine shows what two small ones would do. Rounds with one and two extractors
 * alternate to even out drift.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { linesPdf, type ServiceAddress, submitJobs } from './load.ts';
import type { Environment, Role } from './roles.ts';

/**
 * Keys fall on 6 partitions by chance, so the two extractors get unequal shares: the larger one of 300 jobs is about
 * 157, of 100 it would be 54.
 */
const JOBS = 300;
const PAGES = 12;
const LINES_PER_PAGE = 20;
const WARM_JOBS = 20;
const POLL_MS = 20;
const ROUNDS = [1, 2, 1, 2];
/** On fewer cores the two extractors would share them with the processes that feed them. */
const LEAST_CORES = 4;

export type Start = (role: string, changes: Environment, core?: number) => Promise<Role>;

/** The seconds of each round, and the ratio of their sums (two extractors over one). */
export async function twoExtractorsAgainstOne(
  service: ServiceAddress,
  start: Start,
): Promise<{ one: number[]; two: number[]; ratio: number; pinned: boolean }> {
  const pinned = canPin();
  const took: Record<number, number[]> = { 1: [], 2: [] };
  for (const count of ROUNDS) {
    const core = (at: number) => (pinned ? availableParallelism() - 1 - at : undefined);
    const extractors = await Promise.all(
      Array.from({ length: count }, (_, at) => start('extractor', { EXTRACT_WORKERS: '1' }, core(at))),
    );
    await Promise.all(extractors.map(extractor => extractor.ready));
    took[count]?.push(await backlog(service, extractors));
    await Promise.all(extractors.map(extractor => extractor.stop()));
  }
  const { 1: one = [], 2: two = [] } = took;
  const sum = (times: number[]) => times.reduce((sofar, each) => sofar + each, 0);
  return { one, two, ratio: sum(two) / sum(one), pinned };
}

async function backlog(service: ServiceAddress, extractors: readonly Role[]): Promise<number> {
  const document = linesPdf(PAGES, LINES_PER_PAGE);
  const ended = async (least: number) => {
    const counts = () => Promise.all(extractors.map(each => each.counter('textrail_extractions_total')));
    while ((await counts()).reduce((sum, count) => sum + count, 0) < least) await sleep(POLL_MS);
  };
  await submitJobs(service, WARM_JOBS, document);
  await ended(WARM_JOBS);
  const startedAt = performance.now();
  await submitJobs(service, JOBS, document);
  await ended(WARM_JOBS + JOBS);
  return (performance.now() - startedAt) / 1000;
}

function canPin(): boolean {
  return availableParallelism() >= LEAST_CORES && spawnSync('taskset', ['-c', '0', 'true']).status === 0;
}
