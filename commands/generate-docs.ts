/**
 * `npm run generate:docs`: writes the documents that are generated from tables in the code. A test checks that they are
 * current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsDocument } from '../platform/settings-document.ts';
import { errorsDocument } from '../schemas/errors-document.ts';
import { warningsDocument } from '../schemas/warnings-document.ts';
import { DASHBOARDS } from './dashboards.ts';
import { licencesDocument } from './licences.ts';

/** The rules file of Prometheus, as the resource that the Prometheus operator loads. */
function prometheusRule(): string {
  const rules = readFileSync(new URL('../deploy/prometheus/textrail.rules.yaml', import.meta.url), 'utf8');
  const groups = rules
    .slice(rules.indexOf('groups:'))
    .trimEnd()
    .replaceAll(/^(?=.)/gm, '  ');
  return [
    '# Written from deploy/prometheus/textrail.rules.yaml by `npm run generate:docs`.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: textrail',
    'spec:',
    groups,
    '',
  ].join('\n');
}

export const GENERATED: Readonly<Record<string, () => string>> = {
  'docs/settings.md': settingsDocument,
  'docs/errors.md': errorsDocument,
  'docs/warnings.md': warningsDocument,
  'docs/licences.md': licencesDocument,
  ...DASHBOARDS,
  'deploy/k8s/components/prometheus-operator/rules.yaml': prometheusRule,
};

if (import.meta.main) {
  for (const [path, text] of Object.entries(GENERATED))
    writeFileSync(new URL(`../${path}`, import.meta.url), text());
}
