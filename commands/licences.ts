/** Under which licences the packages stand that the service runs on: a table from the lockfile, and the list of those allowed. */
import { readFileSync } from 'node:fs';

interface LockedPackage {
  /** Where it stands under the name of another. */
  name?: string;
  version: string;
  license?: string;
  dev?: boolean;
}

/**
 * Terms that oblige whoever runs or passes on the service to nothing but keeping notices. LGPL: of libvips alone, which is
 * loaded as a library of its own and can be replaced.
 */
const ALLOWED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'Zlib'];
const ALLOWED_FOR: Readonly<Record<string, RegExp>> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  // Its file of that name has the three clauses of BSD-3-Clause.
  BSD: /^duck$/,
};

export interface Licence {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence: string;
}

/** Of every package of the lockfile that is not for development alone, by name. */
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

/** Of an expression with OR one side is enough, of one with AND every side counts (SPDX 2.3, annex D). */
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
