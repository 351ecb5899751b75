/**
 * What traces cost: two services of this build, one that sends its spans to a collector beside the load and one without
 * a collector, take turns of two seconds under one caller, in changing order. Prints the median of the turns' p50 and
 * the CPU time of the service's own process per answer.
 *
 *     npm run bench -- tracing [--turns NUMBER] [--program FOLDER]…
 *
 * `--program`: another build, such as a worktree from before there were stages and traces, which takes turns as well.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { load, percentiles, TINY_HTML } from './load.ts';
import { type BenchService, startService } from './service.ts';

const WARM = { callers: 16, seconds: 15 };
const TURN_SECONDS = 2;

interface Candidate {
  name: string;
  service: BenchService;
  /** One value for each turn. */
  medianMs: number[];
  cpuMs: number[];
}

export async function tracing(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      turns: { type: 'string', default: '10' },
      program: { type: 'string', multiple: true, default: [] },
    },
  });
  const collector = await startSink();
  const { port } = collector.address() as AddressInfo;
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const candidates: Candidate[] = [];
  const add = async (name: string, environment: Record<string, string>, program?: string) => {
    candidates.push({ name, service: await startService(environment, program), medianMs: [], cpuMs: [] });
  };
  try {
    await add('off', {});
    await add('on', endpoint);
    for (const program of values.program) await add(`off, ${program}`, {}, program);
    for (const { service } of candidates) await load(service, { ...WARM, document: TINY_HTML });
    for (let turn = 0; turn < Number(values.turns); turn++)
      for (const candidate of turn % 2 === 0 ? candidates : candidates.toReversed())
        await takeTurn(candidate);
    report(candidates);
  } finally {
    for (const { service } of candidates) await service.stop();
    collector.close();
  }
}

/** A collector that accepts spans and discards them. */
async function startSink(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

async function takeTurn({ service, medianMs, cpuMs }: Candidate): Promise<void> {
  const before = service.ownCpuSeconds();
  const { p50, statuses } = await load(service, {
    callers: 1,
    seconds: TURN_SECONDS,
    document: TINY_HTML,
  });
  const answers = statuses.get(200) ?? 0;
  if (statuses.size !== 1 || answers === 0)
    throw new Error(`answers other than 200: ${[...statuses.keys()]}`);
  medianMs.push(p50);
  cpuMs.push((1_000 * (service.ownCpuSeconds() - before)) / answers);
}

function report(candidates: readonly Candidate[]): void {
  const middle = (figures: number[]) => percentiles(figures).p50;
  const [off] = candidates;
  for (const { name, medianMs, cpuMs } of candidates) {
    const [wall, cpu] = [middle(medianMs), middle(cpuMs)];
    const ratios = `${(wall / middle(off?.medianMs ?? [])).toFixed(2)} and ${(cpu / middle(off?.cpuMs ?? [])).toFixed(2)} of off`;
    console.log(`${name}: p50 ${wall.toFixed(2)} ms, own CPU ${cpu.toFixed(2)} ms an answer; ${ratios}`);
  }
}
