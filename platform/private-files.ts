/** Only the service's own user may read what it keeps, whatever the umask is and however a folder was made. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PERMISSIONS = 0o777;
/** A folder that everybody writes to on purpose, such as /tmp. */
const STICKY = 0o1000;
/** What the embedded service makes in its folder; a folder may hold somebody else's files too. */
const OWN =
  /^((journal|views-.*)\.db(-wal|-shm)?|views-live(\.tmp)?|.*\.lock(-journal)?|service\.pid|webhook-secret(\.mark)?)$/;

/** What this process makes from now on; SQLite gives its side files the mode of their database. */
export function makePrivate(): void {
  process.umask(OTHERS);
}

/**
 * Takes from others what earlier starts, or whoever made the folder, left open to them. `tree` is a folder inside that
 * is ours alone. Answers the paths that could not be closed: they belong to another user.
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

/** A link is left alone: what it leads to may be anybody's. */
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
