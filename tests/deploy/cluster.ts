/** A real API server on loopback: it decodes strictly, sets defaults, validates and admits, but nothing runs the pods. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../stack/tools.ts';
import { freePort } from '../support/free-ports.ts';
import { serverTools } from './tools.ts';

const READY_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 15_000;
const POLL_MS = 200;

export interface Cluster {
  /** Runs kubectl as the administrator and resolves to its stdout. `input` is passed through a file. */
  kubectl(args: string[], input?: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const tools = await serverTools();
  const folder = mkdtempSync(join(tmpdir(), 'textrail-cluster-'));
  const [etcdPort, peerPort, apiPort] = [await freePort(), await freePort(), await freePort()];
  const etcd = launch(folder, 'etcd', tools.etcd, etcdArguments(folder, etcdPort, peerPort));
  const token = randomBytes(16).toString('hex');
  const server = launch(
    folder,
    'kube-apiserver',
    tools.apiServer,
    await serverArguments(folder, etcdPort, apiPort, token),
  );
  const config = writeClientConfig(folder, apiPort, token);
  const kubectl = async (args: string[], input?: string): Promise<string> => {
    const file = join(folder, `input-${randomBytes(4).toString('hex')}.yaml`);
    if (input !== undefined) writeFileSync(file, input);
    const given = input === undefined ? args : [...args, '--filename', file];
    return run(tools.kubectl, ['--kubeconfig', config, ...given]);
  };
  const stop = async (): Promise<void> => {
    await stopped(server);
    await stopped(etcd);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await ready(kubectl, server, join(folder, 'kube-apiserver.log'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { kubectl, stop };
}

const url = (port: number): string => `http://127.0.0.1:${port}`;

function etcdArguments(folder: string, port: number, peerPort: number): string[] {
  const peers = ['--listen-peer-urls', url(peerPort), '--initial-advertise-peer-urls', url(peerPort)];
  const clients = ['--listen-client-urls', url(port), '--advertise-client-urls', url(port)];
  // The data need to live only as long as the test, so nothing has to reach the disk.
  return [
    '--data-dir',
    join(folder, 'etcd'),
    '--unsafe-no-fsync',
    ...clients,
    ...peers,
    '--initial-cluster',
    `default=${url(peerPort)}`,
  ];
}

async function serverArguments(
  folder: string,
  etcdPort: number,
  port: number,
  token: string,
): Promise<string[]> {
  const key = join(folder, 'service-accounts.key');
  await run('openssl', ['genrsa', '-out', key, '2048']);
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  return [
    `--etcd-servers=${url(etcdPort)}`,
    '--bind-address=127.0.0.1',
    // The advertised address must not be loopback; nobody connects to it.
    '--advertise-address=192.0.2.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, 'certificates')}`,
    `--token-auth-file=${tokens}`,
    '--authorization-mode=RBAC',
    // Pods name service accounts, whose controller does not run here.
    '--disable-admission-plugins=ServiceAccount',
    '--service-account-issuer=https://textrail.invalid',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--service-cluster-ip-range=10.96.0.0/16',
  ];
}

function launch(folder: string, name: string, file: string, args: string[]): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  return spawn(file, args, { cwd: folder, stdio: ['ignore', log, log] });
}

function writeClientConfig(folder: string, port: number, token: string): string {
  const file = join(folder, 'kubeconfig');
  // The certificate is made at start and signed by nobody, but the server is this test's own on loopback.
  const cluster = { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
  };
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
  mkdirSync(join(folder, 'cache'), { recursive: true });
  return file;
}

async function ready(kubectl: Cluster['kubectl'], server: ChildProcess, log: string): Promise<void> {
  const end = Date.now() + READY_LIMIT_MS;
  while (Date.now() < end && server.exitCode === null) {
    const answered = await kubectl(['get', '--raw', '/readyz']).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(POLL_MS);
  }
  throw new Error(`kube-apiserver did not come up:\n${readFileSync(log, 'utf8').slice(-2000)}`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exit;
  clearTimeout(timer);
}
