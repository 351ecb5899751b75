/** Decodes event records using only the files in schemas/events. */

import { readFileSync } from 'node:fs';
import avro, { type Type } from 'avsc';

/** Single-object encoding: C3 01, the schema's fingerprint, the record. */
const MARKER = 0x01c3;
const FINGERPRINT_AT = 2;
const BODY_AT = 10;

export interface DecodedEvent {
  /** Name of the record, e.g. `ExtractCompleted`. */
  name: string;
  fields: Record<string, unknown>;
}

type Publications = Record<string, { fingerprint: string }>;

/** @param folder the URL of schemas/events, with a slash at its end */
export function openDecoder(folder: URL): (record: Buffer) => DecodedEvent {
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  const publications: Publications = read('published.json');
  const types = new Map<bigint, Type>();
  for (const [file, { fingerprint }] of Object.entries(publications)) {
    types.set(BigInt(`0x${fingerprint}`), avro.Type.forSchema(read(file)));
  }
  return record => decode(types, record);
}

function decode(types: ReadonlyMap<bigint, Type>, record: Buffer): DecodedEvent {
  if (record.length < BODY_AT || record.readUInt16LE(0) !== MARKER) {
    throw new Error(
      'not in single-object encoding; where a schema registry is set, use its own deserializer',
    );
  }
  const type = types.get(record.readBigUInt64LE(FINGERPRINT_AT));
  if (!type?.name) throw new Error('written with a schema that these files lack: fetch newer ones');
  const name = type.name.slice(type.name.lastIndexOf('.') + 1);
  return { name, fields: { ...type.fromBuffer(record.subarray(BODY_AT)) } };
}
