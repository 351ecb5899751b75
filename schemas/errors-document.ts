/** The text of docs/errors.md, generated from the table of errors by `npm run generate:docs`. */
import { ERRORS, JOB_ERROR_CODES } from './errors.ts';

export function errorsDocument(): string {
  const jobCodes: readonly string[] = JOB_ERROR_CODES;
  const rows = Object.entries(ERRORS).map(
    ([code, { status, cause }]) =>
      `| \`${code}\` | ${status} | ${jobCodes.includes(code) ? 'yes' : 'no'} | ${cause} |`,
  );
  return [
    '# Errors',
    '',
    'Every error of the service has the body `{"status":"error","error":{"code":…,"message":…}}`. Match on the code; messages may change.',
    'Authentication failures are the exception: 401 and 403 carry `{"message":…}` alone.',
    'A failure of our own dependencies (log, store) is answered with status 503, `Retry-After` and the code `timeout`, whose remedy is the right one: retry.',
    '',
    'Beside the table: a body that comes too slowly is answered 408 `timeout`; a method that an address is not for 405 `bad_request`, with `Allow`; an address that is none 404',
    '`not_found`; heads that are too long 431, and another version of HTTP 505 `bad_request`; a method or a Transfer-Encoding that nobody knows 501 `not_implemented`.',
    '',
    'This file is generated from the table in `schemas/errors.ts` by `npm run generate:docs`; change the table.',
    '',
    '| code | status | a job can end with it | cause |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
