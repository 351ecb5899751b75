import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';
import { EventDecodeError, encodeEvent } from './codec.ts';
import { compileSchema } from './codec-compile.ts';
import { EXAMPLE_EVENTS } from './codec-examples.ts';
import { openEventCodec } from './codec-registry.ts';
import { RegistryClient, RegistryError } from './codec-registry-client.ts';
import { NEWEST_FILES, SCHEMA_FILES } from './codec-schemas.ts';
import { readByAvro } from './read-by-avro.test-support.ts';

const NEWEST = SCHEMA_RELEASES.length;
const failed = EXAMPLE_EVENTS.ExtractFailed;
const failedFile = NEWEST_FILES.find(({ schema }) => schema.name === 'ExtractFailed')!;

/** A registry that behaves as its API's documentation describes: one id for each distinct schema, whatever the subject. */
class FakeRegistry {
  readonly schemas = new Map<number, string>();
  readonly subjects = new Set<string>();
  readonly requests: string[] = [];
  readonly authorizations = new Set<string | undefined>();
  url = '';
  /** Answers every request with this status, when set. */
  failWith: number | undefined;

  add(schema: string): number {
    const known = [...this.schemas].find(([, text]) => text === schema);
    const id = known?.[0] ?? 1_000 + this.schemas.size;
    this.schemas.set(id, schema);
    return id;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await request.toArray()).join('');
    this.requests.push(`${request.method} ${request.url}`);
    this.authorizations.add(request.headers.authorization);
    const [status, answer] = this.failWith ? [this.failWith, {}] : this.answer(request.url ?? '', body);
    response.writeHead(status, { 'content-type': 'application/vnd.schemaregistry.v1+json' });
    response.end(JSON.stringify(answer));
  }

  answer(path: string, body: string): [number, object] {
    const subject = /^\/subjects\/([^/]+)\/versions$/.exec(path)?.[1];
    const schema = this.schemas.get(Number(/^\/schemas\/ids\/(\d+)$/.exec(path)?.[1]));
    if (subject) {
      this.subjects.add(decodeURIComponent(subject));
      return [200, { id: this.add(JSON.parse(body).schema) }];
    }
    return schema ? [200, { schema }] : [404, { error_code: 40403, message: 'Schema not found' }];
  }
}

async function startRegistry(t: TestContext): Promise<FakeRegistry> {
  const registry = new FakeRegistry();
  const server = createServer((request, response) => void registry.handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close().closeAllConnections());
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return registry;
}

/** A record framed by a writer that uses this schema. */
function recordOf(id: number, schema: string, value: object): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt32BE(id, 1);
  return Buffer.concat([header, compileSchema(schema).toBuffer(value)]);
}

function withField(text: string, field: object, name?: string): string {
  const schema = JSON.parse(text);
  return JSON.stringify({ ...schema, name: name ?? schema.name, fields: [...schema.fields, field] });
}

const note = { name: 'note', type: ['null', 'string'], default: null, doc: 'added by a later version' };

test('without a registry, events are in single-object encoding', async () => {
  const codec = await openEventCodec(undefined, NEWEST);
  assert.deepEqual(codec.encode(failed), encodeEvent(failed));
});

test('a record starts with a zero byte and the id that the registry gave its schema', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  const record = codec.encode(failed);
  assert.equal(record[0], 0);
  assert.equal(registry.schemas.get(record.readUInt32BE(1)), failedFile.text);
  for (const event of Object.values(EXAMPLE_EVENTS)) {
    assert.deepEqual(codec.decode(codec.encode(event)), event);
  }
});

test('what a converter does that knows the registry and Avro alone gives the event back, of whatever kind', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  for (const event of Object.values(EXAMPLE_EVENTS)) {
    const record = codec.encode(event);
    assert.equal(record.readUInt8(0), 0, 'the magic byte');
    const answer = await fetch(`${registry.url}/schemas/ids/${record.readUInt32BE(1)}`);
    const { schema } = (await answer.json()) as { schema: string };
    const { type, ...fields } = event;
    const parsed = JSON.parse(schema) as { name: string };
    assert.equal(parsed.name, type);
    assert.deepEqual(readByAvro(parsed, record.subarray(5)), fields);
  }
});

