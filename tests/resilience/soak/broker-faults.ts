/** Faults of a Kafka cluster apart from the network: brokers that stop and return, and partitions that move between brokers. */
import { BoundedAdmin } from '../../../platform/event-log/kafka/admin.ts';
import { ClientFactory } from '../../../platform/event-log/kafka/client.ts';
import { quietLog } from '../../../platform/event-log/kafka/quiet-log.ts';
import { sleep } from '../../support/waiting.ts';
import type { KafkaCluster } from '../kafka-cluster.ts';
import type { Member } from './member.ts';
import { LONGEST_OUTAGE_MS } from './network.ts';
import type { Fault } from './prey.ts';
import type { Random } from './random.ts';

/**
 * Most other faults are over in seconds, but brokers that share two cores with everything else take long to move all
 * partitions at once.
 */
const ASSIGNED_LIMIT_MS = 60_000;
/** The topic whose partitions decide where groups have their coordinators. */
const POSITIONS = '__consumer_offsets';

export function brokerFaults(cluster: KafkaCluster, members: readonly Member[]): Fault[] {
  const some = (random: Random) => random.below(cluster.brokers.length);
  /** A running process knows the other brokers; one that starts meanwhile may ask the missing one first. */
  const outage = async (random: Random) => {
    const member = random.pick(members);
    if (random.chance(0.5)) {
      await member.end('SIGKILL');
      member.start();
    }
    await sleep(random.next() * LONGEST_OUTAGE_MS);
  };
  return [
    {
      name: 'kill a broker of Kafka',
      weight: 2,
      strike: async random => {
        const broker = some(random);
        await cluster.kill(broker);
        await outage(random);
        await cluster.restart(broker);
      },
    },
    {
      name: 'kill the controller of Kafka, and the one after it',
      weight: 1,
      strike: async random => {
        for (let left = 2; left > 0; left--) {
          const broker = cluster.controller();
          await cluster.kill(broker);
          await outage(random);
          await cluster.restart(broker);
        }
      },
    },
    {
      name: 'freeze a broker of Kafka',
      weight: 2,
      strike: async random => {
        const broker = some(random);
        await cluster.freeze(broker);
        await outage(random);
        await cluster.thaw(broker);
      },
    },
    {
      name: 'restart the brokers of Kafka in turn',
      weight: 1,
      strike: async () => {
        for (const broker of cluster.brokers.keys()) {
          await cluster.stop(broker);
          await cluster.restart(broker);
        }
      },
    },
    { name: 'move the leaders of Kafka', weight: 2, strike: random => moveLeaders(cluster, random) },
  ];
}

/** Moves leaders by removing their copy. Afterwards there are as many copies as before, in another order. */
async function moveLeaders(cluster: KafkaCluster, random: Random): Promise<void> {
  const { brokers } = cluster;
  const admin = new BoundedAdmin(new ClientFactory({ brokers, clientId: 'textrail-soak', log: quietLog }));
  const assign = (copiesOf: (copies: number[], leader: number) => number[]) =>
    admin.ask(async client => {
      const { topics } = await client.fetchTopicMetadata();
      const moved = topics.filter(({ name }) => name === POSITIONS || !name.startsWith('__'));
      await client.alterPartitionReassignments({
        topics: moved.map(({ name: topic, partitions }) => ({
          topic,
          partitionAssignment: partitions.map(({ partitionId: partition, replicas, leader }) => ({
            partition,
            replicas: copiesOf(replicas, leader),
          })),
        })),
      });
    }, ASSIGNED_LIMIT_MS);
  try {
    await assign((copies, leader) => copies.filter(broker => broker !== leader || copies.length === 1));
    await sleep(random.next() * LONGEST_OUTAGE_MS);
    const all = brokers.map((_, at) => at + 1);
    await assign(copies => [...copies, ...all.filter(broker => !copies.includes(broker))]);
  } finally {
    await admin.close();
  }
}
