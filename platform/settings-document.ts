/** Generates docs/settings.md from the table of settings: `npm run generate:docs`. */
import type { Setting } from './setting-value.ts';
import { SETTINGS } from './settings.ts';

export function settingsDocument(): string {
  const rows = Object.entries<Setting>(SETTINGS).map(
    ([name, setting]) => `| \`${name}\` | ${shown(setting)} | ${setting.meaning} |`,
  );
  return [
    '# Settings',
    '',
    'All settings come from the environment and are checked once at start: an invalid value is one clear line and exit 1.',
    'Numbers are whole and without a unit; one that ends in `_MS` is at most 1000000000 (eleven days), in `_SECONDS` a century.',
    'This file is generated from the table in `platform/settings.ts` by `npm run generate:docs`; change the table.',
    '',
    '| name | default | meaning |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function shown(setting: Setting): string {
  if (setting.shownDefault !== undefined)
    return setting.shownDefault + (setting.requiredWhenDistributed ? '; required when distributed' : '');
  if (setting.requiredWhenDistributed) return 'required when distributed';
  return setting.default === undefined ? 'empty' : `\`${String(setting.default)}\``;
}
