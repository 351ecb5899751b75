/** Runs in place of a document worker, behind the same walls, and tries what a hostile document might make it do. */
import { spawnSync } from 'node:child_process';
import dns from 'node:dns/promises';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { denyNetwork } from '../../services/extractor/worker/network-denial.ts';

const port = Number(process.argv[2]);
denyNetwork();

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
  write: await outcome(() => writeFileSync('/tmp/textrail-probe', 'x')),
  spawn: await outcome(() => {
    const { error } = spawnSync('true');
    if (error !== undefined) throw error;
  }),
};
process.stdout.write(JSON.stringify(found));
process.exit(0);
