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
import { join } from 'node:path';

const POINTER = 'views-live';
const FILE_PATTERN = /^views-(\d+)\.db(-wal|-shm)?$/;
const BUILDING_PATTERN = /^views-building-(\d+)\.db(-wal|-shm)?$/;

export class Generations {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Path of the live generation; the first one if there never was another. */
  livePath(): string {
    return join(this.folder, `views-${this.live()}.db`);
  }

  /** Whoever holds it builds: two rebuilds at once would become the same generation. */
  get rebuildLock(): string {
    return join(this.folder, 'rebuild.lock');
  }

  /** A file for a generation under construction, named after the process that builds it. */
  buildingPath(): string {
    return join(this.folder, `views-building-${process.pid}.db`);
  }

  /** Makes the finished file at `path` (closed, its WAL folded in) the live generation. */
  promote(path: string): void {
    const next = this.live() + 1;
    renameSync(path, join(this.folder, `views-${next}.db`));
    this.point(next);
  }

  /** Leaves the live generation, which cannot be read any more, for an empty one: the log tells it again. */
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

  /** Removes generations before the live one, and half-built ones whose builder is gone. */
  removeOld(): void {
    const live = this.live();
    for (const name of readdirSync(this.folder)) {
      const generation = FILE_PATTERN.exec(name)?.[1];
      const builder = BUILDING_PATTERN.exec(name)?.[1];
      const old = generation !== undefined && Number(generation) < live;
      const orphaned = builder !== undefined && !isRunning(Number(builder));
      if (old || orphaned) rmSync(join(this.folder, name), { force: true });
    }
  }

  private live(): number {
    const pointer = join(this.folder, POINTER);
    return existsSync(pointer) ? Number(readFileSync(pointer, 'utf8')) : 1;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
