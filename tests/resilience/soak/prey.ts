/** A service under attack: where it is, what can be done to it, and how it is made whole again. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Place } from '../../support/service.ts';
import { sleep } from '../../support/waiting.ts';
import type { Random } from './random.ts';

export interface Fault {
  name: string;
  weight: number;
  /** Does it, and undoes it. */
  strike: (random: Random) => Promise<void>;
}

export interface Prey {
  place: Place;
  bases: () => string[];
  faults: Fault[];
  /** Everything runs again. */
  heal: () => Promise<void>;
  log: () => string;
  /** Resident MB and open files of each process. */
  weights: () => { name: string; megabytes: number; files: number }[];
  /** SIGTERM; answers how long it took, and fails by a violation where it took too long. */
  stop: () => Promise<void>;
  /** Again, with other settings. */
  again: (changes: Record<string, string>) => Promise<void>;
  destroy: () => Promise<void>;
}

/** Longer than a consumer group's session of 10 s, at the most. */
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

/** A process that has ended meanwhile needs no signal. */
export function signal(pid: number | undefined, name: NodeJS.Signals): void {
  // 0 would be our own process group.
  if (pid === undefined || pid === 0) return;
  try {
    process.kill(pid, name);
  } catch {
    return;
  }
}

/** All processes below one, workers among them. */
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
