/**
 * The newest records of the SQLite log, read and decoded once for all consumers in this process. They stand within a
 * few records of each other, and each would otherwise select and decode the same rows after every commit.
 */
interface Numbered {
  offset: number;
}

/**
 * A consumer that is further behind reads the rows itself. The number is small so that, at a thousand documents a
 * second, a record is gone before the second collection of the young generation, which would promote it.
 */
const CAPACITY_RECORDS = 128;
/** The oldest records are dropped this many at a time. */
const SPARE_RECORDS = 32;

export class LogTail<R extends Numbered> {
  private readonly select: (next: number, most: number) => R[];
  /** Ascending; contains every record of the log from `start` to the last one here. */
  private records: R[] = [];
  private start: number;
  private complete = false;

  /** `start`: the offset from which records are kept. */
  constructor(start: number, select: (next: number, most: number) => R[]) {
    this.start = start;
    this.select = select;
  }

  /** Call it when the log may have grown. */
  grown(): void {
    this.complete = false;
  }

  /** Adds records that were just appended. They need not be selected again unless another process's records lie before them. */
  appended(records: readonly R[]): void {
    if (!this.complete || records[0]?.offset !== this.end) {
      this.complete = false;
      return;
    }
    this.records.push(...records);
    this.trim();
  }

  /** The offset after the log's last record; undefined if the log has to be asked. */
  get logEnd(): number | undefined {
    return this.complete ? this.end : undefined;
  }

  /** Records from `next` on, at most `most`; records that others appended moments ago may still be missing. */
  read(next: number, most: number): R[] {
    if (next < this.start) return this.select(next, most);
    do {
      if (!this.complete) this.extend();
    } while (!this.complete && this.end <= next);
    // The records kept may have moved beyond `next` meanwhile.
    if (next < this.start) return this.select(next, most);
    const at = this.records.findLastIndex(({ offset }) => offset < next) + 1;
    return this.records.slice(at, at + most);
  }

  private get end(): number {
    return (this.records.at(-1)?.offset ?? this.start - 1) + 1;
  }

  private extend(): void {
    const found = this.select(this.end, CAPACITY_RECORDS);
    this.complete = found.length < CAPACITY_RECORDS;
    this.records.push(...found);
    this.trim();
  }

  private trim(): void {
    const excess = this.records.length - CAPACITY_RECORDS;
    if (excess <= SPARE_RECORDS) return;
    this.records.splice(0, excess);
    this.start = this.records[0]?.offset ?? this.start;
  }
}
