/** The licences of the packages that the service runs on: a table from the lockfile, and the list of allowed licences. */
import { readFileSync } from 'node:fs';

interface LockedPackage {
  /** The package's own name, if it is installed under another one. */
  name?: string;
  version: string;
  license?: string;
  dev?: boolean;
}

/**
 * Licences whose only requirement for running or redistributing the service is to keep notices. LGPL is only allowed
 * for libvips, which is loaded as a separate library and can be replaced.
 */
const ALLOWED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Zlib'];
const ALLOWED_FOR: Readonly<Record<string, RegExp>> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  // The licence file of this package has the three clauses of BSD-3-Clause.
  BSD: /^duck$/,
};

export interface Licence {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
}

/** Licences of all packages in the lockfile except those only for development, by name. */
export function licences(): Licence[] {
  const path = new URL('../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { name, version, license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'none',
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** In an expression with OR one side is enough; with AND every side counts (SPDX 2.3, annex D). */
export function isAllowed({ name, licence }: Licence): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ');
  const isTermAllowed = (term: string) => ALLOWED.includes(term) || ALLOWED_FOR[term]?.test(name) === true;
  return choices.some(choice => choice.split(' AND ').every(isTermAllowed));
}

export function licencesDocument(): string {
  const byLicence = Map.groupBy(licences(), ({ licence }) => licence);
  const rows = [...byLicence]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, all]) => {
      const names = [...new Set(all.map(({ name }) => name))];
      return `| ${licence} | ${names.join(', ')} |`;
    });
  return [
    '# Licences',
    '',
    'Of the packages that Textrail runs on, from the lockfile (`npm run generate:docs`). A test holds them against the list of',
    'licences that are allowed.',
    '',
    '| licence | packages |',
    '| --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
