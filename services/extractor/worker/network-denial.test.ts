/** The second wall alone: a document worker as it runs on machines that give it no network namespace. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** Loaded into the worker before its own code. When told to, it tries each way out, as a hostile document might. */
const INTRUDER = `
  import dgram from 'node:dgram';
  import dns, { lookup } from 'node:dns';
  import dnsPromises, { resolve4 } from 'node:dns/promises';
  import http from 'node:http';
  import http2 from 'node:http2';
  import https from 'node:https';
  import net, { connect, Socket } from 'node:net';
  import tls from 'node:tls';
  const settled = emitter => new Promise((resolve, reject) => emitter
    .once('connect', resolve).once('response', resolve).once('error', reject));
  const ways = {
    'net.connect': port => settled(net.connect(port, '127.0.0.1')),
    'connect, imported by name': port => settled(connect(port, '127.0.0.1')),
    'a socket': port => settled(new Socket().connect(port, '127.0.0.1')),
    'tls': port => settled(tls.connect(port, '127.0.0.1')),
    'http': port => settled(http.get({ port, host: '127.0.0.1' })),
    'https': port => settled(https.get({ port, host: '127.0.0.1' })),
    'http2': port => settled(http2.connect('http://127.0.0.1:' + port)),
    'fetch': port => fetch('http://127.0.0.1:' + port),
    'a listener': () => new Promise((resolve, reject) => net.createServer().listen(0, resolve).once('error', reject)),
    'a datagram': port => new Promise((resolve, reject) =>
      dgram.createSocket('udp4').send('x', port, '127.0.0.1', error => error ? reject(error) : resolve())),
    'dns.lookup': () => new Promise((resolve, reject) => dns.lookup('localhost', error => error ? reject(error) : resolve())),
    'lookup, imported by name': () => new Promise((resolve, reject) => lookup('localhost', error => error ? reject(error) : resolve())),
    'dns.promises': () => dns.promises.lookup('localhost'),
    'dns/promises': () => dnsPromises.lookup('localhost'),
    'resolve4, imported by name': () => resolve4('localhost'),
    'a resolver': () => new dnsPromises.Resolver().resolve4('localhost'),
    'a resolver with callbacks': () => new Promise((resolve, reject) => new dns.Resolver().resolve4('localhost', error => error ? reject(error) : resolve())),
  };
  process.once('message', async port => {
    const found = {};
    for (const [name, way] of Object.entries(ways)) {
      try {
        await way(port);
        found[name] = 'open';
      } catch (error) {
        found[name] = error.name === 'NetworkDenied' ? 'denied' : String(error);
      }
    }
    process.send(found);
  });`;

let worker: ChildProcess;
const listener = createServer(socket => socket.end());
before(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const preload = `data:text/javascript,${encodeURIComponent(INTRUDER)}`;
  const stdio = ['ignore', 'inherit', 'inherit', 'pipe', 'pipe', 'ipc'] as const;
  worker = spawn(process.execPath, ['--import', preload, CHILD], { stdio: [...stdio] });
  // The first answer says that the worker is ready for documents.
  await once(worker.stdio[4] as NodeJS.ReadableStream, 'data');
});
after(() => {
  worker.kill('SIGKILL');
  listener.close();
});

test('a worker that is ready for documents is denied every way into the network', async () => {
  worker.send((listener.address() as AddressInfo).port);
  const [found] = (await once(worker, 'message')) as [Record<string, string>];
  assert.equal(Object.keys(found).length, 17);
  assert.deepEqual(
    Object.entries(found).filter(([, outcome]) => outcome !== 'denied'),
    [],
  );
});
