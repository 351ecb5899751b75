/**
 * Lets sessions give way to others for a while, if the kernel divides the CPU between sessions first (sched(7), "The
 * autogroup feature"): unlike a process's own niceness, a session's may be lowered again without privileges.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A tenth of another session's share: the kernel weighs niceness 10 with 110, 0 with 1024. */
export const GIVING_WAY = 10;

/**
 * Without root, a session's niceness may be set only ten times a second on the whole machine; otherwise the kernel
 * returns EAGAIN.
 */
const ATTEMPTS = 20;
const PAUSE_MS = 100;

/** Whether this system lets a session give way but not take it back. */
let isLasting = false;

export const mayGiveWay = (): boolean => !isLasting;

/** Tries once; failing is harmless. `leader`: id of the process that leads the session. */
export function makeGiveWay(leader: number): void {
  if (isLasting || nicenessOf(leader) !== 0) return;
  try {
    writeFileSync(pathOf(leader), String(GIVING_WAY));
  } catch {
    // The session keeps its normal share.
  }
}

/** False if the session gives way and cannot be made to stop: nobody should wait for its work. */
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

/** Undefined if the kernel has no autogroups, or the process is gone. */
function nicenessOf(leader: number): number | undefined {
  try {
    // For example "/autogroup-25 nice 5".
    const told = /nice (-?\d+)/.exec(readFileSync(pathOf(leader), 'utf8'))?.[1];
    return told === undefined ? undefined : Number(told);
  } catch {
    return undefined;
  }
}
