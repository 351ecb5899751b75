/** Reads what a ZIP archive lists, just far enough to tell what the archive is; nothing is inflated without a ceiling. */
import { hasDirectory, readCentralDirectory } from '../archive/central-directory.ts';
import { type CentralEntry, keyOf } from '../archive/central-entry.ts';
import { ExtractionError } from '../format.ts';
import { inflateRaw } from '../inflater.ts';

const LOCAL_HEADER = 'PK\x03\x04';
const LOCAL_HEADER_BYTES = 30;
/** More than any Office package contains; further entries tell nothing new. */
const ENTRY_CEILING = 50_000;
const STORED = 0;
const DEFLATED = 8;

/** The entry's bytes, at most `ceiling`; null if they are damaged, encrypted, too many or compressed in an unknown way. */
export function inflateEntry(buffer: Buffer, entry: CentralEntry, ceiling: number): Uint8Array | null {
  const at = entry.offset;
  const isHeader = buffer.toString('latin1', at, at + LOCAL_HEADER.length) === LOCAL_HEADER;
  if (entry.encrypted || !isHeader || at + LOCAL_HEADER_BYTES > buffer.length) return null;
  const start = at + LOCAL_HEADER_BYTES + buffer.readUInt16LE(at + 26) + buffer.readUInt16LE(at + 28);
  const packed = buffer.subarray(start, start + entry.packedBytes);
  if (entry.method === STORED) return packed.subarray(0, ceiling);
  if (entry.method !== DEFLATED) return null;
  try {
    return inflateRaw(packed, ceiling);
  } catch {
    return null; // damaged, or larger than any honest one: the caller uses names instead
  }
}

/** The entries of the directory; none if it is lost. */
export function listedEntries(buffer: Buffer): CentralEntry[] {
  const entries: CentralEntry[] = [];
  if (!hasDirectory(buffer)) return entries;
  try {
    for (const entry of readCentralDirectory(buffer)) {
      if (entries.push(entry) >= ENTRY_CEILING) break;
    }
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error; // no directory: use the local headers
  }
  return entries;
}

/** The entries according to the local headers. */
export function localEntries(buffer: Buffer): CentralEntry[] {
  const entries: CentralEntry[] = [];
  let at = buffer.indexOf(LOCAL_HEADER, 0, 'latin1');
  while (at !== -1 && at + LOCAL_HEADER_BYTES <= buffer.length && entries.length < ENTRY_CEILING) {
    const nameStart = at + LOCAL_HEADER_BYTES;
    const name = buffer.toString('latin1', nameStart, nameStart + buffer.readUInt16LE(at + 26));
    entries.push({
      name,
      key: keyOf(name),
      encrypted: (buffer.readUInt16LE(at + 6) & 1) === 1,
      method: buffer.readUInt16LE(at + 8),
      packedBytes: buffer.readUInt32LE(at + 18),
      offset: at,
    });
    at = buffer.indexOf(LOCAL_HEADER, at + 4, 'latin1');
  }
  return entries;
}
