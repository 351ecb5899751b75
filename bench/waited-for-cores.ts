/**
 * How long the busiest worker of an extractor could have run and had no core, since others had them: Linux counts that for each
 * thread (schedstats). Taken off, a time on a busy machine says more of what a quiet one would take.
 */
import { readdirSync, readFileSync } from 'node:fs';

interface Thread {
  ranSeconds: number;
  waitedSeconds: number;
}

const NANOSECONDS = 1e9;

/** The main threads of all processes below one, by process id: recognition runs there. */
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

/** Of the process below that ran longest since `before`. */
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

/** proc(5), stat: after the name in brackets, which may hold anything, state and parent. */
function parentOf(pid: number): number | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

function threadOf(pid: number): Thread | undefined {
  const [ran, waited] = read(`/proc/${pid}/task/${pid}/schedstat`)?.split(' ').map(Number) ?? [];
  if (ran === undefined || waited === undefined) return undefined;
  return { ranSeconds: ran / NANOSECONDS, waitedSeconds: waited / NANOSECONDS };
}

/** Undefined where the process has ended meanwhile. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