/**
 * One subject for each record and topic: ExtractRequested travels in two topics, every other record in one. Versions of
 * a record share its subject.
 */
const SUBJECTS = new Set(SCHEMA_FILES.map(({ schema }) => schema.name)).size + 1;

test('each record is registered under every topic that it travels in', async t => {
  const registry = await startRegistry(t);
  await openEventCodec(registry.url, NEWEST);
  assert.equal(registry.subjects.size, SUBJECTS);
  assert.ok(registry.subjects.has('textrail.outcomes-textrail.events.ExtractFailed'));
  assert.ok(registry.subjects.has('textrail.requests-bulk-textrail.events.ExtractRequested'));
  assert.ok(registry.subjects.has('textrail.requests-interactive-textrail.events.ExtractRequested'));
});

test('once open, encoding and decoding ask the registry nothing', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  const before = registry.requests.length;
  for (let times = 0; times < 50; times += 1) await codec.decode(codec.encode(failed));
  assert.equal(registry.requests.length, before);
});

test('records from before the registry was set are read too', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  assert.deepEqual(codec.decode(encodeEvent(failed)), failed);
});

test('a version newer than this code is fetched once and read as the newest known here', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  const newer = withField(failedFile.text, note);
  const record = recordOf(registry.add(newer), newer, { ...failed, note: 'hello' });
  const before = registry.requests.length;
  const read = await Promise.all([codec.decode(record), codec.decode(record), codec.decode(record)]);
  assert.deepEqual(read, [failed, failed, failed]);
  assert.deepEqual(await codec.decode(record), failed);
  assert.equal(registry.requests.length, before + 1);
});

test('a published schema that the registry spells otherwise is recognised by its fingerprint', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  const spelled = JSON.stringify(JSON.parse(failedFile.text));
  assert.deepEqual(await codec.decode(recordOf(registry.add(spelled), spelled, failed)), failed);
});

const isUnreadable = (error: unknown) => error instanceof EventDecodeError && error.reason === 'schema';

test("an id that the registry has not, or that is no event of ours, is the decoder's one error", async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  const stranger = withField(failedFile.text, note, 'Stranger');
  const breaking = withField(failedFile.text, { name: 'code', type: 'int', doc: '' });
  const retyped = failedFile.text.replace('"type": "boolean"', '"type": "int"');
  const ids = [7, ...[stranger, breaking, retyped, '"string"', '{', 'null'].map(text => registry.add(text))];
  for (const id of ids) {
    await assert.rejects(async () => codec.decode(recordOf(id, failedFile.text, failed)), isUnreadable);
  }
});

test('a registry out of reach makes no record a damaged one', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  const newer = withField(failedFile.text, note);
  const record = recordOf(registry.add(newer), newer, { ...failed, note: null });
  registry.failWith = 503;
  await assert.rejects(async () => codec.decode(record), {
    name: 'RegistryError',
    retryable: true,
    status: 503,
  });
  registry.failWith = undefined;
  assert.deepEqual(await codec.decode(record), failed);
});

test('a schema that the registry refuses stops the start', async t => {
  const registry = await startRegistry(t);
  registry.failWith = 409;
  await assert.rejects(openEventCodec(registry.url, NEWEST), {
    name: 'RegistryError',
    retryable: false,
  });
});

test('nobody at the address is worth another try, and the address is not told', async () => {
  const client = new RegistryClient('http://user:secret@127.0.0.1:1');
  await assert.rejects(
    client.schemaById(1),
    (error: unknown) =>
      error instanceof RegistryError && error.retryable && !error.message.includes('secret'),
  );
});

test('credentials in the url are sent as basic authentication', async t => {
  const registry = await startRegistry(t);
  await new RegistryClient(registry.url.replace('//', '//me:p%40ss@')).register('subject', '"string"');
  assert.deepEqual([...registry.authorizations], [`Basic ${Buffer.from('me:p@ss').toString('base64')}`]);
});

test('bytes in no known framing are refused', async t => {
  const registry = await startRegistry(t);
  const codec = await openEventCodec(registry.url, NEWEST);
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(4), Buffer.from('{"a":1}')]) {
    assert.throws(() => codec.decode(bytes), { name: 'EventDecodeError', reason: 'framing' });
  }
});
