import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CLOUD_EVENT_TYPES, TOPIC_PREFIX, TOPICS } from './events.ts';
import { generateAsyncApi } from './generate-asyncapi.ts';
import type { EventSchema } from './generate-schema.ts';

const document = JSON.parse(readFileSync(new URL('../docs/events/asyncapi.json', import.meta.url), 'utf8'));

function* referencesIn(root: unknown): Generator<string> {
  const left = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref') yield String(value);
      left.push(value);
    }
  }
}

test('there is a channel for every topic, addressed as on the broker, and an operation that emits into it', () => {
  const addresses = Object.values<{ address: string }>(document.channels).map(({ address }) => address);
  assert.deepEqual(new Set(addresses), new Set(TOPICS.map(topic => `${TOPIC_PREFIX}${topic}`)));
  assert.deepEqual(
    Object.keys(document.operations),
    TOPICS.map(topic => `emit-${topic}`),
  );
});

test('every event is a message under the CloudEvents type that its records carry, with an example', () => {
  const messages = Object.values<{ name: string; examples?: unknown[] }>(document.components.messages);
  const newest = messages.filter(({ examples }) => examples !== undefined);
  assert.deepEqual(new Set(newest.map(({ name }) => name)), new Set(Object.values(CLOUD_EVENT_TYPES)));
  for (const { examples } of newest) assert.equal(examples?.length, 1);
});

test('every reference leads somewhere', () => {
  for (const reference of referencesIn(document)) {
    const path = reference.replace(/^#\//, '').split('/');
    assert.ok(
      path.reduce((node, key) => node?.[key], document),
      reference,
    );
  }
});

test('older versions stay described, for their records are still in the log', () => {
  const schema: EventSchema = {
    type: 'record',
    name: 'Made',
    namespace: 'test',
    doc: 'Made.',
    topic: 'things',
    partition_key: 'id',
    event_type: 'test.made',
    fields: [],
  };
  const published = [1, 2].map(version => ({ version, schema: { ...schema } }));
  const described = JSON.stringify(generateAsyncApi(published, { Made: { headers: {}, payload: {} } }));
  assert.ok(described.includes('"test.made.v1"') && described.includes('"test.made.v2"'));
  assert.equal(described.match(/"examples"/g)?.length, 1);
});
