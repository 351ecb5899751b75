/** The network between the services and their servers, with a relay in front of each server, and its faults. */
import { ROLES } from '../../support/service.ts';
import { sleep } from '../../support/waiting.ts';
import { Refusals } from './errors.ts';
import { KafkaErrors } from './kafka-errors.ts';
import type { Ledger } from './ledger.ts';
import type { Fault } from './prey.ts';
import type { Random } from './random.ts';
import { RedisErrors } from './redis-errors.ts';
import { clientsOf, type Direction, Relay } from './relay.ts';
import { StoreErrors } from './store-errors.ts';

/** Longest outage; TEXTRAIL_SOAK_OUTAGE_SECONDS sets it. Callers give up after 8 s, kafkajs after about 20. */
export const LONGEST_OUTAGE_MS = 1000 * Number(process.env.TEXTRAIL_SOAK_OUTAGE_SECONDS ?? 8);

export const DIRECTIONS: readonly Direction[] = ['both', 'both', 'requests', 'answers'];

/** Like a server on another continent, and a line that loses packets. */
const SLOWNESS = { delayMs: 200, loss: 0.02 };
const MOST_CUTS = 20;
const CUT_PAUSE_MS = 300;

/** Share of the connections, of which a service has several. */
const SWALLOWED_SHARE = 0.3;

/** Shares of a server's answers that are refusals. */
const REFUSED_SHARES = [0.02, 0.1, 0.5] as const;

export class Network {
  readonly refusals = { kafka: new Refusals(), redis: new Refusals(), s3: new Refusals() };
  readonly relays = {
    kafka: new Relay(broker => new KafkaErrors(this.refusals.kafka, broker)),
    redis: new Relay(() => new RedisErrors(this.refusals.redis)),
    s3: new Relay(() => new StoreErrors(this.refusals.s3)),
  };
  /** Ports of a cluster's brokers. */
  private readonly brokers: number[] = [];
  private kafkaAddresses = '';

  constructor(ledger: Ledger) {
    for (const refusals of Object.values(this.refusals)) refusals.told = name => ledger.count(name);
  }

  /** Opens one port for all roles, because Kafka sends every client to the same address. */
  async kafkaPort(): Promise<number> {
    const port = await this.relays.kafka.listen('');
    this.kafkaAddresses = `127.0.0.1:${port}`;
    return port;
  }

  /** Opens a port in front of one broker of a cluster. */
  brokerPort(broker: number): Promise<number> {
    this.brokers.push(broker);
    return this.relays.kafka.listen('', broker);
  }

  /** Sets the servers behind the relays. `brokers`: addresses of a cluster's relays. */
  leadTo(settings: Record<string, string>, brokers?: readonly string[]): void {
    if (brokers !== undefined) this.kafkaAddresses = brokers.join(',');
    this.relays.kafka.target = portOf(`kafka://${settings.KAFKA_BROKERS}`);
    this.relays.redis.target = portOf(settings.REDIS_URL);
    this.relays.s3.target = portOf(settings.S3_ENDPOINT);
  }

  async addresses(user: string): Promise<Record<string, string>> {
    const { redis, s3 } = this.relays;
    return {
      KAFKA_BROKERS: this.kafkaAddresses,
      REDIS_URL: `redis://127.0.0.1:${await redis.listen(user)}`,
      S3_ENDPOINT: `http://127.0.0.1:${await s3.listen(user)}`,
    };
  }

  heal(): void {
    for (const refusals of Object.values(this.refusals)) refusals.end();
    for (const relay of Object.values(this.relays)) relay.heal();
  }

  close(): void {
    for (const relay of Object.values(this.relays)) relay.close();
  }

  faults(): Fault[] {
    return [...this.outages(), ...this.errors()];
  }

  private errors(): Fault[] {
    return Object.entries(this.refusals).flatMap(([name, refusals]): Fault[] => {
      const during = (lasting: boolean, shares: readonly number[]) => async (random: Random) => {
        refusals.random = random.fork();
        refusals.lasting = lasting;
        refusals.share = random.pick(shares);
        refusals.broker = this.brokers.length === 0 ? undefined : random.pick([undefined, ...this.brokers]);
        await sleep(random.next() * LONGEST_OUTAGE_MS);
        refusals.end();
      };
      return [
        { name: `${name} says no`, weight: 1, strike: during(false, REFUSED_SHARES) },
        { name: `${name} takes our rights away`, weight: 1, strike: during(true, [1]) },
      ];
    });
  }

  private outages(): Fault[] {
    return Object.entries(this.relays).flatMap(([name, relay]): Fault[] => {
      const brokers = name === 'kafka' ? this.brokers : [];
      const ofBrokers = brokers.flatMap(broker => [`${broker}`, clientsOf(broker)]);
      /** Begins a fault between the server and everybody, one role, or one broker, and heals it after a random time. */
      const during = (begin: (whose: string, random: Random) => void) => async (random: Random) => {
        begin(random.pick(['', ...ROLES, ...ofBrokers]), random);
        await sleep(random.next() * LONGEST_OUTAGE_MS);
        relay.heal();
      };
      return [
        {
          name: `cut the network to ${name}`,
          weight: 0.5,
          strike: random => cutOften(relay, ofBrokers, random),
        },
        {
          name: `silence the network to ${name}`,
          weight: 1,
          strike: during((whose, random) => relay.hush(random.pick(DIRECTIONS), whose)),
        },
        {
          name: `swallow connections to ${name}`,
          weight: 1,
          strike: async random => {
            relay.swallow('', () => random.chance(SWALLOWED_SHARE));
            await sleep(random.next() * LONGEST_OUTAGE_MS);
          },
        },
        { name: `close the network to ${name}`, weight: 0.5, strike: during(whose => relay.refuse(whose)) },
        {
          name: `slow the network to ${name}`,
          weight: 0.5,
          strike: during(whose => relay.slow(SLOWNESS, whose)),
        },
      ];
    });
  }
}

async function cutOften(relay: Relay, ofBrokers: readonly string[], random: Random): Promise<void> {
  const whose = random.pick(['', ...ROLES, ...ofBrokers]);
  for (let left = random.below(MOST_CUTS); left >= 0; left--) {
    relay.cut(whose);
    await sleep(random.next() * CUT_PAUSE_MS);
  }
}

export const portOf = (address = ''): number => Number(new URL(address).port);
