/** The schema of the chart's values, from the values themselves: a value that is misspelled is refused instead of ignored. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SETTINGS } from '../../../platform/settings.ts';

type Schema = Record<string, unknown>;

/** Kubernetes' own shapes, which its API server judges. */
const KUBERNETES = new Set([
  'affinity',
  'annotations',
  'nodeSelector',
  'parentRefs',
  'peers',
  'pullSecrets',
  'resources',
  'tls',
  'tolerations',
]);

/** Variables that Node and its libraries read, not we. */
const OTHER_VARIABLES = '^(NODE|UV|OTEL|SSL|MALLOC)_|^TZ$';

/** What a Secret holds is none of them: these stand in a ConfigMap. */
const settingNames = (): string[] =>
  Object.entries(SETTINGS).flatMap(([name, { kind }]) => (kind === 'secret' ? [] : [name]));

function schemaOf(name: string, value: unknown): Schema {
  // A number would be written as Helm writes numbers, 30000000 as 3e+07.
  if (name === 'settings')
    return {
      type: 'object',
      propertyNames: { anyOf: [{ enum: settingNames() }, { pattern: OTHER_VARIABLES }] },
      additionalProperties: { type: 'string' },
    };
  if (name === 'replicas') return { type: ['integer', 'null'], minimum: 0 };
  if (KUBERNETES.has(name)) return { type: Array.isArray(value) ? 'array' : 'object' };
  if (typeof value === 'number') return { type: 'integer', minimum: 1 };
  if (typeof value !== 'object') return { type: typeof value };
  const properties = Object.entries(value ?? {}).map(([key, each]) => [key, schemaOf(key, each)]);
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) };
}

export function valuesSchema(chart: string): string {
  const values: unknown = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  const schema = schemaOf('', values);
  // Helm's own, where a chart takes this one as its part.
  Object.assign(Object(schema.properties), { global: { type: 'object' } });
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`;
}
