/** Parses command lines and reports usage errors. It does not import the platform, which takes a third of a second to load. */
import { Interrupted } from './progress.ts';

/** Returns the result of `read`. `--help` prints the usage and ends the process; a mistake throws an error with the usage. */
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
    // Only the first sentence of Node's explanation is useful.
    throw new Error(`${error.message.split(/\. |\n/)[0]}; usage: ${usage}`);
  }
  throw new Error(`usage: ${usage}`);
}

/** Like `understood`, for a program that has nothing to clean up: a mistake is reported in one line, with exit code 1. */
export function understoodOrExit<T>(name: string, usage: string, read: () => T | undefined): T {
  try {
    return understood(usage, read);
  } catch (error) {
    fail(name, error);
    process.exit();
  }
}

/** Reports an error in one line; some of Node's messages have several. */
export function fail(name: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${name}: ${message.replaceAll('\n', ' ')}\n`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
