/** What the console, the compatible addresses and MCP cost a synchronous answer that uses none of them: CPU time, off against on. */
import { Pool } from 'undici';
import { FORM_TYPE, form, TINY_HTML } from './load.ts';
import { type BenchService, startService } from './service.ts';

const REQUESTS = 2_000;
const ROUNDS = 5;
const CALLERS = 8;
const OFF = { CONSOLE: 'off', COMPAT: '', MCP: 'off' };
const ON = { CONSOLE: 'on', COMPAT: 'tika,openwebui,docling', MCP: 'on' };

/**
 * Two processes of each kind run all the time and take turns, so that whatever else the machine does meets them alike. What two
 * of one kind differ by is what a difference of the kinds has to exceed.
 */
export async function integrations(): Promise<void> {
  const started: { name: string; service: BenchService; costs: number[] }[] = [];
  for (const [name, settings] of [
    ['off', OFF],
    ['on', ON],
    ['on', ON],
    ['off', OFF],
  ] as const)
    started.push({ name, service: await startService(settings), costs: [] });
  try {
    for (const { service } of started) await send(service);
    for (let round = 0; round < ROUNDS; round++)
      for (const { service, costs } of round % 2 === 0 ? started : started.toReversed()) {
        const before = service.ownCpuSeconds();
        await send(service);
        costs.push(((service.ownCpuSeconds() - before) / REQUESTS) * 1e6);
      }
    for (const { name, costs } of started) {
      const all = costs.map(cost => cost.toFixed(0)).join(', ');
      console.log(
        `${name}: ${medianOf(costs).toFixed(0)} µs of the service's own process a request (${all})`,
      );
    }
    const median = (kind: string) =>
      medianOf(started.filter(({ name }) => name === kind).flatMap(({ costs }) => costs));
    console.log(`on / off: ${(median('on') / median('off')).toFixed(3)}`);
  } finally {
    await Promise.all(started.map(({ service }) => service.stop()));
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

async function send({ base, key }: BenchService): Promise<void> {
  const pool = new Pool(base, { connections: CALLERS, pipelining: 1 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE };
  const body = form(TINY_HTML);
  let left = REQUESTS;
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
