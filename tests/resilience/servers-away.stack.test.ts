/** Servers that are away while the roles start, and while callers wait. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client } from '../support/client.ts';
import { html, page } from '../support/documents.ts';
import { freeBlock } from '../support/free-ports.ts';
import { issueKey } from '../support/keys.ts';
import { type Running, run } from '../support/process.ts';
import { ROLES } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { type Environment, OwnStack } from './own-stack.ts';

const SYNC_BUDGET_MS = 6_000;
/** ANSWER_GRACE_MS of submission.ts, and an allowance for a machine that is busy with other tests. */
const GRACE_MS = 6_000;
/** A killed broker serves again after its own session (stack/kafka), and then everybody has to find it. */
const RECOVERY_MS = 30_000;

describe('servers that are away', { timeout: 300_000 }, () => {
  let stack: OwnStack;
  let roles: { base: string; running: Running }[] = [];
  let environment: Environment;
  before(async () => {
    stack = await OwnStack.up();
    const budget = { SYNC_BUDGET_MS: String(SYNC_BUDGET_MS) };
    environment = { ...stack.settings, ...budget, LOG_LEVEL: 'warn', EXTRACT_WORKERS: '1' };
  });
  after(async () => {
    for (const { running } of roles) running.child.kill('SIGKILL');
    await stack?.destroy();
  });

  const problemsOf = async ({ base }: { base: string }): Promise<string[] | undefined> => {
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    return answer === undefined ? undefined : ((await answer.json()) as { problems: string[] }).problems;
  };
  const allReady = () =>
    until(
      'roles that are ready',
      async () => (await Promise.all(roles.map(problemsOf))).every(problems => problems?.length === 0),
      90_000,
    );
  const ingest = () => ({ base: roles.at(-1)?.base ?? '' });

  test('at the start of every role are waited for: none ends, and all serve when the servers are there', async () => {
    for (const server of ['kafka', 'redis', 'minio'] as const) stack.kill(server);
    const port = await freeBlock(ROLES.length);
    roles = ROLES.map((role, at) => ({
      base: `http://127.0.0.1:${port + at}`,
      running: run(['main.ts', role], { ...environment, PORT: String(port + at) }),
    }));
    for (const role of roles)
      await until(
        'three reasons',
        async () =>
          ((await problemsOf(role)) ?? []).filter(problem => /ECONNREFUSED/.test(problem)).length === 3,
        60_000,
      );
    await stack.again();
    await allReady();
    assert.deepEqual(
      roles.map(({ running }) => running.child.exitCode),
      roles.map(() => null),
    );
    const { client } = await issueKey({ ...ingest(), environment, dataFolder: '' });
    assert.equal((await client.extract({ file: html() })).status, 200);
  });

  test('while callers wait: each has an answer within its budget, and is served soon after Kafka is back', async () => {
    const { apiKey } = await issueKey({ ...ingest(), environment, dataFolder: '' }, { rate: 100_000 });
    const client = new Client(ingest(), apiKey);
    const took: number[] = [];
    let killedAt = Number.POSITIVE_INFINITY;
    let servedAt = 0;
    const caller = async (name: number) => {
      for (let at = 0; servedAt === 0; at++) {
        const begun = Date.now();
        const { status } = await client.extract({ file: page(`${name} ${at}`) });
        took.push(Date.now() - begun);
        assert.ok([200, 503, 504].includes(status), String(status));
        if (status === 200 && begun > killedAt) servedAt = Date.now();
        // A caller pauses between requests.
        await new Promise(resolve => setTimeout(resolve, 100));
      }
    };
    const callers = Promise.all([1, 2, 3].map(caller));
    await until('some answers', () => took.length > 5);
    stack.kill('kafka');
    killedAt = Date.now();
    // What a worker still has in hand was recorded before.
    await until('callers who wait', () => took.length > 9, 60_000);
    await stack.again();
    const backAt = Date.now();
    await callers;
    assert.ok(Math.max(...took) <= SYNC_BUDGET_MS + GRACE_MS, `${Math.max(...took)} ms`);
    assert.ok(servedAt - backAt <= RECOVERY_MS, `${servedAt - backAt} ms`);
  });
});
