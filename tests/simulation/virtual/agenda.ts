/** Future events ordered by virtual time. Events of the same moment keep the order in which they were added. */
export interface Entry {
  /** Virtual ms since the history began. */
  at: number;
  sequence: number;
  run: (() => void) | undefined;
}

/** A binary heap, because a history adds and takes some ten thousand entries. */
export class Agenda {
  private readonly heap: Entry[] = [];
  private sequence = 0;

  put(at: number, run: () => void): Entry {
    const entry: Entry = { at, sequence: this.sequence++, run };
    const { heap } = this;
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[place] = heap[parent]!;
      place = parent;
    }
    heap[place] = entry;
    return entry;
  }

  /** Removes and returns the next entry that was not cancelled; undefined if there is none. */
  take(): Entry | undefined {
    for (;;) {
      const first = this.heap[0];
      if (first === undefined) return undefined;
      const last = this.heap.pop()!;
      if (this.heap.length > 0) this.sink(last);
      if (first.run !== undefined) return first;
    }
  }

  private sink(entry: Entry): void {
    const { heap } = this;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, entry)) break;
      heap[place] = heap[child]!;
      place = child;
    }
    heap[place] = entry;
  }
}

const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.sequence < b.sequence);
