/** Causes the faults of a plan, and ends them all when the plan is over. */
import { type Backend, backend } from './drivers/backend.ts';
import type { Lost } from './drivers/cluster.ts';
import { type Fault, type RestoreLog, START_MS } from './plan.ts';
import { FAULT_KINDS } from './plans/chance.ts';
import type { Instance } from './product/system.ts';

/** Longest time until messages arrive that a process sent before it was killed: they may have been slow, lost and sent again. */
export const LAST_MESSAGES_MS = 3_200;
/** How long brokers that are being restored answer nobody. */
const RESTORING_MS = [50, 1_500] as const;
const LOOK_INTERVAL_MS = 500;
/** Time within which a projector reports that the log is not the one it has folded. */
const ASKED_WITHIN_MS = 15_000;

const isAsking = (word: string) => word.includes('run rebuild');

export class Faults {
  /** Records that the restored log has lost. */
  readonly lost: Lost[] = [];
  private restoring = 0;
  private operating: Promise<void> = Promise.resolve();
  private readonly rebuild: () => Promise<void>;
  private readonly instances: readonly Instance[];
  private readonly backend: Backend = backend();
  private readonly mends = new Set<() => void>();

  /** `rebuild`: what an operator does if the log has lost its newest part. */
  constructor(instances: readonly Instance[], rebuild: () => Promise<void>) {
    this.instances = instances;
    this.rebuild = rebuild;
  }

  /** Whether an operator still has to act. */
  get isRestoring(): boolean {
    return this.restoring > 0;
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
      case 'restore-log':
        this.restoreLog(fault).catch(error => this.backend.world.fail(error));
        break;
      case 'rollout':
        this.rollOut(fault);
        break;
    }
  }

  /** Ends all faults. Clocks stay wrong: in reality nobody corrects them either. */
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

  /** Positions are read when a member joins. The group then has none, so its processes are restarted. */
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

  /** A replica takes over that has not seen the last `lostMs`. While it does, Redis answers nobody. */
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

  /** Restores the log as in docs/operations.md, "In which order" and "A log that lost its tail". */
  private async restoreLog({ agoMs, positions, services, operatorMs }: RestoreLog): Promise<void> {
    const { world } = this.backend;
    // Every copy contains the callers' keys.
    const at = Math.max(START_MS, world.now - agoMs);
    this.restoring++;
    if (services === 'running') {
      this.restore(at, positions);
      this.recover(operatorMs).catch(error => world.fail(error));
      return;
    }
    await this.whileDown(this.instances, async () => {
      this.restore(at, positions);
      await world.wait(operatorMs);
      await this.rebuild();
    });
    this.restoring--;
  }

  /** Rebuilds the read model whenever a projector asks for it, until the history ends. */
  private async recover(operatorMs: number): Promise<never> {
    const { world, cluster } = this.backend;
    const groups = this.instances.filter(({ role }) => role !== 'ingest');
    const end = world.now + ASKED_WITHIN_MS;
    for (let isDone = false; ; await world.wait(LOOK_INTERVAL_MS)) {
      const isAsked = () => this.projectors.some(({ words }) => words.some(isAsking));
      if (!isAsked() && (isDone || world.now < end)) continue;
      await world.wait(operatorMs);
      await this.whileDown(groups, async () => {
        for (const group of cluster.groups.values()) group.committed.clear();
        if (isAsked()) await this.rebuild();
        for (const projector of this.projectors)
          projector.words = projector.words.filter(word => !isAsking(word));
      });
      if (!isDone) this.restoring--;
      isDone = true;
    }
  }

  /** Operators' actions run one after the other. */
  private whileDown(instances: readonly Instance[], work: () => Promise<void>): Promise<void> {
    this.operating = this.operating.then(async () => {
      for (const instance of instances) instance.takeDown();
      await this.backend.world.wait(LAST_MESSAGES_MS);
      await work();
      for (const instance of instances) instance.bringUp();
    });
    return this.operating;
  }

  private restore(at: number, positions: RestoreLog['positions']): void {
    const { world, cluster, network } = this.backend;
    const heal = network.cut({
      process: undefined,
      server: 'kafka',
      directions: ['up', 'down'],
      kind: 'reset',
    });
    this.until(world.between(...RESTORING_MS), heal);
    network.breakConnections('kafka');
    this.lost.push(...cluster.restore(at, positions));
  }

  private rollOut({ to, everyMs }: Extract<Fault, { kind: 'rollout' }>): void {
    for (const [turn, instance] of this.instances.entries())
      this.backend.world.after(turn * everyMs, () => {
        instance.build = to;
        instance.restart();
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
