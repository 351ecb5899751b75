/** Every version of every event ever published, read from schemas/events and compiled once, when this module loads. */

import { readdirSync, readFileSync } from 'node:fs';
import type { Type } from 'avsc';
import type { EventType } from '../../schemas/events.ts';
import { type EventSchema, newestOf, type PublishedSchema } from '../../schemas/generate-schema.ts';
import { SCHEMA_RELEASES } from '../../schemas/releases.ts';
import { schemaFingerprint } from './codec-canonical-form.ts';
import { compileSchema } from './codec-compile.ts';

const FOLDER = new URL('../../schemas/events/', import.meta.url);
const FILE_NAME = /^(?<name>[A-Za-z]+)\.v(?<version>[1-9]\d*)\.avsc$/;

export interface SchemaFile extends PublishedSchema {
  /** Name inside schemas/events, e.g. `ExtractCompleted.v1.avsc`. */
  file: string;
  text: string;
  fingerprint: bigint;
}

/** Turns records of one published version into events of the newest version. */
export interface EventReader {
  type: EventType;
  newest: Type;
  /** Absent if the version is the newest one. */
  resolver: ReturnType<Type['createResolver']> | undefined;
}

function readSchemaFile(file: string): SchemaFile {
  const groups = FILE_NAME.exec(file)?.groups;
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const schema = JSON.parse(text) as EventSchema;
  if (schema.name !== groups?.name) throw new Error(`${file} must be named after its record and version`);
  return { file, text, schema, version: Number(groups.version), fingerprint: schemaFingerprint(text) };
}

/** Sorted by file name. */
export const SCHEMA_FILES: readonly SchemaFile[] = readdirSync(FOLDER)
  .filter(file => file.endsWith('.avsc'))
  .sort()
  .map(readSchemaFile);

export const NEWEST_FILES: readonly SchemaFile[] = newestOf(SCHEMA_FILES);

const NEWEST_TYPES = new Map(NEWEST_FILES.map(({ schema, text }) => [schema.name, compileSchema(text)]));

/** The compiled newest version of a record, with which events are written. */
export function newestType(name: string): Type {
  const type = NEWEST_TYPES.get(name);
  if (!type) throw new TypeError(`no event is named ${name}`);
  return type;
}

/**
 * The reader for records of a schema.
 * @param writer the schema of the records: a published one, or one newer than this code (from a registry)
 * @throws Error if records of this schema cannot be read as the newest version known here
 */
export function readerFor(writer: { schema: { name: string }; text: string }): EventReader {
  const { name } = writer.schema;
  const newest = newestType(name);
  const isNewest = NEWEST_FILES.some(file => file.text === writer.text);
  const resolver = isNewest ? undefined : newest.createResolver(compileSchema(writer.text));
  return { type: name as EventType, newest, resolver };
}

const READERS = new Map(SCHEMA_FILES.map(file => [file.fingerprint, readerFor(file)]));

/** The reader of a published version, by the fingerprint that its records carry. */
export function publishedReader(fingerprint: bigint): EventReader | undefined {
  return READERS.get(fingerprint);
}

/** The schema that events of a type are written with. */
export interface EventWriter {
  file: SchemaFile;
  type: Type;
}

/**
 * The schemas that a release writes, by event type: the newest version of each that this release or an earlier one
 * added. Types that were added later are missing.
 */
export function writersOf(release: number): Map<string, EventWriter> {
  const known = new Set(SCHEMA_RELEASES.slice(0, release).flat());
  const files = newestOf(SCHEMA_FILES.filter(({ file }) => known.has(file.replace(/\.avsc$/, ''))));
  return new Map(files.map(file => [file.schema.name, { file, type: typeOf(file) }]));
}

function typeOf(file: SchemaFile): Type {
  return NEWEST_FILES.includes(file) ? newestType(file.schema.name) : compileSchema(file.text);
}
