/**
 * The central directory of a zip archive (PKWARE APPNOTE 4.3.12), read just far enough to tell what the archive is.
 * Only names, flags and the position of one entry are looked at; nothing is inflated without a ceiling.
 */
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** General purpose bit 0: the entry's bytes are encrypted. */
  encrypted: boolean;
  method: number;
  compressedBytes: number;
  /** Where the local header begins, counted from the first byte of the file. */
  localHeader: number;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** End record (22 bytes) plus the longest comment it may carry. */
const END_SEARCH_BYTES = 22 + 0xffff;
/** More than any office package holds; a directory beyond it is only read up to here. */
const ENTRY_CEILING = 50_000;
const STORED = 0;
const DEFLATED = 8;

/** Entries as the central directory lists them; where there is none (a truncated file), as the local headers do. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  const end = findEnd(view);
  const entries = end === -1 ? [] : centralEntries(view, end);
  return entries.length > 0 ? entries : localEntries(bytes);
}

/** The entry's bytes, at most `ceiling` of them; null where they are damaged, encrypted, too many or packed in an odd way. */
export function inflateEntry(bytes: Uint8Array, entry: ZipEntry, ceiling: number): Uint8Array | null {
  const view = viewOf(bytes);
  const at = entry.localHeader;
  if (entry.encrypted || at < 0 || at + 30 > bytes.length || view.getUint32(at, true) !== LOCAL_HEADER)
    return null;
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packed = bytes.subarray(start, start + entry.compressedBytes);
  if (entry.method === STORED) return packed.subarray(0, ceiling);
  if (entry.method !== DEFLATED) return null;
  try {
    return inflateRawSync(packed, { maxOutputLength: ceiling });
  } catch {
    return null; // damaged or larger than any honest one: the caller goes by names instead
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_SEARCH_BYTES);
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  return -1;
}

function centralEntries(view: DataView, end: number): ZipEntry[] {
  const size = view.getUint32(end + 12, true);
  // Offsets count from where the archive begins; bytes put before it shift them all by the same amount.
  const shift = Math.max(0, end - size - view.getUint32(end + 16, true));
  const entries: ZipEntry[] = [];
  for (let at = end - size; at >= 0 && at + 46 <= end && entries.length < ENTRY_CEILING; ) {
    if (view.getUint32(at, true) !== CENTRAL_HEADER) break;
    const nameBytes = view.getUint16(at + 28, true);
    entries.push({
      name: nameAt(view, at + 46, nameBytes),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      localHeader: view.getUint32(at + 42, true) + shift,
    });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function localEntries(bytes: Uint8Array): ZipEntry[] {
  const view = viewOf(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let at = buffer.indexOf('PK\x03\x04', 0, 'latin1');
  while (at !== -1 && at + 30 <= bytes.length && entries.length < ENTRY_CEILING) {
    entries.push({
      name: nameAt(view, at + 30, view.getUint16(at + 26, true)),
      encrypted: (view.getUint16(at + 6, true) & 1) === 1,
      method: view.getUint16(at + 8, true),
      compressedBytes: view.getUint32(at + 18, true),
      localHeader: at,
    });
    at = buffer.indexOf('PK\x03\x04', at + 4, 'latin1');
  }
  return entries;
}

/** Names are compared with ASCII ones only, so Latin-1 serves for every encoding a zip may use. */
function nameAt(view: DataView, at: number, length: number): string {
  const available = Math.max(0, Math.min(length, view.byteLength - at));
  return Buffer.from(view.buffer, view.byteOffset + at, available).toString('latin1');
}
