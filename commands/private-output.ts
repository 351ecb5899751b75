/** Files that a command writes: complete or not at all, and readable only by the user who runs it. */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const OWN_FILE_MODE = 0o600;

/**
 * Writes to a temporary file beside `path` and moves it into place when it is complete, so that an interrupted command
 * leaves the earlier file.
 */
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
  // Not `writeSync`, which may write only a part and reports it by its return value.
  return writeWhole(path, async temporary => writeFileSync(temporary, text));
}
