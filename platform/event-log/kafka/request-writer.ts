/** Writes Kafka's protocol into a buffer of exactly the right size. */

export type Bytes = string | Uint8Array | null | undefined;

const TWO_TO_32 = 2 ** 32;

export class RequestWriter {
  readonly bytes: Buffer;
  private at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.at;
  }

  int8(value: number): void {
    this.at = this.bytes.writeInt8(value, this.at);
  }

  int16(value: number): void {
    this.at = this.bytes.writeInt16BE(value, this.at);
  }

  int32(value: number): void {
    this.at = this.bytes.writeInt32BE(value, this.at);
  }

  /** `value` must be a safe integer. */
  int64(value: number): void {
    this.at = this.bytes.writeInt32BE(Math.floor(value / TWO_TO_32), this.at);
    this.at = this.bytes.writeUInt32BE(value >>> 0, this.at);
  }

  /** Fills in a number that was left out before. */
  uint32At(place: number, value: number): void {
    this.bytes.writeUInt32BE(value, place);
  }

  string(text: string): void {
    const place = this.at;
    this.int16(0);
    this.text(text);
    this.bytes.writeInt16BE(this.at - place - 2, place);
  }

  /** Zigzag encoding, seven bits a byte. */
  varint(value: number): void {
    let rest = zigzag(value);
    while (rest > 0x7f) {
      this.bytes[this.at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.at++] = rest;
  }

  varintBytes(value: Bytes): void {
    this.varint(value == null ? -1 : lengthOf(value));
    if (typeof value === 'string') this.text(value);
    else if (value != null) {
      this.bytes.set(value, this.at);
      this.at += value.length;
    }
  }

  private text(text: string): void {
    this.at += this.bytes.write(text, this.at);
  }
}

const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

/** Size of a varint in bytes. */
export function sizeOfVarint(value: number): number {
  return Math.max(1, Math.ceil((32 - Math.clz32(zigzag(value))) / 7));
}

export function sizeOfVarintBytes(value: Bytes): number {
  if (value == null) return 1;
  const length = lengthOf(value);
  return sizeOfVarint(length) + length;
}

/** Size of a string in bytes, including its length field. */
export const stringBytes = (text: string): number => 2 + Buffer.byteLength(text);

const lengthOf = (value: string | Uint8Array): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : value.length;
