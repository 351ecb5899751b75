/** How a command is told what to do, and tells that it cannot. Without the platform, which takes a third of a second to load. */
import { Interrupted } from './progress.ts';

/** What `read` makes of the command line; `--help` ends the process, and whoever mistyped something is told the usage. */
export function understood<T>(usage: string, read: () => T | undefined): T {
  if (process.argv.slice(2).some(arg => arg === '--help' || arg === '-h')) {
    process.stdout.write(`usage: ${usage}\n`);
    process.exit(0);
  }
  try {
    const meant = read();
    if (meant !== undefined) return meant;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // Of Node's explanations the first sentence helps.
    throw new Error(`${error.message.split(/\. |\n/)[0]}; usage: ${usage}`);
  }
  throw new Error(`usage: ${usage}`);
}

/** As `understood`, for a program that has nothing to end before it does: a mistake is one line, and exit 1. */
export function understoodOrExit<T>(name: string, usage: string, read: () => T | undefined): T {
  try {
    return understood(usage, read);
  } catch (error) {
    fail(name, error);
    process.exit();
  }
}

/** Some messages of Node have several lines. */
export function fail(name: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${name}: ${message.replaceAll('\n', ' ')}\n`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
