/**
 * Reads ZIP archives (APPNOTE 6.3) from memory through their central directory. Sizes in the headers are not trusted: a
 * part inflates until it ends or the allowance is used up.
 */
import { type Allowance, ceilingCrossed } from '../allowance.ts';
import { ExtractionError } from '../format.ts';
import { inflateBriefly, inflateRaw, TooLong } from '../inflater.ts';
import { readCentralDirectory } from './central-directory.ts';
import { type CentralEntry, type Directory, directoryOf, keyOf } from './central-entry.ts';

/**
 * Most inflated bytes of a single part. A part is decoded into one string (at worst two bytes a character) and scanned,
 * so this keeps a worker below half of its memory; no part within the other ceilings comes near it.
 */
export const PART_BYTES = 192 * 1024 * 1024;

const STORED = 0;
const DEFLATED = 8;
/** Most bytes that one byte of deflate can expand to. */
const DEFLATE_RATIO = 1032;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

export class Archive {
  private readonly bytes: Buffer;
  private readonly allowance: Allowance;
  private readonly directory: Directory;

  /**
   * `directory`: the directory of these bytes, if it has been read. Throws `extraction_failed` if no central directory
   * can be read.
   */
  constructor(bytes: Uint8Array, allowance: Allowance, directory?: Directory) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.allowance = allowance;
    if (directory !== undefined) allowance.spend('archiveEntries', directory.entries.length);
    this.directory = directory ?? directoryOf([...counted(readCentralDirectory(this.bytes), allowance)]);
  }

  has(name: string): boolean {
    return this.directory.byKey.has(keyOf(name));
  }

  names(): string[] {
    return [...this.directory.byKey.values()].map(entry => entry.name);
  }

  /** The inflated part; undefined if there is none of that name. */
  read(name: string): Buffer | undefined {
    return this.inflated(name, inflateRaw);
  }

  /** Like `read`, but valid only until the next part is read; for parts that are decoded at once. */
  readBriefly(name: string): Buffer | undefined {
    return this.inflated(name, inflateBriefly);
  }

  private inflated(name: string, inflate: typeof inflateRaw): Buffer | undefined {
    const entry = this.directory.byKey.get(keyOf(name));
    if (entry === undefined) return undefined;
    if (entry.encrypted) throw new ExtractionError('encrypted', 'The archive is encrypted.');
    const packed = this.packed(entry);
    const part = entry.method === STORED ? packed : this.inflate(packed, entry, inflate);
    this.allowance.spend('inflatedBytes', part.length);
    return part;
  }

  private packed(entry: CentralEntry): Buffer {
    const at = entry.offset;
    if (at + LOCAL_HEADER_BYTES > this.bytes.length || this.bytes.readUInt32LE(at) !== LOCAL_HEADER) {
      throw damaged();
    }
    const start =
      at + LOCAL_HEADER_BYTES + this.bytes.readUInt16LE(at + 26) + this.bytes.readUInt16LE(at + 28);
    return this.bytes.subarray(start, start + entry.packedBytes);
  }

  private inflate(
    packed: Buffer,
    { method, claimedBytes = 0 }: CentralEntry,
    inflate: typeof inflateRaw,
  ): Buffer {
    if (method !== DEFLATED) throw damaged();
    const ceiling = Math.min(PART_BYTES, this.allowance.left('inflatedBytes'));
    // Allocate one buffer for the whole part if the claimed size is possible; otherwise pieces would have to be copied
    // into one, at twice the memory.
    const possible = Math.min(claimedBytes, packed.length * DEFLATE_RATIO, ceiling);
    try {
      return inflate(packed, ceiling, possible);
    } catch (cause) {
      throw cause instanceof TooLong ? ceilingCrossed('inflatedBytes') : damaged(cause);
    }
  }
}

function* counted(entries: Iterable<CentralEntry>, allowance: Allowance): Generator<CentralEntry> {
  for (const entry of entries) {
    allowance.spend('archiveEntries', 1);
    yield entry;
  }
}

function damaged(cause?: unknown): ExtractionError {
  return new ExtractionError('extraction_failed', 'The archive is damaged.', { cause });
}
