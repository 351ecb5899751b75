/** Runs in place of a document worker, in the same confinement, and tries what a hostile document could make a worker do. */
import { spawnSync } from 'node:child_process';
import dns from 'node:dns/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Worker } from 'node:worker_threads';
import { denyNetwork } from '../../services/extractor/worker/network-denial.ts';
import { denySignals } from '../../services/extractor/worker/signal-denial.ts';

const port = Number(process.argv[2]);
denyNetwork();
denySignals();

async function outcome(attempt: () => Promise<unknown> | unknown): Promise<string> {
  try {
    await attempt();
    return 'done';
  } catch {
    return 'denied';
  }
}

const found = {
  interfaces: Object.keys(networkInterfaces()).length === 0 ? 'none' : 'some',
  connect: await outcome(
    () =>
      new Promise((resolve, reject) => {
        connect(port, '127.0.0.1').once('connect', resolve).once('error', reject);
      }),
  ),
  resolve: await outcome(() => dns.resolve4('example.org')),
  fetch: await outcome(() => fetch(`http://127.0.0.1:${port}/`)),
  // The service's settings, which contain its secrets, and other files that its user may read.
  readSecrets: await outcome(() => readFileSync(`/proc/${process.ppid}/environ`)),
  readOthers: await outcome(() => readFileSync('/etc/passwd')),
  database: await outcome(async () => {
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync('/tmp/textrail-probe.db').exec('CREATE TABLE IF NOT EXISTS a (b)');
  }),
  thread: await outcome(() => new Worker('0', { eval: true })),
  signal: await outcome(() => process.kill(process.ppid, 0)),
  write: await outcome(() => writeFileSync('/tmp/textrail-probe', 'x')),
  spawn: await outcome(() => {
    const { error } = spawnSync('true');
    if (error !== undefined) throw error;
  }),
};
process.stdout.write(JSON.stringify(found));
process.exit(0);
