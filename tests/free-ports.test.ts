/** Ports for servers of test files that run side by side: two processes are never given the same one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './support/process.ts';
import { until } from './support/waiting.ts';

const BLOCKS = 150;
const PORTS_A_BLOCK = 4;
const CLAIM = `
  const { freeBlock } = await import('${new URL('support/free-ports.ts', import.meta.url)}');
  const firsts = [];
  for (let block = 0; block < ${BLOCKS}; block++) firsts.push(await freeBlock(${PORTS_A_BLOCK}));
  console.log(firsts.join(' '));
  setInterval(() => {}, 1_000);
`;

test('two processes that look for free ports at once are given none in common, though nobody listens yet', async t => {
  const processes = [1, 2].map(() => run(['--input-type=module-typescript', '--eval', CLAIM], {}));
  t.after(() => {
    for (const { child } of processes) child.kill();
  });
  const claimed = await Promise.all(
    processes.map(async ({ stdout }) => {
      await until('its ports', () => stdout().endsWith('\n'));
      return stdout()
        .trim()
        .split(' ')
        .flatMap(first => Array.from({ length: PORTS_A_BLOCK }, (_, at) => Number(first) + at));
    }),
  );
  const ports = claimed.flat();
  assert.equal(ports.length, processes.length * BLOCKS * PORTS_A_BLOCK);
  assert.equal(new Set(ports).size, ports.length);
});
