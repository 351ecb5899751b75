/**
 * Avro's Parsing Canonical Form: the parts of a schema that decide how bytes are read, in one spelling. Two schemas
 * with the same canonical form have the same fingerprint, whatever their docs, defaults and attributes. avsc's own form
 * keeps logical types, so it is not the specification's.
 */

import { crc64Avro } from './crc64-avro.ts';

/** Deeper than any schema of ours; a registry may answer anything. */
const MAX_SCHEMA_DEPTH = 32;

const PRIMITIVES = new Set(['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string']);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

/** Attributes that are kept, in the order that the specification requires ([ORDER], [STRIP]). */
const KEPT = ['name', 'type', 'fields', 'symbols', 'items', 'values', 'size'] as const;

function fullName(name: Json | undefined, namespace: string): string {
  if (typeof name !== 'string') throw new TypeError('a named Avro type needs a name');
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`;
}

function namespaceOf(schema: JsonObject, enclosing: string): string {
  const { name, namespace } = schema;
  if (typeof name === 'string' && name.includes('.')) return name.slice(0, name.lastIndexOf('.'));
  return typeof namespace === 'string' ? namespace : enclosing;
}

function canonicalField(field: Json, namespace: string, depth: number): string {
  if (!isObject(field)) throw new TypeError('an Avro field is an object');
  return `{"name":${JSON.stringify(field.name)},"type":${canonical(field.type, namespace, depth + 1)}}`;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function canonicalAttribute(
  key: (typeof KEPT)[number],
  schema: JsonObject,
  namespace: string,
  depth: number,
): string {
  const value = schema[key];
  if (key === 'name') return JSON.stringify(fullName(value, namespace));
  if (key === 'items' || key === 'values') return canonical(value, namespace, depth + 1);
  if (key === 'fields' && Array.isArray(value)) {
    return `[${value.map(field => canonicalField(field, namespace, depth)).join(',')}]`;
  }
  // [INTEGERS]: a fixed type's size may be a string in the source, never in the canonical form.
  return key === 'size' ? String(Number(value)) : JSON.stringify(value);
}

function canonicalObject(schema: JsonObject, enclosing: string, depth: number): string {
  const { type } = schema;
  // [PRIMITIVES]: {"type":"int"} is "int", whatever logical type it carries.
  if (typeof type === 'string' && PRIMITIVES.has(type)) return JSON.stringify(type);
  if (typeof type !== 'string') return canonical(type, enclosing, depth + 1);
  const namespace = namespaceOf(schema, enclosing);
  const kept = KEPT.filter(key => schema[key] !== undefined);
  return `{${kept.map(key => `"${key}":${canonicalAttribute(key, schema, namespace, depth)}`).join(',')}}`;
}

function canonical(schema: Json | undefined, namespace: string, depth: number): string {
  if (depth > MAX_SCHEMA_DEPTH) throw new RangeError(`an Avro schema nests deeper than ${MAX_SCHEMA_DEPTH}`);
  if (Array.isArray(schema))
    return `[${schema.map(branch => canonical(branch, namespace, depth + 1)).join(',')}]`;
  if (isObject(schema)) return canonicalObject(schema, namespace, depth);
  if (typeof schema !== 'string') throw new TypeError('an Avro schema is a name, an object or an array');
  return JSON.stringify(PRIMITIVES.has(schema) ? schema : fullName(schema, namespace));
}

/**
 * The canonical form of a schema given as JSON text.
 * @throws SyntaxError, TypeError or RangeError if the text is not a schema
 */
export function canonicalForm(schemaText: string): string {
  return canonical(JSON.parse(schemaText) as Json, '', 0);
}

/** CRC-64-AVRO of a schema's canonical form. */
export function schemaFingerprint(schemaText: string): bigint {
  return crc64Avro(Buffer.from(canonicalForm(schemaText), 'utf8'));
}
