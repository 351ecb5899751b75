/** Makes the faults of a plan happen, and ends them all when it is over. */
import { type Backend, backend } from './drivers/backend.ts';
import type { Fault } from './plan.ts';
import { FAULT_KINDS } from './plans/chance.ts';
import type { Instance } from './product/system.ts';

export class Faults {
  private readonly instances: readonly Instance[];
  private readonly backend: Backend = backend();
  private readonly mends = new Set<() => void>();

  constructor(instances: readonly Instance[]) {
    this.instances = instances;
  }

  strike(fault: Fault): void {
    const { redis, network } = this.backend;
    switch (fault.kind) {
      case 'cut': {
        const { process, server, directions, cut: kind, forMs } = fault;
        this.until(forMs, network.cut({ process, server, directions, kind }));
        break;
      }
      case 'crash':
        this.instance(fault.process)?.crash();
        break;
      case 'restart':
        this.instance(fault.process)?.restart();
        break;
      case 'freeze':
        this.freeze([this.instance(fault.process)], fault.forMs);
        break;
      case 'stall':
        this.freeze(this.projectors, fault.forMs);
        break;
      case 'skew':
        this.skew(fault.process, fault.ms);
        break;
      case 'slow':
        this.slow(fault);
        break;
      case 'failover':
        this.failOver(fault.lostMs);
        break;
      case 'lose-views':
        redis.become(new Map());
        break;
      case 'lose-offsets':
        this.loseOffsets(fault.group);
        break;
      case 'refuse':
        this.refuse(fault);
        break;
    }
  }

  /** Clocks are not mended: nobody's ever are. */
  end(): void {
    for (const mend of [...this.mends]) mend();
  }

  private instance(name: string): Instance | undefined {
    return this.instances.find(each => each.name === name);
  }

  private get projectors(): Instance[] {
    return this.instances.filter(({ role }) => role === 'projector');
  }

  private skew(name: string, ms: number): void {
    const process = this.instance(name)?.process;
    if (process !== undefined) process.skewMs = ms;
  }

  /** Positions count when a member joins: nobody has one, so the group's processes start after it. */
  private loseOffsets(group: string): void {
    this.backend.cluster.groups.get(group)?.committed.clear();
    for (const instance of this.instances) if (group.includes(instance.role)) instance.crash();
  }

  private until(forMs: number, mend: () => void): void {
    const once = () => {
      if (this.mends.delete(once)) mend();
    };
    this.mends.add(once);
    this.backend.world.after(forMs, once);
  }

  private freeze(instances: (Instance | undefined)[], forMs: number): void {
    const processes = instances.flatMap(instance => instance?.process ?? []);
    for (const process of processes) process.freeze();
    this.until(forMs, () => {
      for (const process of processes) process.thaw();
    });
  }

  private slow({ ms, forMs }: Extract<Fault, { kind: 'slow' }>): void {
    const { network } = this.backend;
    network.slowMs = ms;
    this.until(forMs, () => {
      network.slowMs = 0;
    });
  }

  /** The replica that takes over has not seen the last moments; nobody is answered while it does. */
  private failOver(lostMs: number): void {
    const { redis, network, world } = this.backend;
    const copy = redis.copy();
    world.after(lostMs, () => {
      const heal = network.cut({
        process: undefined,
        server: 'redis',
        directions: ['up', 'down'],
        kind: 'reset',
      });
      redis.become(copy);
      this.until(world.between(50, 1_500), heal);
    });
  }

  private refuse({ prefix, every, forMs }: Extract<Fault, { kind: 'refuse' }>): void {
    const { objects } = this.backend;
    const isRefused = (key: string) =>
      key.startsWith(`${prefix}/`) && Number.parseInt(key.slice(-4), 16) % every === 0;
    objects.refuses = isRefused;
    this.until(forMs, () => {
      if (objects.refuses === isRefused) objects.refuses = () => false;
    });
  }
}

const KINDS: ReadonlySet<string> = new Set(FAULT_KINDS);
export const isFault = (action: { kind: string }): action is Fault => KINDS.has(action.kind);
