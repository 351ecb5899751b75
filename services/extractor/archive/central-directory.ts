/** Reads the table of contents of a ZIP archive (APPNOTE 6.3, 4.3.12-4.3.16), including ZIP64. */
import { ExtractionError } from '../format.ts';
import { type CentralEntry, keyOf } from './central-entry.ts';

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ZIP64_END = 0x06064b50;
const ZIP64_EXTRA = 0x0001;
const ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const ENTRY_BYTES = 46;
const UNKNOWN_32 = 0xffffffff;
const FLAG_ENCRYPTED = 1;

/** Entries in the directory's order, as many as can be read. Throws if there is no directory. */
export function* readCentralDirectory(bytes: Buffer): Generator<CentralEntry> {
  const directory = directoryStart(bytes);
  let at = directory.start;
  while (at + ENTRY_BYTES <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const nameBytes = bytes.readUInt16LE(at + 28);
    const extraBytes = bytes.readUInt16LE(at + 30);
    const commentBytes = bytes.readUInt16LE(at + 32);
    yield entryAt(bytes, at, nameBytes, extraBytes, directory.shift);
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
}

/** Where the directory starts. `shift`: number of bytes put in front of the archive, which all offsets lack. */
function directoryStart(bytes: Buffer): { start: number; shift: number } {
  const end = endOfDirectory(bytes);
  if (end < 0) throw new ExtractionError('extraction_failed', 'The archive has no directory.');
  const start = bytes.readUInt32LE(end + 16);
  if (start !== UNKNOWN_32) return shifted(bytes, start, end);
  return { start: zip64Start(bytes, end) ?? start, shift: 0 };
}

/** Whether the file ends as an archive does. */
export const hasDirectory = (bytes: Buffer): boolean => endOfDirectory(bytes) >= 0;

function endOfDirectory(bytes: Buffer): number {
  const last = bytes.length - END_BYTES;
  if (last < 0) return -1;
  const lowest = Math.max(0, last - COMMENT_MAX_BYTES);
  const at = bytes.subarray(lowest).lastIndexOf(END_OF_DIRECTORY, last - lowest);
  return at < 0 ? -1 : lowest + at;
}

/** Bytes put in front of the archive shift every offset; but the directory always ends where its end record begins. */
function shifted(bytes: Buffer, claimed: number, end: number): { start: number; shift: number } {
  if (claimed + 4 <= bytes.length && bytes.readUInt32LE(claimed) === ENTRY)
    return { start: claimed, shift: 0 };
  const start = Math.max(0, end - bytes.readUInt32LE(end + 12));
  // Programs that put something in front of an archive may correct the entries' offsets but not the directory's.
  const first = start + ENTRY_BYTES <= bytes.length ? bytes.readUInt32LE(start + 42) : 0;
  const isCorrect = first + 4 <= bytes.length && bytes.readUInt32LE(first) === LOCAL_HEADER;
  return { start, shift: isCorrect ? 0 : Math.max(0, start - claimed) };
}

function zip64Start(bytes: Buffer, end: number): number | undefined {
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator < 0 || bytes.readUInt32LE(locator) !== ZIP64_LOCATOR) return undefined;
  const at = Number(bytes.readBigUInt64LE(locator + 8));
  if (at + 56 > bytes.length || bytes.readUInt32LE(at) !== ZIP64_END) return undefined;
  return Number(bytes.readBigUInt64LE(at + 48));
}

function entryAt(
  bytes: Buffer,
  at: number,
  nameBytes: number,
  extraBytes: number,
  shift: number,
): CentralEntry {
  const nameStart = at + ENTRY_BYTES;
  const claimed = {
    inflated: bytes.readUInt32LE(at + 24),
    packed: bytes.readUInt32LE(at + 20),
    offset: bytes.readUInt32LE(at + 42),
  };
  const isWide = Math.max(claimed.inflated, claimed.packed, claimed.offset) === UNKNOWN_32;
  const extra = nameStart + nameBytes;
  const wide = isWide ? zip64Fields(bytes.subarray(extra, extra + extraBytes), claimed) : claimed;
  // Names that are not UTF-8 (flag bit 11) are cp437; part names of Office packages are ASCII in both.
  const name = bytes.toString('utf8', nameStart, nameStart + nameBytes);
  return {
    name,
    key: keyOf(name),
    method: bytes.readUInt16LE(at + 10),
    encrypted: (bytes.readUInt16LE(at + 8) & FLAG_ENCRYPTED) !== 0,
    packedBytes: wide.packed,
    claimedBytes: claimed.inflated,
    offset: wide.offset + shift,
  };
}

/** Values from the ZIP64 extra field (4.5.3), which contains, in this order, only those that do not fit into 32 bits. */
function zip64Fields(extra: Buffer, claimed: { inflated: number; packed: number; offset: number }) {
  const values = { packed: claimed.packed, offset: claimed.offset };
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== ZIP64_EXTRA)
    at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  const next = () => {
    const value = at + 8 <= extra.length ? Number(extra.readBigUInt64LE(at)) : UNKNOWN_32;
    at += 8;
    return value;
  };
  if (claimed.inflated === UNKNOWN_32) next();
  if (claimed.packed === UNKNOWN_32) values.packed = next();
  if (claimed.offset === UNKNOWN_32) values.offset = next();
  return values;
}
