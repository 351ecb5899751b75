/** The name and version of this program in events and answers. */
import { readFileSync } from 'node:fs';
import type { Settings } from './settings.ts';

/** The version in package.json. */
const VERSION: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;

/** The version, followed by a plus sign and the revision it was built from if that is known (SemVer 2.0.0, section 10). */
export function buildOf({ BUILD_REVISION }: Pick<Settings, 'BUILD_REVISION'>): string {
  return BUILD_REVISION === '' ? VERSION : `${VERSION}+${BUILD_REVISION}`;
}
