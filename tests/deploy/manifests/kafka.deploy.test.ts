import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PARTITIONS, topicSettings } from '../../../platform/event-log/kafka/topics.ts';
import { createTelemetry, watchPools } from '../../../platform/telemetry.ts';
import { watchWaitingEvents } from '../../../platform/waiting-events.ts';
import { TOPICS } from '../../../schemas/events.ts';
import { HISTORY_TOPICS } from '../../../schemas/history.ts';
import {
  containerOf,
  kustomize,
  type Manifest,
  PROGRAMS,
  parseManifests,
  REPOSITORY,
  rendered,
  workloadOf,
} from '../rendered.ts';
import { environmentOf } from '../settings-of.ts';

/** Prefix of topics and groups on the brokers, by the event log's default. */
const PREFIX = 'textrail.';

const manifests = await rendered('production');
const cluster = parseManifests(await kustomize('overlays/production/kafka'));

function specOf<T>(kind: string, name: string, among: Manifest[] = manifests): T {
  const found = among.find(each => each.kind === kind && each.metadata.name === name);
  assert.ok(found, `${kind} ${name}`);
  return found.spec as T;
}

describe('the topics in production', () => {
  test("are the code's topics, no more and no fewer", () => {
    const names = manifests.filter(({ kind }) => kind === 'KafkaTopic').map(({ metadata }) => metadata.name);
    assert.deepEqual(names.sort(), TOPICS.map(topic => PREFIX + topic).sort());
  });

  for (const topic of TOPICS) {
    test(`${topic} has the partitions and the retention that the code would give it, in three copies`, () => {
      type Topic = { partitions: number; replicas: number; config: Record<string, string | number> };
      const { partitions, replicas, config } = specOf<Topic>('KafkaTopic', PREFIX + topic);
      assert.equal(partitions, PARTITIONS);
      assert.equal(replicas, 3);
      assert.equal(Number(config['min.insync.replicas']), 2);
      for (const [name, value] of Object.entries(topicSettings(topic)))
        assert.equal(String(config[name]), value, name);
    });
  }

  test('stand on a cluster that never makes a lagging copy the leader, and makes no topic by accident', () => {
    const { kafka } = specOf<{ kafka: { config: Record<string, unknown> } }>('Kafka', 'textrail', cluster);
    assert.equal(kafka.config['unclean.leader.election.enable'], false);
    assert.equal(kafka.config['auto.create.topics.enable'], false);
    assert.equal(kafka.config['min.insync.replicas'], 2);
    assert.equal(kafka.config['default.replication.factor'], 3);
  });
});

interface User {
  authorization: {
    acls: { resource: { type: string; name: string; patternType: string }; operations: string[] }[];
  };
}

describe('the users in production', () => {
  /** Topics that each program reads and writes; docs/operations.md has the same table. */
  const rights: Record<(typeof PROGRAMS)[number], { reads: string[]; writes: string[] }> = {
    ingest: { reads: ['keys'], writes: ['outcomes', 'requests-bulk', 'requests-interactive'] },
    extractor: { reads: ['requests-bulk', 'requests-interactive'], writes: ['outcomes', 'requests-bulk'] },
    projector: { reads: [...HISTORY_TOPICS], writes: ['jobs'] },
    webhooker: { reads: ['outcomes', 'webhooks'], writes: ['webhooks'] },
    operator: { reads: [...TOPICS], writes: ['keys', 'outcomes'] },
  };

  for (const program of PROGRAMS) {
    const mayBy = (operation: string): string[] =>
      specOf<User>('KafkaUser', `textrail-${program}`)
        .authorization.acls.filter(
          ({ resource, operations }) => resource.type === 'topic' && operations.includes(operation),
        )
        .map(({ resource }) => resource.name.slice(PREFIX.length))
        .sort();

    test(`${program} may read and write what its part of the flow needs, and nothing else`, () => {
      assert.deepEqual(mayBy('Read'), rights[program].reads.toSorted());
      assert.deepEqual(mayBy('Write'), rights[program].writes.toSorted());
    });

    test(`${program} signs in as itself`, () => {
      assert.equal(environmentOf(manifests, program).KAFKA_USERNAME, `textrail-${program}`);
      const password = containerOf(workloadOf(manifests, program)).env?.find(
        ({ name }) => name === 'KAFKA_PASSWORD',
      );
      assert.equal(password?.valueFrom?.secretKeyRef?.name, `textrail-${program}`);
    });
  }
});

describe('the analyst in production', () => {
  test('may read one record a job, in groups of its own, and nothing else', () => {
    const { acls } = specOf<User>('KafkaUser', 'textrail-analyst').authorization;
    assert.deepEqual(
      acls.map(({ resource, operations }) => [
        resource.type,
        resource.name,
        resource.patternType,
        ...operations,
      ]),
      [
        ['topic', `${PREFIX}jobs`, 'literal', 'Read', 'Describe'],
        ['group', 'analytics', 'prefix', 'Read', 'Describe'],
      ],
    );
  });
});

describe('the scaling in production', () => {
  interface Scaled {
    maxReplicaCount: number;
    triggers: { type: string; metadata: Record<string, string> }[];
  }
  const scaled = specOf<Scaled>('ScaledObject', 'textrail-extractor');
  const byType = (type: string) =>
    scaled.triggers.filter(trigger => trigger.type === type).map(({ metadata }) => metadata);

  test('never asks for more extractors than a lane has partitions', () => {
    assert.ok(scaled.maxReplicaCount <= PARTITIONS);
  });

  test('watches a metric that the code has, by a consumer that the extractor names', async () => {
    const telemetry = createTelemetry('silent');
    watchWaitingEvents(telemetry, []);
    watchPools(telemetry, {});
    const [, metric = '', consumer = ''] =
      /(textrail_\w+)\{consumer="([\w-]+)"\}/.exec(byType('prometheus')[0]?.query ?? '') ?? [];
    assert.ok(telemetry.registry.getSingleMetric(metric), metric);
    assert.match(
      readFileSync(join(REPOSITORY, 'services/extractor/start.ts'), 'utf8'),
      new RegExp(`'${consumer}'`),
    );
  });

  test("watches the lag of the extractor's own groups, on the lanes they read", () => {
    const watched = byType('kafka').map(({ consumerGroup, topic }) => [consumerGroup, topic]);
    assert.deepEqual(watched, [
      [`${PREFIX}extractor-interactive`, `${PREFIX}requests-interactive`],
      [`${PREFIX}extractor-bulk`, `${PREFIX}requests-bulk`],
    ]);
  });

  test('is left alone by the manifests: what an autoscaler scales has no replicas of its own', () => {
    for (const role of ['ingest', 'extractor'] as const) {
      assert.equal(workloadOf(manifests, role).spec.replicas, undefined);
    }
  });
});
