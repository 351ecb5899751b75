/**
 * Which file contains the live read model. A rebuild writes a new file beside it and then replaces one small pointer
 * file by rename, so that every process sees either the old or the new generation, never a part.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { locked } from '../../instance-lock.ts';
import { reasonOf } from '../../reason.ts';
import { emptyWal, openDatabase } from '../../sqlite/database.ts';
import { isDamage } from '../../sqlite/disk.ts';

const POINTER = 'views-live';
/** File name of a generation in a data folder. */
export const READ_MODEL_FILE = /^views-\d+\.db$/;
const FILE_PATTERN = /^views-(\d+)\.db(-wal|-shm)?$/;
const BUILDING_PATTERN = /^views-building.*\.db(-wal|-shm)?$/;

/** The part of the service's log that is used here. */
type Said = (fields: object, message: string) => void;

export class Generations {
  private readonly folder: string;
  private readonly said: Said;

  constructor(folder: string, said: Said) {
    this.folder = folder;
    this.said = said;
  }

  /** Path of the live generation; the first one if there was never another. */
  livePath(): string {
    return join(this.folder, `views-${this.live()}.db`);
  }

  /** Only the holder of this lock may build: two rebuilds at once would become the same generation. */
  get rebuildLock(): string {
    return join(this.folder, 'rebuild.lock');
  }

  /** Path of the generation under construction. */
  get buildingPath(): string {
    return join(this.folder, 'views-building.db');
  }

  removeBuilding(): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.buildingPath + suffix, { force: true });
  }

  /** Makes the finished file at `path`, which nobody has open, the live generation. */
  promote(path: string): void {
    foldWal(path);
    const next = this.live() + 1;
    renameSync(path, join(this.folder, `views-${next}.db`));
    this.point(next);
  }

  /** Abandons a live generation that can no longer be read, and logs it. */
  abandonDamaged(error: unknown): void {
    this.said(
      { file: basename(this.livePath()), error: reasonOf(error) },
      'the read model is damaged, as a failing disk leaves it: it is built anew from the log',
    );
    this.abandonLive();
  }

  /** Replaces the live generation by an empty one, which is then rebuilt from the log. */
  abandonLive(): void {
    this.point(this.live() + 1);
  }

  private point(generation: number): void {
    const temporary = join(this.folder, `${POINTER}.tmp`);
    const file = openSync(temporary, 'w');
    writeSync(file, String(generation));
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, join(this.folder, POINTER));
  }

  /** Removes older generations, and a half-built one that nobody is building any more. */
  removeOld(): void {
    const live = this.live();
    const release = locked(this.rebuildLock);
    try {
      for (const name of readdirSync(this.folder)) {
        const generation = FILE_PATTERN.exec(name)?.[1];
        const isOld = generation !== undefined && Number(generation) < live;
        const isLeft = release !== undefined && BUILDING_PATTERN.test(name);
        if (isOld || isLeft) rmSync(join(this.folder, name), { force: true });
      }
    } finally {
      release?.();
    }
  }

  private generations(): number[] {
    return readdirSync(this.folder).map(name => Number(FILE_PATTERN.exec(name)?.[1] ?? 0));
  }

  private live(): number {
    const pointer = join(this.folder, POINTER);
    const told = existsSync(pointer) ? readFileSync(pointer, 'utf8') : '1';
    // If the pointer is damaged, the generation it led to is the newest.
    return /^\d+$/.test(told) ? Number(told) : Math.max(1, ...this.generations());
  }
}

/**
 * Whether the error means that a generation cannot be read: the file is not a complete database, or a row is not JSON
 * (some of which an index of SQLite reads itself).
 */
export function isDamagedView(error: unknown): boolean {
  if (isDamage(error) || error instanceof SyntaxError) return true;
  return error instanceof Error && error.message === 'malformed JSON';
}

/** Folds the write-ahead log into the database, because a promoted file is renamed alone. */
function foldWal(path: string): void {
  const database = openDatabase(path, 'derived');
  const isFolded = emptyWal(database);
  database.close();
  if (!isFolded) throw new Error('the rebuilt read model is open elsewhere: nothing was switched');
}
