/**
 * Runs the recipe for Kafka Connect in docs/events/README.md as written: on the stack's Kafka, with the converters of
 * Maven Central, and a registry in this process that has both of Apicurio's interfaces. `npm run test:recipes`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { singleObjectCodecOf } from '../../platform/event-log/codec.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { openEventCodec } from '../../platform/event-log/codec-registry.ts';
import { KafkaEventLog } from '../../platform/event-log/kafka/kafka-event-log.ts';
import { quietLog } from '../../platform/event-log/kafka/quiet-log.ts';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';
import { fetchJars } from '../../stack/build-once.ts';
import { stackSettings } from '../../stack/settings.ts';
import { CACHE_DIR, ensureTools, JAVA } from '../../stack/tools.ts';
import { freeBlock } from '../support/free-ports.ts';
import { until } from '../support/waiting.ts';

const RECIPE = join(import.meta.dirname, '..', '..', 'examples', 'connect');
const START_MS = 180_000;
const PREFIX = `recipe-${randomUUID().slice(0, 8)}.`;

let folder: string;
let registry: Server;
let registryUrl: string;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'textrail-connect-'));
  registry = createServer((request, response) => {
    void request.toArray().then(chunks => {
      const [status, body] = answer(request.url ?? '', chunks.join(''));
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  registryUrl = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
after(() => {
  registry.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

const schemas: string[] = [];

/**
 * The registry's answer: to the service, which registers by Confluent's interface, and to Apicurio's converter, which
 * uses Apicurio's own, version 2.
 */
function answer(path: string, body: string): [status: number, body: string] {
  if (/^\/subjects\/[^/]+\/versions$/.test(path)) {
    const { schema } = JSON.parse(body) as { schema: string };
    if (!schemas.includes(schema)) schemas.push(schema);
    return [200, JSON.stringify({ id: schemas.indexOf(schema) + 1 })];
  }
  if (path.endsWith('/references')) return [200, '[]'];
  const id = /^\/(?:schemas\/ids|apis\/registry\/v2\/ids\/contentIds)\/(\d+)$/.exec(path)?.[1];
  const schema = schemas[Number(id) - 1];
  if (schema === undefined) return [404, '{"error_code":40403,"message":"Schema not found"}'];
  return [200, path.startsWith('/apis') ? schema : JSON.stringify({ schema })];
}

/** The folder with the converters' jars, downloaded once into the cache as the recipe says. */
async function jars(): Promise<string> {
  await ensureTools([JAVA]);
  const finished = join(CACHE_DIR, 'connect-4.3.0-apicurio-2.5.8');
  if (existsSync(finished)) return finished;
  const part = `${finished}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  await fetchJars(join(RECIPE, 'pom.xml'), part);
  rmSync(finished, { recursive: true, force: true });
  renameSync(part, finished);
  return finished;
}

function filled(name: string, values: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(RECIPE, name), 'utf8');
  for (const [word, value] of Object.entries(values)) text = text.replaceAll(word, value);
  writeFileSync(join(folder, name), text);
  return name;
}

test('a Kafka Connect sink reads the framing of a registry, and leaves out what was written without one', async () => {
  const brokers = (stackSettings().KAFKA_BROKERS ?? '').split(',');
  const release = SCHEMA_RELEASES.length;
  const open = async (codec: ReturnType<typeof singleObjectCodecOf>) =>
    KafkaEventLog.open({ brokers, role: 'test', log: quietLog, prefix: PREFIX, codec });
  const ended = (jobId: string) => ({ ...EXAMPLE_EVENTS.JobEnded, job_id: jobId });
  const plain = await open(singleObjectCodecOf(release));
  await plain.append([ended('before-the-registry')]);
  await plain.close();
  const log = await open(await openEventCodec(registryUrl, release));
  await log.append([ended('one'), ended('two')]);
  await log.retract(['two']);
  await log.close();

  const port = await freeBlock(1);
  const worker = filled('worker.properties', {
    KAFKA_BROKERS: brokers.join(','),
    REGISTRY_URL: registryUrl,
    '127.0.0.1:8083': `127.0.0.1:${port}`,
  });
  const sink = filled('sink.properties', { TOPIC_PREFIX: PREFIX });
  const classpath = join(await jars(), '*');
  const connect = spawn(
    'java',
    ['-Xmx256m', '-cp', classpath, 'org.apache.kafka.connect.cli.ConnectStandalone', worker, sink],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  connect.stderr.on('data', chunk => {
    said += chunk;
  });
  const gone = once(connect, 'exit');
  const lines = () => {
    const file = join(folder, 'jobs.txt');
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  };
  try {
    await until('the records to be in the file', async () => lines().length >= 2, START_MS);
    const { key_id, outcome } = EXAMPLE_EVENTS.JobEnded;
    for (const jobId of ['one', 'two'])
      assert.ok(
        lines().some(line => line.includes(`job_id=${jobId},`)),
        jobId,
      );
    for (const line of lines()) assert.match(line, new RegExp(`key_id=${key_id},.*outcome=${outcome},`));
    assert.equal(lines().length, 2);
  } catch (error) {
    throw new Error(`Kafka Connect said: ${said.slice(-4_000)}`, { cause: error });
  } finally {
    connect.kill('SIGKILL');
    await gone;
  }
});
