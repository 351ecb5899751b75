/** A service under attack: its address, the faults that can happen to it, and how it is healed. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Place } from '../../support/service.ts';
import { sleep } from '../../support/waiting.ts';
import type { Random } from './random.ts';

export interface Fault {
  name: string;
  weight: number;
  /** Causes the fault and undoes it. */
  strike: (random: Random) => Promise<void>;
}

export interface Prey {
  place: Place;
  bases: () => string[];
  faults: Fault[];
  /** Starts everything that does not run. */
  heal: () => Promise<void>;
  log: () => string;
  /** Resident MB and open files of each process. */
  weights: () => { name: string; megabytes: number; files: number }[];
  /** Stops all processes with SIGTERM. Reports a violation if that takes too long. */
  stop: () => Promise<void>;
  /** Starts them again with other settings. */
  again: (changes: Record<string, string>) => Promise<void>;
  destroy: () => Promise<void>;
}

/** May be longer than a consumer group's session of 10 s. */
const LONGEST_PAUSE_MS = 14_000;

export async function freeze(
  pid: number | undefined,
  random: Random,
  longestMs = LONGEST_PAUSE_MS,
): Promise<void> {
  if (pid === undefined || pid === 0) return;
  signal(pid, 'SIGSTOP');
  await sleep(random.next() * longestMs);
  signal(pid, 'SIGCONT');
}

/** Sends a signal, or nothing if the process has ended. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  // Pid 0 would mean our own process group.
  if (pid === undefined || pid === 0) return;
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
}

/** Ids of all processes below one, including workers. */
export function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const parent = Number(field(`/proc/${entry}/status`, 'PPid'));
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found: number[] = [];
  for (let open = [root]; open.length > 0; ) {
    open = open.flatMap(pid => children.get(pid) ?? []);
    found.push(...open);
  }
  return found;
}

export function weight(
  name: string,
  pid: number | undefined,
): { name: string; megabytes: number; files: number } {
  const megabytes = Math.round(Number.parseInt(field(`/proc/${pid}/status`, 'VmRSS'), 10) / 1024);
  return { name, megabytes, files: readdirSync(`/proc/${pid}/fd`).length };
}

function field(file: string, name: string): string {
  try {
    return new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? '0';
  } catch {
    return '0';
  }
}
