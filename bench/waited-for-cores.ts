/**
 * How long an extractor's busiest worker could have run but had no core because other processes had them: Linux counts
 * that for each thread (schedstats). A time on a busy machine, less this, is closer to that of a quiet one.
 */
import { readdirSync, readFileSync } from 'node:fs';

interface Thread {
  ranSeconds: number;
  waitedSeconds: number;
}

const NANOSECONDS = 1e9;

/** The main threads of all processes below `pid`, by process id; recognition runs in the main thread. */
export function threadsBelow(pid: number): Map<number, Thread> {
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter(each => each > 0)
      .flatMap(each => {
        const parent = parentOf(each);
        return parent === undefined ? [] : [[each, parent] as const];
      }),
  );
  const isBelow = (each: number): boolean => {
    const parent = parents.get(each);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return new Map(
    [...parents.keys()].filter(isBelow).flatMap(each => {
      const thread = threadOf(each);
      return thread === undefined ? [] : [[each, thread] as const];
    }),
  );
}

/** Seconds that the process which ran longest since `before` waited for a core. */
export function waitedSince(before: ReadonlyMap<number, Thread>, now: ReadonlyMap<number, Thread>): number {
  const none: Thread = { ranSeconds: 0, waitedSeconds: 0 };
  const since = [...now].map(([pid, thread]) => {
    const then = before.get(pid) ?? none;
    return {
      ran: thread.ranSeconds - then.ranSeconds,
      waited: thread.waitedSeconds - then.waitedSeconds,
    };
  });
  since.sort((one, other) => other.ran - one.ran);
  return since[0]?.waited ?? 0;
}

/** The parent's process id. In proc(5)'s stat, state and parent come after the name in brackets, which may contain anything. */
function parentOf(pid: number): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

function threadOf(pid: number): Thread | undefined {
  const [ran, waited] = read(`/proc/${pid}/task/${pid}/schedstat`)?.split(' ').map(Number) ?? [];
  if (ran === undefined || waited === undefined) return undefined;
  return { ranSeconds: ran / NANOSECONDS, waitedSeconds: waited / NANOSECONDS };
}

/** The file's text; undefined if the process has ended meanwhile. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
