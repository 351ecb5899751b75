/** A real broker on loopback with TLS, SCRAM and the rights of the production overlay's users. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClientFactory } from '../../platform/event-log/kafka/client.ts';
import { prepareKafka } from '../../stack/kafka/cluster.ts';
import { liveBrokers } from '../../stack/kafka/probe.ts';
import { ensureRunning, type Server, stopServer } from '../../stack/supervise.ts';
import { onPath, run } from '../../stack/tools.ts';
import { freePort } from '../support/free-ports.ts';
import type { Manifest } from './rendered.ts';

/** Numbers in Kafka's protocol. */
const RESOURCE: Readonly<Record<string, number>> = { topic: 2, group: 3 };
const PATTERN: Readonly<Record<string, number>> = { literal: 3, prefix: 4 };
const OPERATION: Readonly<Record<string, number>> = { Read: 3, Write: 4, Describe: 8, DescribeConfigs: 10 };
const ALLOW = 3;

const SCRAM = ['SCRAM-SHA-512', 'SCRAM-SHA-256'];

interface UserSpec {
  authorization: {
    acls: { resource: { type: string; name: string; patternType: string }; operations: string[] }[];
  };
}
interface TopicSpec {
  partitions: number;
}

export interface SecuredKafka {
  /** The address at which users sign in. */
  broker: string;
  caFile: string;
  stop(): Promise<void>;
}

/** Starts the broker. Every user has `password`; topics have the overlay's partitions, and one copy each. */
export async function startSecuredKafka(
  folder: string,
  manifests: Manifest[],
  password: string,
): Promise<SecuredKafka> {
  const users = manifests.filter(({ kind }) => kind === 'KafkaUser');
  const ports = { clients: await freePort(), operator: await freePort(), controller: await freePort() };
  const caFile = await makeCertificate(folder);
  const settings = join(folder, 'kafka.properties');
  const names = users.map(({ metadata }) => metadata.name);
  writeFileSync(settings, properties(folder, ports, plainUsers(names, password)));
  const jars = await prepareKafka();
  const kafka = ['-cp', join(jars, '*')];
  const credentials = users.flatMap(({ metadata }) =>
    SCRAM.flatMap(mechanism => ['--add-scram', `${mechanism}=[name=${metadata.name},password=${password}]`]),
  );
  const format = ['format', '--standalone', '-t', 'c2VjdXJlZC10ZXN0cw0Kaw', '-c', settings, ...credentials];
  await run(onPath('java') ?? 'java', [...kafka, 'kafka.tools.StorageTool', ...format]);
  const server: Server = {
    name: 'secured-kafka',
    folder,
    port: ports.operator,
    file: onPath('java') ?? 'java',
    args: ['-Xmx384m', '-XX:+UseSerialGC', ...kafka, 'kafka.Kafka', settings],
    isReady: async () => (await liveBrokers(ports.operator)) > 0,
  };
  await ensureRunning(server);
  await makeTopicsAndRights(`127.0.0.1:${ports.operator}`, manifests);
  return { broker: `127.0.0.1:${ports.clients}`, caFile, stop: () => stopServer(server) };
}

function plainUsers(names: string[], password: string): string {
  const users = names.map(name => `user_${name}="${password}"`);
  return `org.apache.kafka.common.security.plain.PlainLoginModule required ${users.join(' ')};`;
}

async function makeCertificate(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const [key, certificate, both] = ['key.pem', 'ca.crt', 'server.pem'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=textrail-test', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  await run('openssl', [...request, '-keyout', key, '-out', certificate]);
  writeFileSync(both, await run('cat', [key, certificate]), { mode: 0o600 });
  return certificate;
}

function properties(
  folder: string,
  ports: { clients: number; operator: number; controller: number },
  plain: string,
): string {
  const at = (port: number): string => `127.0.0.1:${port}`;
  const clients = `OPERATOR://${at(ports.operator)},CLIENTS://${at(ports.clients)}`;
  const settings = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.bootstrap.servers': at(ports.controller),
    'controller.listener.names': 'CONTROLLER',
    listeners: `${clients},CONTROLLER://${at(ports.controller)}`,
    'advertised.listeners': clients,
    'listener.security.protocol.map': 'OPERATOR:PLAINTEXT,CLIENTS:SASL_SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'OPERATOR',
    'sasl.enabled.mechanisms': [...SCRAM, 'PLAIN'].join(),
    ...Object.fromEntries(
      SCRAM.map(mechanism => [
        `listener.name.clients.${mechanism.toLowerCase()}.sasl.jaas.config`,
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      ]),
    ),
    'listener.name.clients.plain.sasl.jaas.config': plain,
    'listener.name.clients.ssl.keystore.type': 'PEM',
    'listener.name.clients.ssl.keystore.location': join(folder, 'server.pem'),
    // Like Strimzi's `authorization: simple`: what no rule allows is refused.
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': 'User:ANONYMOUS',
    'log.dirs': join(folder, 'kafka'),
    'auto.create.topics.enable': 'false',
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 6,
    'group.initial.rebalance.delay.ms': 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return lines.join('\n');
}

async function makeTopicsAndRights(broker: string, manifests: Manifest[]): Promise<void> {
  const quiet = { debug() {}, info() {}, warn() {}, error() {} };
  const admin = new ClientFactory({ brokers: [broker], clientId: 'operator', log: quiet, security: {} })
    .create()
    .admin();
  await admin.connect();
  try {
    const topics = manifests
      .filter(({ kind }) => kind === 'KafkaTopic')
      .map(({ metadata, spec }) => ({
        topic: metadata.name,
        numPartitions: (spec as TopicSpec).partitions,
        replicationFactor: 1,
      }));
    await admin.createTopics({ topics, waitForLeaders: false });
    await admin.createAcls({ acl: manifests.filter(({ kind }) => kind === 'KafkaUser').flatMap(rightsOf) });
  } finally {
    await admin.disconnect();
  }
}

function rightsOf({ metadata, spec }: Manifest) {
  return (spec as UserSpec).authorization.acls.flatMap(({ resource, operations }) =>
    operations.map(operation => ({
      resourceType: RESOURCE[resource.type] ?? 0,
      resourceName: resource.name,
      resourcePatternType: PATTERN[resource.patternType] ?? 0,
      principal: `User:${metadata.name}`,
      host: '*',
      operation: OPERATION[operation] ?? 0,
      permissionType: ALLOW,
    })),
  );
}
