/** Files that a command writes: whole or not at all, and for nobody but who runs it. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const OWN_FILE_MODE = 0o600;

/** Writes beside `path` and puts it there when it is whole, so that an interrupted command leaves what was there before. */
export async function writeWhole(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.part`;
  try {
    rmSync(temporary, { force: true });
    closeSync(openSync(temporary, 'wx', OWN_FILE_MODE));
    await write(temporary);
    const file = openSync(temporary, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export function writeText(path: string, text: string): Promise<void> {
  // Not by `writeSync`, which may write a part, and says so by a number.
  return writeWhole(path, async temporary => writeFileSync(temporary, text));
}
