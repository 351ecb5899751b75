/** What this program calls itself in events and answers. */
import { readFileSync } from 'node:fs';
import type { Settings } from './settings.ts';

/** That of package.json. */
const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** The version and, behind a plus sign, what it was built from where that is known (SemVer 2.0.0, section 10). */
export function buildOf({ BUILD_REVISION }: Pick<Settings, 'BUILD_REVISION'>): string {
  return BUILD_REVISION === '' ? VERSION : `${VERSION}+${BUILD_REVISION}`;
}
