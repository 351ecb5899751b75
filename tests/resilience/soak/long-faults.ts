/**
 * Faults that last long or that no restart ends: cuts longer than a group's session, a projector that stands still for
 * more than a minute, lost positions, single objects that are refused, wrong clocks, another build beside this one, and
 * a backlog older than documents live.
 */
import { BoundedAdmin } from '../../../platform/event-log/kafka/admin.ts';
import { ClientFactory } from '../../../platform/event-log/kafka/client.ts';
import { quietLog } from '../../../platform/event-log/kafka/quiet-log.ts';
import type { Role } from '../../support/service.ts';
import { sleep } from '../../support/waiting.ts';
import type { NextBuild } from '../next-build.ts';
import type { Ledger } from './ledger.ts';
import type { Member } from './member.ts';
import { DIRECTIONS, type Network } from './network.ts';
import { type Fault, signal } from './prey.ts';
import type { Random } from './random.ts';

export interface Prospects {
  members: Member[];
  network: Network;
  ledger: Ledger;
  next: NextBuild;
  /** A member's environment, with the addresses of the servers. */
  environment: Record<string, string>;
}

/** A session is 10 s; a rebalance takes up to 30 s if a member must be waited for. */
const LONG_CUT_MS = [12_000, 40_000] as const;
/** Longer than anything that is remembered for a minute. */
const STALL_MS = [62_000, 75_000] as const;
/** Longer than SOURCE_RETENTION_SECONDS in the soak's settings. */
const BACKLOG_MS = [12_000, 16_000] as const;
const REFUSED_SHARE = 0.4;
const REFUSED_MS = [4_000, 12_000] as const;
/** Less than the age of a signature that receivers accept. */
const MOST_SKEW_MS = 20_000;
const GROUPS: Partial<Record<Role, string[]>> = {
  extractor: ['extractor-interactive', 'extractor-bulk'],
  webhooker: ['webhooker'],
};

const between = (random: Random, [least, most]: readonly [number, number]) =>
  least + random.next() * (most - least);

export function longFaults(prospects: Prospects): Fault[] {
  return [...cuts(prospects), ...stalls(prospects), ...lostPositions(prospects), ...others(prospects)];
}

function cuts({ network }: Prospects): Fault[] {
  return (['extractor', 'projector', 'webhooker', 'ingest'] as const).map(role => ({
    name: `cut ${role} off from Kafka for longer than a session`,
    weight: 0.5,
    strike: async random => {
      network.relays.kafka.hush(random.pick(DIRECTIONS), role);
      await sleep(between(random, LONG_CUT_MS));
      network.relays.kafka.heal();
    },
  }));
}

/** Freezes all members of a role, so that they do not notice it themselves. */
function stalls({ members }: Prospects): Fault[] {
  const stalled = (role: Role, name: string, lengthMs: readonly [number, number], weight: number): Fault => ({
    name,
    weight,
    strike: async random => {
      const pids = members.filter(member => member.role === role).map(({ pid }) => pid);
      for (const pid of pids) signal(pid, 'SIGSTOP');
      await sleep(between(random, lengthMs));
      for (const pid of pids) signal(pid, 'SIGCONT');
    },
  });
  return [
    stalled('projector', 'stall the projectors for more than a minute', STALL_MS, 0.5),
    stalled('extractor', 'a backlog older than documents live', BACKLOG_MS, 0.5),
  ];
}

function lostPositions({ members, environment }: Prospects): Fault[] {
  return Object.entries(GROUPS).map(([role, groups]) => ({
    name: `lose the positions of the ${role}`,
    weight: 1,
    strike: async () => {
      const those = members.filter(member => member.role === role);
      await Promise.all(those.map(member => member.stop()));
      const brokers = (environment.KAFKA_BROKERS ?? '').split(',');
      const admin = new BoundedAdmin(
        new ClientFactory({ brokers, clientId: 'textrail-soak', log: quietLog }),
      );
      const names = groups.map(group => `${environment.KAFKA_TOPIC_PREFIX ?? 'textrail.'}${group}`);
      // A member killed a moment ago counts until its session ends; in that case no positions are lost this time.
      await admin.ask(client => client.deleteGroups(names)).catch(() => undefined);
      await admin.close();
      for (const member of those) member.start();
    },
  }));
}

function others({ members, network, ledger, next }: Prospects): Fault[] {
  return [
    {
      name: 'refuse some objects of S3',
      weight: 1,
      strike: async random => {
        ledger.refuseObjects();
        network.refusals.s3.documentsShare = REFUSED_SHARE;
        await sleep(between(random, REFUSED_MS));
        network.refusals.s3.end();
      },
    },
    {
      name: 'a clock that is wrong',
      weight: 1,
      strike: async random => {
        const member = random.pick(members);
        const skewMs = Math.round((random.chance(0.5) ? 1 : -1) * MOST_SKEW_MS * random.next());
        ledger.skewed(Math.abs(skewMs));
        await member.stop();
        const preload = new URL('skew.ts', import.meta.url).href;
        member.start({ NODE_OPTIONS: `--import=${preload}`, SKEW_MS: String(skewMs) });
      },
    },
    {
      name: 'another build beside this one',
      weight: 1,
      strike: async random => {
        const member = random.pick(members);
        await member.stop();
        // The next build's default: it writes what the build before it can read.
        member.start({ EVENT_WRITE_RELEASE: String(next.release - 1) }, next.program);
      },
    },
  ];
}
