/**
 * The compiled code that workers start with: reading and compiling TypeScript is most of a worker's start and of its
 * first document. Only `compile.ts`, which reads nothing but our own documents, writes it; a worker that has parsed
 * strangers' documents may not.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { behind, confinement } from './confinement.ts';

const COMPILE = fileURLToPath(new URL('compile.ts', import.meta.url));
/** The start, and the probe for OCR (ocr-start.ts), need the CPU first. */
const BEGINS_AFTER_MS = 6_000;
/** It takes three seconds, at the lowest priority. */
const LIMIT_MS = 120_000;

/**
 * Some seconds after the start, makes sure that the next workers find compiled code for these sources. Nobody waits for
 * it, and if it fails (on a read-only file system) workers compile for themselves.
 */
export function keepCompiled(logger: Logger): void {
  setTimeout(() => {
    const { prefix } = confinement();
    // Node stores compiled code by user, and a worker may be root in a namespace of its own.
    const { file, arguments: words } = behind({ prefix, plan: [] }, [
      process.execPath,
      '--no-warnings',
      COMPILE,
    ]);
    const env = { PATH: process.env.PATH };
    const run = { timeout: LIMIT_MS, env };
    execFile('nice', ['-n', '19', file, ...words], run, (error, stdout) => {
      if (error !== null) logger.debug({ code: error.code }, 'compiled code of document workers is not kept');
      else if (stdout !== '') logger.info('compiled code of document workers is kept for their next start');
    }).unref();
  }, BEGINS_AFTER_MS).unref();
}
