/**
 * Which file holds the live read model. A rebuild writes a new file beside it and then changes one small file by
 * rename, so that every process sees either the old or the new generation, never a part.
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
/** A generation of the read model in a data folder. */
export const READ_MODEL_FILE = /^views-\d+\.db$/;
const FILE_PATTERN = /^views-(\d+)\.db(-wal|-shm)?$/;
const BUILDING_PATTERN = /^views-building.*\.db(-wal|-shm)?$/;

/** What the log of the service looks like from here. */
type Said = (fields: object, message: string) => void;

export class Generations {
  private readonly folder: string;
  private readonly said: Said;

  constructor(folder: string, said: Said) {
    this.folder = folder;
    this.said = said;
  }

  /** Path of the live generation; the first one if there never was another. */
  livePath(): string {
    return join(this.folder, `views-${this.live()}.db`);
  }

  /** Whoever holds it builds: two rebuilds at once would become the same generation. */
  get rebuildLock(): string {
    return join(this.folder, 'rebuild.lock');
  }

  /** The generation under construction. */
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

  /** Leaves a live generation that cannot be read any more, and says so. */
  abandonDamaged(error: unknown): void {
    this.said(
      { file: basename(this.livePath()), error: reasonOf(error) },
      'the read model is damaged, as a failing disk leaves it: it is built anew from the log',
    );
    this.abandonLive();
  }

  /** Leaves the live generation for an empty one: it is built anew from the log. */
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

  /** Removes generations before the live one, and a half-built one that nobody builds any more. */
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
    // A pointer that is damaged: the generation that it led to is the newest there is.
    return /^\d+$/.test(told) ? Number(told) : Math.max(1, ...this.generations());
  }
}

/** Whether a generation cannot be read: the file is no whole database, or a row no JSON (of which an index of SQLite reads some itself). */
export function isDamagedView(error: unknown): boolean {
  if (isDamage(error) || error instanceof SyntaxError) return true;
  return error instanceof Error && error.message === 'malformed JSON';
}

/** A promoted file is renamed alone, so its write-ahead log has to be folded in first. */
function foldWal(path: string): void {
  const database = openDatabase(path, 'derived');
  const isFolded = emptyWal(database);
  database.close();
  if (!isFolded) throw new Error('the rebuilt read model is open elsewhere: nothing was switched');
}
