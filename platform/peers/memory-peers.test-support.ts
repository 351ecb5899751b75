/** Peers within this process. */
import { randomUUID } from 'node:crypto';
import type { Peers } from './peers.ts';

export class MemoryRoom {
  /** Listeners by process; messages to a process that has closed are lost. */
  readonly members = new Map<string, (from: string, message: unknown) => void>();
  /** All messages so far. */
  said: { from: string; to: string | null; message: object }[] = [];
  /** True while messages are lost. */
  isCut = false;

  join(): Peers {
    const id = randomUUID();
    const say = (to: string | null, message: object) => {
      this.said.push({ from: id, to, message });
      if (this.isCut) return;
      const copy = JSON.stringify(message);
      for (const [member, heard] of this.members)
        if (member !== id && (to === null || member === to))
          setImmediate(() => this.members.has(member) && heard(id, JSON.parse(copy)));
    };
    return {
      id,
      tell: say,
      tellAll: message => say(null, message),
      listen: heard => void this.members.set(id, heard),
      close: () => void this.members.delete(id),
    };
  }
}
