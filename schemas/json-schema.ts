/** Building blocks of the body schemas (JSON Schema 2020-12). */

export type Schema = Record<string, unknown>;

export const count: Schema = { type: 'integer', minimum: 0 };
export const text: Schema = { type: 'string' };
export const nullableInteger: Schema = { type: ['integer', 'null'] };
export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values });
export const always = (value: string): Schema => ({ type: 'string', const: value });

/**
 * Has no type, because OpenAPI Generator knows none for null: its Python generator fails, and its Go, Rust and Java
 * code does not compile.
 */
export const alwaysNull: Schema = { const: null, description: 'always null' };

/** An object with exactly these properties, all required except the named ones. */
export function closed(properties: Record<string, unknown>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter(name => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}
