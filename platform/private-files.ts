/** Makes sure that only the service's own user can read what it keeps, whatever the umask is and however a folder was made. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PERMISSIONS = 0o777;
/** The sticky bit marks a folder that everybody may write to on purpose, such as /tmp. */
const STICKY = 0o1000;
/** The files that the embedded service makes in its folder; other files there may belong to others. */
const OWN =
  /^((journal|views-.*)\.db(-wal|-shm)?|views-live(\.tmp)?|.*\.lock(-journal)?|service\.pid|webhook-secret(\.mark)?)$/;

/** Makes new files of this process private. SQLite gives its side files the mode of their database. */
export function makePrivate(): void {
  process.umask(OTHERS);
}

/**
 * Removes other users' access to files that earlier starts, or whoever made the folder, left open. `tree` is a folder
 * inside that belongs to us alone. Returns the paths that could not be closed because they belong to another user.
 */
export function closeToOthers(folder: string, tree: string): string[] {
  const own = readdirSync(folder).filter(name => OWN.test(name));
  const paths = [folder, ...own.map(name => join(folder, name)), ...below(join(folder, tree))];
  return paths.filter(path => !close(path));
}

function below(folder: string): string[] {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  if (!status?.isDirectory()) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return [folder, ...entries.map(entry => join(entry.parentPath, entry.name))];
}

/** Leaves a link alone: its target may belong to anybody. */
function close(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.isSymbolicLink()) return true;
  if ((status.mode & STICKY) !== 0) return false;
  const mode = status.isDirectory() ? FOLDER_MODE : FILE_MODE;
  if ((status.mode & PERMISSIONS) === mode) return true;
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
