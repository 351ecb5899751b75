import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchJars } from '../build-once.ts';
import type { Server } from '../supervise.ts';
import { CACHE_DIR, ensureTools, JAVA, onPath, run, say } from '../tools.ts';
import { liveBrokers } from './probe.ts';

export interface BrokerPorts {
  broker: number;
  controller: number;
  /** The port that clients are told to connect to, if a proxy is in front of the broker. */
  advertised?: number;
}

export interface ClusterPlan {
  folder: string;
  brokers: BrokerPorts[];
  /** Java heap of each broker, in MB. */
  heapMb: number;
  /** A broker that is silent for this long is fenced; so this decides how soon partitions of a dead broker get a new leader. */
  sessionTimeoutMs: number;
  /** How long the first join of an empty group waits for more members; 0 by default. */
  rebalanceDelayMs?: number;
  /** How often leadership returns to the preferred broker; 300 s by default. */
  electionIntervalSeconds?: number;
}

interface Identity {
  clusterId: string;
  directoryIds: string[];
}

const here = import.meta.dirname;

/** Fetches Kafka's jars once. The folder is named after the version, so that a new version gets a new folder. */
export async function prepareKafka(): Promise<string> {
  const pom = join(here, 'pom.xml');
  const version = /kafka_2.13<\/artifactId>\s*<version>([\d.]+)/.exec(readFileSync(pom, 'utf8'))?.[1];
  const jars = join(CACHE_DIR, `kafka-${version}`);
  if (!onPath('java')) await ensureTools([JAVA]);
  if (existsSync(jars)) return jars;
  say(`fetching Kafka ${version} with Maven`);
  const partial = `${jars}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await fetchJars(pom, partial);
  publish(partial, jars);
  return jars;
}

/** Moves a folder into place. Two clones may fetch at the same time: the first rename wins, and the other copy is dropped. */
export function publish(partial: string, finished: string): void {
  try {
    renameSync(partial, finished);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(finished)) throw error;
  }
}

/** Writes each node's settings, formats its storage (once), and returns how to start the nodes. */
export async function planCluster(jars: string, plan: ClusterPlan): Promise<Server[]> {
  const identity = identityOf(plan);
  return Promise.all(plan.brokers.map((_, index) => planNode(jars, plan, index, identity)));
}

async function planNode(jars: string, plan: ClusterPlan, index: number, identity: Identity): Promise<Server> {
  const name = plan.brokers.length === 1 ? 'kafka' : `kafka-${index + 1}`;
  const data = join(plan.folder, name);
  const settings = join(plan.folder, `${name}.properties`);
  const classpath = `${join(jars, '*')}`;
  mkdirSync(data, { recursive: true });
  writeFileSync(settings, nodeSettings(plan, index, data));
  if (!readdirSync(data).includes('meta.properties')) {
    const controllers = plan.brokers.map(
      (ports, i) => `${i + 1}@127.0.0.1:${ports.controller}:${identity.directoryIds[i]}`,
    );
    const format = [
      'format',
      '-t',
      identity.clusterId,
      '-c',
      settings,
      '--initial-controllers',
      controllers.join(','),
    ];
    await run('java', ['-cp', classpath, 'kafka.tools.StorageTool', ...format]);
  }
  const port = plan.brokers[index]?.broker ?? 0;
  return {
    name,
    folder: plan.folder,
    port,
    file: onPath('java') ?? 'java',
    args: [
      `-Xmx${plan.heapMb}m`,
      '-XX:+UseSerialGC',
      `-Dlog4j2.configurationFile=${join(here, 'log4j2.properties')}`,
      '-cp',
      classpath,
      'kafka.Kafka',
      settings,
    ],
    isReady: async () => (await liveBrokers(port)) > 0,
  };
}

/** Ids that are generated once for each folder: storage formatted with them refuses any others. */
function identityOf(plan: ClusterPlan): Identity {
  const path = join(plan.folder, 'kafka-identity.json');
  mkdirSync(plan.folder, { recursive: true });
  if (!existsSync(path)) {
    const fresh: Identity = { clusterId: kafkaUuid(), directoryIds: plan.brokers.map(kafkaUuid) };
    writeFileSync(path, JSON.stringify(fresh));
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Identity;
}

/** A UUID in Kafka's format. One that begins with a dash would be read as an option. */
function kafkaUuid(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? kafkaUuid() : id;
}

function nodeSettings(plan: ClusterPlan, index: number, data: string): string {
  const ports = plan.brokers[index] ?? { broker: 0, controller: 0 };
  const copies = Math.min(3, plan.brokers.length);
  const settings: Record<string, string | number> = {
    'process.roles': 'broker,controller',
    'node.id': index + 1,
    'controller.quorum.bootstrap.servers': plan.brokers.map(each => `127.0.0.1:${each.controller}`).join(','),
    'controller.listener.names': 'CONTROLLER',
    listeners: `PLAINTEXT://127.0.0.1:${ports.broker},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.advertised ?? ports.broker}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': data,
    'auto.create.topics.enable': 'false',
    'default.replication.factor': copies,
    'min.insync.replicas': Math.max(1, copies - 1),
    'offsets.topic.replication.factor': copies,
    // Fifty coordinator partitions would only slow down the start of a small cluster.
    'offsets.topic.num.partitions': 6,
    'transaction.state.log.replication.factor': copies,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': copies,
    'share.coordinator.state.topic.min.isr': 1,
    // In production this is 3 s, so that the start of a deployment costs one rebalance; here it would only delay each
    // start by 3 s.
    'group.initial.rebalance.delay.ms': plan.rebalanceDelayMs ?? 0,
    // A killed KRaft broker cannot register again before its session has ended, by default after 9 s.
    'broker.session.timeout.ms': plan.sessionTimeoutMs,
    'broker.heartbeat.interval.ms': 500,
    'log.cleaner.dedupe.buffer.size': 20_000_000,
    'leader.imbalance.check.interval.seconds': plan.electionIntervalSeconds ?? 300,
    // A single partition that is led by another broker is enough to trigger an election.
    'leader.imbalance.per.broker.percentage': plan.electionIntervalSeconds === undefined ? 10 : 0,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
