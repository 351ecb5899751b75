/**
 * Sessions that give way to others for a while, where the kernel shares the processor between sessions first (sched(7), "The autogroup
 * feature"): unlike a process's own niceness, a session's may be taken back by anybody.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A tenth of what another session gets: the kernel weighs niceness 10 with 110, 0 with 1024. */
export const GIVING_WAY = 10;

/** Who is not root may set one ten times a second on the whole machine, and is told EAGAIN otherwise. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;

/** Whether this system has been seen to let a session give way and not take it back. */
let isLasting = false;

export const mayGiveWay = (): boolean => !isLasting;

/** Where it can, at once; it is of no importance. `leader`: id of the process that leads the session. */
export function makeGiveWay(leader: number): void {
  if (isLasting || nicenessOf(leader) !== 0) return;
  try {
    writeFileSync(pathOf(leader), String(GIVING_WAY));
  } catch {
    // It goes on as quick as the others.
  }
}

/** False where the session gives way and cannot be made to stop it: nobody should wait for its work. */
export async function restore(leader: number): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS && nicenessOf(leader) === GIVING_WAY; attempt++) {
    try {
      writeFileSync(pathOf(leader), '0');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') break;
      await sleep(PAUSE_MS);
    }
  }
  isLasting ||= nicenessOf(leader) === GIVING_WAY;
  return nicenessOf(leader) !== GIVING_WAY;
}

const pathOf = (leader: number): string => `/proc/${leader}/autogroup`;

/** Undefined where the kernel has no groups of sessions, or the process is gone. */
function nicenessOf(leader: number): number | undefined {
  try {
    // "/autogroup-25 nice 5"
    const told = /nice (-?\d+)/.exec(readFileSync(pathOf(leader), 'utf8'))?.[1];
    return told === undefined ? undefined : Number(told);
  } catch {
    return undefined;
  }
}
