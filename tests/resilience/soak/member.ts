/** One instance of a role in a soak: a process that is restarted when it ends by itself. */
import { type Running, run } from '../../support/process.ts';
import type { Role } from '../../support/service.ts';
import { until } from '../../support/waiting.ts';
import type { Ledger } from './ledger.ts';

/** Time to become ready on a machine with other work. */
const READY_MS = 240_000;
/** Time beyond DRAIN_MS for closing connections (`CLOSE_MS` of the runtime), on a busy machine. */
const STOP_GRACE_MS = 9_000;
const RESTART_PAUSE_MS = 1_000;

export class Member {
  readonly role: Role;
  readonly base: string;
  private readonly environment: Record<string, string>;
  private readonly ledger: Ledger;
  private readonly logs: string[] = [];
  private running: Running | undefined;
  private dying = false;

  constructor(role: Role, port: number, environment: Record<string, string>, ledger: Ledger) {
    this.role = role;
    this.base = `http://127.0.0.1:${port}`;
    this.environment = { ...environment, PORT: String(port) };
    this.ledger = ledger;
  }

  get pid(): number {
    return this.running?.child.pid ?? 0;
  }

  /**
   * `program`: absolute path of another build. A restart after the process has ended by itself uses this build, without
   * changes.
   */
  start(changes: Record<string, string> = {}, program = 'main.ts'): void {
    if (this.running !== undefined) return;
    const begun = run([program, this.role], { ...this.environment, ...changes });
    this.running = begun;
    this.dying = false;
    void begun.ended.then(() => {
      this.logs.push(begun.stderr());
      this.running = undefined;
      if (this.dying) return;
      // A crash from which a restart recovers is an acceptable answer to an outage: an orchestrator would restart it
      // too.
      this.ledger.count(
        `${this.role} ended by itself: ${/"name":"(\w+)"/.exec(begun.stderr().slice(-4_000))?.[1]}`,
      );
      setTimeout(() => this.dying || this.start(), RESTART_PAUSE_MS);
    });
  }

  async end(name: 'SIGKILL' | 'SIGTERM'): Promise<number | string | undefined> {
    const { running } = this;
    this.dying = true;
    running?.child.kill(name);
    return running?.ended;
  }

  async stop(): Promise<void> {
    const begun = Date.now();
    const code = await this.end('SIGTERM');
    const ms = Date.now() - begun;
    this.ledger.count(`stop of ${this.role}`);
    if (ms > Number(this.environment.DRAIN_MS) + STOP_GRACE_MS)
      this.ledger.violation(`the stop of ${this.role} took ${ms} ms`);
    if (code !== 0 && code !== undefined) this.ledger.count(`stop of ${this.role} ended with ${code}`);
  }

  async ready(): Promise<void> {
    const isReady = async () => (await fetch(`${this.base}/readyz`).catch(() => undefined))?.status === 200;
    await until(`${this.role} to get ready`, isReady, READY_MS);
  }

  log(): string {
    return [...this.logs, this.running?.stderr() ?? ''].join('\n');
  }
}
