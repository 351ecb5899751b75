/** What becomes of a command whose output nobody reads to its end, as in `audit … | head`. */

/** As a shell tells of a program that SIGPIPE ended. Node ignores that signal and makes an error of it. */
const READER_GONE_CODE = 128 + 13;
const FAILED_CODE = 1;

/**
 * Ends this process without a word once the reader of its output is gone, and with one line where the output cannot be written
 * for another reason (a full disk). What is begun is left as by a kill, which every command that writes has to stand anyway.
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
 * Ends this process, whose work is over, although something of it goes on, as a client that tries for ever to reach a
 * server does. Not before what it printed is written. Without such a thing it ends by itself, and earlier.
 */
export function endAnyway(limitMs = END_LIMIT_MS): void {
  const end = () => process.stdout.write('', () => process.stderr.write('', () => process.exit()));
  setTimeout(end, limitMs).unref();
}
