/** Ends a command whose output is not read to its end, as in `audit … | head`. */

/** The exit code that a shell reports for a program ended by SIGPIPE. Node ignores that signal and reports an error instead. */
const READER_GONE_CODE = 128 + 13;
const FAILED_CODE = 1;

/**
 * Ends this process silently once the reader of its output has gone, and with an error line if the output cannot be
 * written for another reason (a full disk). Unfinished work is left as after a kill, which every command that writes
 * must survive anyway.
 */
export function endWithReader(name: string): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(READER_GONE_CODE);
      if (stream === process.stdout) process.stderr.write(`${name}: the output: ${error.message}\n`);
      process.exit(FAILED_CODE);
    });
}

const END_LIMIT_MS = 5_000;

/**
 * Ends this process after its work is done, even if something keeps it alive, such as a client that retries a server
 * for ever. Waits until the output is written. A process that nothing keeps alive ends earlier by itself.
 */
export function endAnyway(limitMs = END_LIMIT_MS): void {
  const end = () => process.stdout.write('', () => process.stderr.write('', () => process.exit()));
  setTimeout(end, limitMs).unref();
}
