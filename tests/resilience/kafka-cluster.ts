/** Kafka brokers of a test's own, which can be killed, frozen and cut off. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrokerPorts, planCluster, prepareKafka } from '../../stack/kafka/cluster.ts';
import { liveBrokers } from '../../stack/kafka/probe.ts';
import { ensureRunning, livingPid, type Server, stopServer } from '../../stack/supervise.ts';
import { freePort } from '../support/free-ports.ts';
import { until } from '../support/waiting.ts';

/** Heap of a broker; three of them run beside everything else on a small machine. */
const HEAP_MB = 256;
/** Three brokers that start at once on a busy machine take half a minute. */
const COMPLETE_LIMIT_MS = 120_000;
/** How soon a silent broker loses its partitions. The default is 9 s, which is too long for a test. */
const SESSION_TIMEOUT_MS = 4_000;

export interface ClusterOptions {
  /** Starts something in front of a broker's port; resolves to the port that clients are sent to instead. */
  listen?: (brokerPort: number) => Promise<number>;
  rebalanceDelayMs?: number;
  /** As in `ClusterPlan`. */
  electionIntervalSeconds?: number;
}

export class KafkaCluster {
  readonly brokers: string[];
  private readonly servers: Server[];
  private readonly folder: string;

  static async start(count: number, { listen, ...plan }: ClusterOptions = {}): Promise<KafkaCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'textrail-kafka-'));
    const ports: BrokerPorts[] = [];
    for (let i = 0; i < count; i++) {
      const broker = await freePort();
      const port = { broker, controller: await freePort() };
      ports.push(listen ? { ...port, advertised: await listen(broker) } : port);
    }
    const servers = await planCluster(await prepareKafka(), {
      folder,
      brokers: ports,
      heapMb: HEAP_MB,
      sessionTimeoutMs: SESSION_TIMEOUT_MS,
      ...plan,
    });
    const advertised = ports.map(({ broker, advertised }) => `127.0.0.1:${advertised ?? broker}`);
    const cluster = new KafkaCluster(folder, servers, advertised);
    await Promise.all(servers.map(ensureRunning));
    await cluster.complete();
    return cluster;
  }

  private constructor(folder: string, servers: Server[], brokers: string[]) {
    this.folder = folder;
    this.servers = servers;
    this.brokers = brokers;
  }

  /** Kills a broker without notice, as a crash or a lost machine would. */
  kill(index: number): Promise<void> {
    return this.signal(index, 'SIGKILL');
  }

  /** Index of the broker whose controller elects leaders; 0 while there is none. */
  controller(): number {
    const states = this.servers.map(({ name }) => {
      const path = join(this.folder, name, '__cluster_metadata-0', 'quorum-state');
      return JSON.parse(readFileSync(path, 'utf8')) as { leaderId: number; leaderEpoch: number };
    });
    const { leaderId } = states.reduce((last, each) => (each.leaderEpoch >= last.leaderEpoch ? each : last));
    // During an election there is no leader.
    return Math.max(0, leaderId - 1);
  }

  /** Stops a broker in order: it hands over the partitions that it leads. */
  stop(index: number): Promise<void> {
    return stopServer(this.server(index));
  }

  /**
   * Freezes a broker, like a machine that hangs or a network that swallows packets: connections stay open and nothing
   * answers.
   */
  freeze(index: number): Promise<void> {
    return this.signal(index, 'SIGSTOP');
  }

  thaw(index: number): Promise<void> {
    return this.signal(index, 'SIGCONT');
  }

  async restart(index: number): Promise<void> {
    await until('its end', async () => (await livingPid(this.server(index))) === undefined);
    await ensureRunning(this.server(index));
    await this.complete();
  }

  /** Waits until every broker considers all others alive. */
  async complete(): Promise<void> {
    const { length } = this.servers;
    for (const { port } of this.servers)
      await until(
        'all brokers',
        async () => (await liveBrokers(port).catch(() => 0)) === length,
        COMPLETE_LIMIT_MS,
      );
  }

  async destroy(): Promise<void> {
    await Promise.all(this.servers.map(server => stopServer(server, 'SIGKILL')));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async signal(index: number, signal: NodeJS.Signals): Promise<void> {
    const pid = await livingPid(this.server(index));
    if (pid === undefined) throw new Error(`broker ${index} does not run`);
    process.kill(pid, signal);
  }

  private server(index: number): Server {
    return this.servers[index] as Server;
  }
}
