/**
 * What the console, the compatible routes and MCP cost a synchronous answer that uses none of them: CPU time with them
 * on, over off.
 */
import { Pool } from 'undici';
import { FORM_TYPE, form, TINY_HTML } from './load.ts';
import { type BenchService, startService } from './service.ts';

/**
 * Requests of one turn: half a second of CPU, so that an error of one hundredth (Linux counts in these) is two percent
 * at most.
 */
const REQUESTS = 250;
const ROUNDS = 30;
const WARMING_REQUESTS = 1_500;
/** Processes of each kind. */
const PROCESSES = 3;
const CALLERS = 8;
const OFF = { CONSOLE: 'off', COMPAT: '', MCP: 'off' };
const ON = { CONSOLE: 'on', COMPAT: 'tika,openwebui,docling', MCP: 'on' };

/**
 * Several processes of each kind run all the time and take short turns, in another order each round, so that other load
 * on the machine affects them alike and a round compares what was measured within seconds. A difference between the
 * kinds must exceed the differences within a kind, which no number of rounds removes.
 */
export async function integrations(): Promise<void> {
  const started: { kind: 'off' | 'on'; service: BenchService; costs: number[] }[] = [];
  for (let at = 0; at < PROCESSES; at++)
    for (const kind of at % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const))
      started.push({ kind, service: await startService(kind === 'on' ? ON : OFF), costs: [] });
  try {
    for (const { service } of started) await send(service, WARMING_REQUESTS);
    for (let round = 0; round < ROUNDS; round++)
      for (const { service, costs } of inTurn(started, round)) {
        const before = service.ownCpuSeconds();
        await send(service, REQUESTS);
        costs.push(((service.ownCpuSeconds() - before) / REQUESTS) * 1e6);
      }
    const of = (kind: 'off' | 'on') => started.filter(each => each.kind === kind).map(({ costs }) => costs);
    console.log("CPU of the service's own process a request, medians of each process, µs");
    for (const kind of ['off', 'on'] as const)
      console.log(
        `${kind}: ${of(kind)
          .map(costs => medianOf(costs).toFixed(0))
          .join(', ')}`,
      );
    console.log(`on / off, by rounds: ${ratioOf(ofRounds(of('on')), ofRounds(of('off')))}`);
  } finally {
    await Promise.all(started.map(({ service }) => service.stop()));
  }
}

/** The summed costs of one kind's processes for each round. */
function ofRounds(costs: readonly (readonly number[])[]): number[] {
  return Array.from({ length: ROUNDS }, (_, round) =>
    costs.reduce((sum, each) => sum + (each[round] ?? Number.NaN), 0),
  );
}

/** The items in another order for each round. */
function inTurn<T>(items: readonly T[], round: number): T[] {
  const first = round % items.length;
  const turned = [...items.slice(first), ...items.slice(0, first)];
  return round % 2 === 0 ? turned : turned.toReversed();
}

/**
 * Median of the rounds' ratios and its 95 % interval by order statistics (normal approximation of the binomial), which
 * assumes only that the rounds are independent, not how the ratios are distributed.
 */
function ratioOf(costs: readonly number[], bases: readonly number[]): string {
  const ratios = costs.map((cost, at) => cost / (bases[at] ?? Number.NaN)).toSorted((a, b) => a - b);
  const below = Math.max(1, Math.floor((ratios.length - 1.96 * Math.sqrt(ratios.length)) / 2));
  const ranked = (rank: number) => (ratios[rank - 1] ?? Number.NaN).toFixed(3);
  const interval = `${ranked(below)} to ${ranked(ratios.length - below + 1)}`;
  return `${medianOf(ratios).toFixed(3)} (95 %: ${interval})`;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

async function send({ base, key }: BenchService, requests: number): Promise<void> {
  const pool = new Pool(base, { connections: CALLERS, pipelining: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE };
  const body = form(TINY_HTML);
  let left = requests;
  const caller = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ path: '/v1/extract', method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a document was answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await pool.close();
}
