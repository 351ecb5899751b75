/** `npm run cluster` in a terminal: what Ctrl-C does, and what remains when it is killed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beginUpload } from '../support/begun-upload.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { ROOT } from '../support/process.ts';
import { slowPage } from '../support/slow-documents.ts';
import { until } from '../support/waiting.ts';
import { Cluster, OwnStack } from './own-stack.ts';

let stack: OwnStack;
let cluster: Cluster;
before(async () => {
  stack = await OwnStack.up();
  const settings = { ...stack.settings, EXTRACT_WORKERS: '1', LOG_LEVEL: 'warn' };
  cluster = await Cluster.start({ ingest: 1, extractor: 1, projector: 1, webhooker: 1 }, settings);
});
after(async () => {
  await cluster?.stop();
  await stack?.destroy();
});

test('Ctrl-C stops the cluster in turn, although a terminal and npm signal it twice: who waits is answered', async () => {
  const { api_key } = await cluster.issueKey(10);
  const [base = ''] = cluster.bases('ingest');
  const upload = await beginUpload({ base }, api_key, slowPage(300_000));
  cluster.interrupt();
  await sleep(50);
  cluster.interrupt();
  assert.equal(await upload.finish(), 200);
  await cluster.ended();
  assert.ok(!cluster.log().includes('stopping at once'), cluster.log());
});

test('on the servers of the running stack it prints a command whose key works', async () => {
  const environment = { STACK_DIR: stack.folder, STACK_ENGINE: 'native', EXTRACT_WORKERS: '1' };
  const own = await Cluster.start({ ingest: 1, extractor: 1, projector: 1, webhooker: 1 }, environment);
  const { stdout } = await promisify(execFile)('bash', ['-c', own.issueCommand()], {
    cwd: ROOT,
    env: { ...environment, PATH: process.env.PATH, HOME: process.env.HOME },
  });
  const { api_key } = JSON.parse(/^\{.*"api_key".*$/m.exec(stdout)?.[0] ?? '{}');
  const [base = ''] = own.bases('ingest');
  assert.equal((await new Client({ base }, api_key).extract({ file: page('a document') })).status, 200);
  await own.stop();
});

test('kill -9 of the cluster leaves none of its services running', async () => {
  const settings = { ...stack.settings, EXTRACT_WORKERS: '1', DRAIN_MS: '2000' };
  const killed = await Cluster.start({ ingest: 1, extractor: 1, projector: 1, webhooker: 1 }, settings);
  assert.equal(killed.pids().length, 4);
  killed.killSupervisor();
  await until('services that have ended', () => !killed.pids().some(isAlive), 20_000);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
