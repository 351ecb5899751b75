/** Lets a limited number of tasks run at a time, for each name and in all; the rest wait in their name's line. */
import { TransientMap } from './transient.ts';

export class Turnstile {
  private readonly perName: number;
  private readonly inAll: number;
  private readonly running = new TransientMap<string, number>();
  private readonly lines = new TransientMap<string, (() => void)[]>();
  private total = 0;

  constructor(perName: number, inAll: number) {
    this.perName = perName;
    this.inAll = inAll;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!this.free(name)) await new Promise<void>(resolve => this.line(name).push(resolve));
    else this.enter(name);
    try {
      return await work();
    } finally {
      this.leave(name);
    }
  }

  private free(name: string): boolean {
    return this.total < this.inAll && this.inside(name) < this.perName;
  }

  private line(name: string): (() => void)[] {
    const line = this.lines.get(name) ?? [];
    this.lines.set(name, line);
    return line;
  }

  private enter(name: string): void {
    this.total++;
    this.running.set(name, this.inside(name) + 1);
  }

  private leave(name: string): void {
    this.total--;
    const left = (this.running.get(name) ?? 1) - 1;
    if (left === 0) this.running.delete(name);
    else this.running.set(name, left);
    this.admitNext();
  }

  /**
   * Admits the name with the fewest tasks running; among equals the lines take turns, so that a long line does not hold
   * up the others.
   */
  private admitNext(): void {
    let chosen: string | undefined;
    for (const name of this.lines.keys()) {
      if (!this.free(name)) continue;
      if (chosen === undefined || this.inside(name) < this.inside(chosen)) chosen = name;
    }
    if (chosen === undefined) return;
    const line = this.line(chosen);
    const next = line.shift();
    this.lines.delete(chosen);
    if (line.length > 0) this.lines.set(chosen, line);
    this.enter(chosen);
    next?.();
  }

  private inside(name: string): number {
    return this.running.get(name) ?? 0;
  }
}
