/**
 * Derives the schema of the chart's values from the values themselves, so that a misspelled value is refused instead of
 * ignored.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SETTINGS } from '../../../platform/settings.ts';

type Schema = Record<string, unknown>;

/** Shapes that Kubernetes defines and its API server checks. */
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

/** Variables that are read by Node and its libraries, not by us. */
const OTHER_VARIABLES = '^(NODE|UV|OTEL|SSL|MALLOC)_|^TZ$';

/** The settings that may be in a ConfigMap. Secret ones belong in a Secret. */
const settingNames = (): string[] =>
  Object.entries(SETTINGS).flatMap(([name, { kind }]) => (kind === 'secret' ? [] : [name]));

function schemaOf(name: string, value: unknown): Schema {
  // Only texts: Helm would write the number 30000000 as 3e+07.
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
  // A value of Helm's own, for charts that include this one.
  Object.assign(Object(schema.properties), { global: { type: 'object' } });
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`;
}
