/**
 * Reads Apple's binary property lists (`bplist00`), as far as saved pages need them: dictionaries, arrays, text and
 * data, each read on demand. A trailer at the end says where the table of objects is. Throws a `RangeError` where the
 * bytes are no such list.
 */

/** An object, by its number in the table. */
export type ObjectNumber = number;

const TRAILER_BYTES = 32;
const MARKER = { data: 4, ascii: 5, utf16: 6, array: 10, dictionary: 13 } as const;
/** A saved page's dictionaries have at most six. */
const KEYS_MAX = 64;
/** Low half of a marker that says that the length follows as a separate number. */
const LONG = 15;

export class PropertyList {
  readonly top: ObjectNumber;
  private readonly bytes: Buffer;
  private readonly offsetBytes: number;
  private readonly referenceBytes: number;
  private readonly table: number;
  private readonly count: number;

  constructor(bytes: Buffer) {
    const trailer = bytes.length - TRAILER_BYTES;
    if (trailer < 0) throw new RangeError('no property list');
    this.bytes = bytes;
    this.offsetBytes = bytes.readUInt8(trailer + 6);
    this.referenceBytes = bytes.readUInt8(trailer + 7);
    this.count = bytes.readUInt32BE(trailer + 12);
    this.top = bytes.readUInt32BE(trailer + 20);
    this.table = bytes.readUInt32BE(trailer + 28);
  }

  /** Returns what the dictionary has under a name; null where it has nothing, or is no dictionary. */
  get(dictionary: ObjectNumber, name: string): ObjectNumber | null {
    const { kind, length, start } = this.objectAt(dictionary);
    if (kind !== MARKER.dictionary) return null;
    for (let at = 0; at < Math.min(length, KEYS_MAX); at++)
      if (this.isText(this.reference(start, at), name)) return this.reference(start, length + at);
    return null;
  }

  /** Returns the items; empty where it is no array. */
  items(array: ObjectNumber): ObjectNumber[] {
    const { kind, length, start } = this.objectAt(array);
    if (kind !== MARKER.array || start + length * this.referenceBytes > this.bytes.length) return [];
    return Array.from({ length }, (_, at) => this.reference(start, at));
  }

  /** Returns null where it is no text. */
  text(number: ObjectNumber): string | null {
    const { kind, length, start } = this.objectAt(number);
    if (kind === MARKER.ascii) return this.bytes.toString('latin1', start, start + length);
    if (kind !== MARKER.utf16) return null;
    return Buffer.from(this.bytes.subarray(start, start + length * 2))
      .swap16()
      .toString('utf16le');
  }

  /** Returns null where it is no data. */
  data(number: ObjectNumber): Buffer | null {
    const { kind, length, start } = this.objectAt(number);
    return kind === MARKER.data ? this.bytes.subarray(start, start + length) : null;
  }

  private isText(number: ObjectNumber, expected: string): boolean {
    const { kind, length } = this.objectAt(number);
    return kind === MARKER.ascii && length === expected.length && this.text(number) === expected;
  }

  private objectAt(number: ObjectNumber): { kind: number; length: number; start: number } {
    if (number >= this.count) throw new RangeError('no such object');
    const at = this.bytes.readUIntBE(this.table + number * this.offsetBytes, this.offsetBytes);
    const marker = this.bytes.readUInt8(at);
    const kind = marker >> 4;
    if ((marker & LONG) !== LONG) return { kind, length: marker & LONG, start: at + 1 };
    const lengthBytes = 2 ** (this.bytes.readUInt8(at + 1) & LONG);
    const start = at + 2 + lengthBytes;
    return { kind, length: this.bytes.readUIntBE(at + 2, lengthBytes), start };
  }

  private reference(start: number, at: number): ObjectNumber {
    return this.bytes.readUIntBE(start + at * this.referenceBytes, this.referenceBytes);
  }
}
