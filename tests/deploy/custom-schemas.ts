/** Converts CustomResourceDefinitions to JSON schemas for kubeconform, as strict as the built-in ones. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseManifests } from './rendered.ts';

interface Definition {
  spec: {
    group: string;
    names: { kind: string };
    versions: { name: string; schema: { openAPIV3Schema: Schema } }[];
  };
}

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-int-or-string'?: boolean;
  [keyword: string]: unknown;
}

/** Writes one file for each kind and version to `target`, named as kubeconform looks for it. */
export function writeSchemas(crdFolders: string[], target: string): void {
  mkdirSync(target, { recursive: true });
  const files = crdFolders.flatMap(folder => readdirSync(folder).map(name => join(folder, name)));
  for (const file of files.filter(name => /\.ya?ml$/.test(name))) {
    for (const manifest of parseManifests(readFileSync(file, 'utf8')))
      writeDefinition(manifest as unknown as Definition, target);
  }
}

function writeDefinition(definition: Definition, target: string): void {
  const { group, names, versions } = definition.spec;
  for (const version of versions) {
    const name = `${names.kind}-${group.split('.')[0]}-${version.name}.json`.toLowerCase();
    writeFileSync(join(target, name), JSON.stringify(withIdentity(strict(version.schema.openAPIV3Schema))));
  }
}

/** Adds the fields that every resource has, whether or not its definition lists them. */
function withIdentity(schema: Schema): Schema {
  const identity = { apiVersion: { type: 'string' }, kind: { type: 'string' }, metadata: { type: 'object' } };
  return { ...schema, properties: { ...schema.properties, ...identity } };
}

/** Makes unknown fields errors; the API server would drop them. */
function strict(schema: Schema): Schema {
  const { 'x-kubernetes-int-or-string': intOrString, ...plain } = schema;
  const copy: Schema = intOrString ? { type: ['integer', 'string'] } : { ...plain };
  if (schema.properties) {
    const entries = Object.entries(schema.properties).map(([name, value]) => [name, strict(value)] as const);
    copy.properties = Object.fromEntries(entries);
    if (schema.additionalProperties === undefined && !schema['x-kubernetes-preserve-unknown-fields'])
      copy.additionalProperties = false;
  }
  if (typeof schema.additionalProperties === 'object')
    copy.additionalProperties = strict(schema.additionalProperties);
  if (schema.items) copy.items = strict(schema.items);
  return copy;
}
