/** `npm run generate:docs`: writes the documents that are derived from tables in the code. A test holds them fresh. */
import { writeFileSync } from 'node:fs';
import { settingsDocument } from '../platform/settings-document.ts';
import { errorsDocument } from '../schemas/errors-document.ts';
import { DASHBOARDS } from './dashboards.ts';
import { licencesDocument } from './licences.ts';

export const GENERATED: Readonly<Record<string, () => string>> = {
  'docs/settings.md': settingsDocument,
  'docs/errors.md': errorsDocument,
  'docs/licences.md': licencesDocument,
  ...DASHBOARDS,
};

if (import.meta.main) {
  for (const [path, text] of Object.entries(GENERATED))
    writeFileSync(new URL(`../${path}`, import.meta.url), text());
}
