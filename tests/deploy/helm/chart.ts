/**
 * `npm run generate:chart`: writes the Helm chart's templates from kustomize's output for the production overlay, alone
 * and with each component. What a component changes is in the chart behind a switch with the component's name, and what
 * operators set is a value. A test compares the output of both tools.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { type Manifest, REPOSITORY, rendered } from '../rendered.ts';
import { productionWith } from '../with-components.ts';
import { unified } from './conditional-lines.ts';
import { parametrised, withExpressions } from './parameters.ts';
import { valuesSchema } from './values-schema.ts';

export const CHART = join(REPOSITORY, 'deploy', 'helm', 'textrail');

/**
 * Values under `components`, and the folders of deploy/k8s/components that they stand for. Signing in to Kafka is not a
 * switch but a setting.
 */
export const SWITCHES = {
  httpRoute: 'http-route',
  inClusterRedis: 'in-cluster-redis',
  postInstallCheck: 'post-install-check',
  priorityClass: 'priority-class',
  prometheusOperator: 'prometheus-operator',
  sandboxedRuntime: 'sandboxed-runtime',
  withoutKeda: 'without-keda',
  withoutStrimzi: 'without-strimzi',
} as const satisfies Record<string, string>;

const HEADER = '{{- /* Written from deploy/k8s by `npm run generate:chart`. */ -}}\n';

async function chartTemplate(): Promise<string> {
  const plain = documents(await rendered('production'));
  const variants = new Map<string, Map<string, string[]>>();
  for (const [name, component] of Object.entries(SWITCHES))
    variants.set(`.Values.components.${name}`, documents(await productionWith([component])));
  const names = new Set([plain, ...variants.values()].flatMap(each => [...each.keys()]));
  const parts = [...names].map(name =>
    unified(
      plain.get(name) ?? [],
      new Map([...variants].map(([key, texts]) => [key, texts.get(name) ?? []])),
    ).join('\n'),
  );
  return `${HEADER}${parts.join('\n')}\n`;
}

/** Each manifest as lines of a template, by kind and name. The settings' name is used without its hash. */
function documents(manifests: Manifest[]): Map<string, string[]> {
  return new Map(
    manifests.map(manifest => {
      // Helm reads YAML 1.1, in which an unquoted `off` is no text.
      const style = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const;
      const text = stringify(parametrised(manifest), style);
      const lines = ['---', ...withExpressions(text.trimEnd().split('\n'))];
      const key = `${manifest.kind}/${manifest.metadata.name.replace(/^(textrail-settings)-.*/, '$1')}`;
      return [key, manifest.kind === 'Namespace' ? onlyIf('.Values.createNamespace', lines) : lines];
    }),
  );
}

function onlyIf(condition: string, lines: string[]): string[] {
  return [`{{- if ${condition} }}`, ...lines, '{{- end }}'];
}

/** The generated files of the chart, by their path in it. */
export const generatedFiles = async (): Promise<Record<string, string>> => ({
  'templates/textrail.yaml': await chartTemplate(),
  'values.schema.json': valuesSchema(CHART),
});

if (import.meta.main)
  for (const [path, text] of Object.entries(await generatedFiles())) writeFileSync(join(CHART, path), text);
