/**
 * Reads Avro's binary encoding (specification 1.12, "Binary Encoding") by the schema alone, as other people's programs
 * do. Uses none of our codec.
 */

type Schema =
  | string
  | Schema[]
  | { type: 'record'; fields: { name: string; type: Schema }[] }
  | { type: 'array'; items: Schema }
  | { type: 'enum'; symbols: string[] }
  | { type: string };

/** The one value that the bytes hold. Throws if they hold less or more. */
export function readByAvro(schema: object, bytes: Buffer): unknown {
  const reading = new Reading(bytes);
  const value = reading.value(schema as Schema);
  if (reading.at !== bytes.length) throw new Error(`${bytes.length - reading.at} bytes are left`);
  return value;
}

class Reading {
  at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  value(schema: Schema): unknown {
    if (Array.isArray(schema)) return this.value(schema[this.long()] ?? 'none');
    if (typeof schema === 'string') return this.primitive(schema);
    if ('fields' in schema)
      return Object.fromEntries(schema.fields.map(({ name, type }) => [name, this.value(type)]));
    if ('items' in schema) return this.array(schema.items);
    return 'symbols' in schema ? schema.symbols[this.long()] : this.primitive(schema.type);
  }

  private primitive(type: string): unknown {
    if (type === 'null') return null;
    if (type === 'boolean') return this.bytes.readUInt8(this.at++) === 1;
    if (type === 'int' || type === 'long') return this.long();
    if (type !== 'string') throw new Error(`${type} is in no schema of ours`);
    const length = this.long();
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  /**
   * Reads blocks up to an empty one. A block is a count and that many items; a negative count is followed by the
   * block's size in bytes.
   */
  private array(items: Schema): unknown[] {
    const all: unknown[] = [];
    for (let count = this.long(); count !== 0; count = this.long()) {
      if (count < 0) this.long();
      for (let left = Math.abs(count); left > 0; left--) all.push(this.value(items));
    }
    return all;
  }

  /** Reads seven bits a byte, the lowest first. The lowest bit is the sign (zig-zag). */
  private long(): number {
    let bits = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.bytes.readUInt8(this.at++);
      bits |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return Number((bits >> 1n) ^ -(bits & 1n));
  }
}
