/**
 * Checks FULL_TRANSITIVE compatibility: each version of a record can be read with every other one, newer or older. That
 * lets services of two versions run side by side, and last year's log be replayed.
 */

import { compileSchema } from './codec-compile.ts';
import type { SchemaFile } from './codec-schemas.ts';

type Version = Pick<SchemaFile, 'file' | 'text' | 'schema'>;

function unreadable(reader: Version, writer: Version): string[] {
  try {
    compileSchema(reader.text).createResolver(compileSchema(writer.text));
    return [];
  } catch (error) {
    return [`${reader.file} cannot read ${writer.file}: ${String(error)}`];
  }
}

/** The partition key and the event type must not change between versions: order within a partition is part of the contract. */
function moved(a: Version, b: Version): string[] {
  const same =
    a.schema.partition_key === b.schema.partition_key && a.schema.event_type === b.schema.event_type;
  return same ? [] : [`${a.file} and ${b.file} differ in partition_key or event_type`];
}

/** @returns what is wrong between any two versions of a record; empty if all pairs are compatible */
export function incompatibilities(versions: readonly Version[]): string[] {
  return versions.flatMap((a, index) =>
    versions
      .slice(index + 1)
      .filter(b => b.schema.name === a.schema.name)
      .flatMap(b => [...unreadable(a, b), ...unreadable(b, a), ...moved(a, b)]),
  );
}
