/** Stands in for the schemas: hides from an older build the versions of events that were added after its release. */
import {
  type EventReader,
  publishedReader as readerOf,
  SCHEMA_FILES,
} from '../../../platform/event-log/codec-schemas.ts';
import { SCHEMA_RELEASES } from '../../../schemas/releases.ts';
import { currentProcess } from '../virtual/world.ts';

export {
  type EventWriter,
  NEWEST_FILES,
  newestType,
  readerFor,
  SCHEMA_FILES,
  type SchemaFile,
  writersOf,
} from '../../../platform/event-log/codec-schemas.ts';
export type { EventReader };

const RELEASES = new Map<string, number>(
  SCHEMA_RELEASES.flatMap((names, at) => names.map(name => [`${name}.avsc`, at + 1])),
);
const ADDED_IN = new Map(SCHEMA_FILES.map(({ file, fingerprint }) => [fingerprint, RELEASES.get(file) ?? 1]));

export function publishedReader(fingerprint: bigint): EventReader | undefined {
  const newest = currentProcess()?.readsRelease;
  return newest !== undefined && (ADDED_IN.get(fingerprint) ?? 1) > newest
    ? undefined
    : readerOf(fingerprint);
}
