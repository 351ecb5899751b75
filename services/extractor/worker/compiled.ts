/**
 * Compiled code that workers start with: reading TypeScript and compiling it is most of a worker's start and of its first
 * document. Only `compile.ts`, which reads nothing but documents of our own, writes it; a worker has parsed strangers' and
 * may not.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { behind, confinement } from './confinement.ts';

const COMPILE = fileURLToPath(new URL('compile.ts', import.meta.url));
/** The start, and what is said about OCR (ocr-start.ts), need the processor first. */
const BEGINS_AFTER_MS = 6_000;
/** It takes three seconds, and runs below everything else. */
const LIMIT_MS = 120_000;

/**
 * Some seconds after the start, sees to it that the next workers find compiled code of these sources: nobody waits for it, and where
 * it fails (a file system that is only read) workers compile for themselves.
 */
export function keepCompiled(logger: Logger): void {
  setTimeout(() => {
    const { prefix } = confinement();
    // Node keeps compiled code by user: a worker may be root in a namespace of its own.
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
