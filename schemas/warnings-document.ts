/** The text of docs/warnings.md, generated from the table of warnings by `npm run generate:docs`. */
import { WARNINGS } from './warnings.ts';

export function warningsDocument(): string {
  const rows = Object.entries(WARNINGS).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  return [
    '# Warnings',
    '',
    'A document that was read but not wholly, or not surely, succeeds with warnings. `GET /v1/jobs/{job_id}` gives their codes, and so does the',
    'event of its end in the log; each code comes once for a document. Match on the code.',
    '',
    'This file is generated from the table in `schemas/warnings.ts` by `npm run generate:docs`; change the table.',
    '',
    '| code | meaning |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
