/**
 * What a signed message (CMS, RFC 5652) encloses: mails signed as a whole carry their body inside, in BER. Signatures
 * are not checked; whoever may open the mail may read it.
 */

const SEQUENCE = 0x30;
const EXPLICIT_0 = 0xa0;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const END_OF_CONTENTS = 0x00;
/** 1.2.840.113549.1.7.2, as it is encoded. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');

/** The enclosed MIME entity; null for other messages, for signatures apart from their text and for damaged ones. */
export function signedContent(bytes: Uint8Array): Buffer | null {
  const ber = new Ber(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const message = ber.inside(0, SEQUENCE);
  if (message < 0 || !ber.bytes.subarray(message).subarray(0, SIGNED_DATA.length).equals(SIGNED_DATA))
    return null;
  const signed = ber.inside(ber.inside(ber.after(message), EXPLICIT_0), SEQUENCE);
  const algorithms = ber.after(signed); // past the version
  const enclosed = ber.inside(ber.after(algorithms), SEQUENCE);
  return ber.octets(ber.inside(ber.after(enclosed), EXPLICIT_0));
}

interface Element {
  tag: number;
  start: number;
  /** Past its content; null where only an end-of-contents tells. */
  end: number | null;
}

/** Places in BER (X.690); -1 is nowhere, and nowhere leads nowhere. */
class Ber {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Where the content of the element begins, if it has that tag. */
  inside(at: number, tag: number): number {
    const element = this.element(at);
    return element?.tag === tag ? element.start : -1;
  }

  /** Past the element and all it holds. */
  after(at: number): number {
    let open = 0;
    let next = at;
    do {
      const element = this.element(next);
      if (element === null) return -1;
      next = element.end ?? element.start;
      if (element.end === null) open++;
      else if (element.tag === END_OF_CONTENTS && open > 0) open--;
    } while (open > 0);
    return next;
  }

  /** An octet string, whole or put together from its pieces. */
  octets(at: number): Buffer | null {
    const string = this.element(at);
    if (string?.tag === OCTETS && string.end !== null) return this.bytes.subarray(string.start, string.end);
    if (string?.tag !== OCTETS_IN_PIECES) return null;
    const pieces: Buffer[] = [];
    for (let next = string.start; next < (string.end ?? this.bytes.length); ) {
      const piece = this.element(next);
      if (piece?.tag !== OCTETS || piece.end === null) break;
      pieces.push(this.bytes.subarray(piece.start, piece.end));
      next = piece.end;
    }
    return Buffer.concat(pieces);
  }

  /** Tags of more than one byte do not occur in these messages. */
  private element(at: number): Element | null {
    const { bytes } = this;
    const tag = bytes[at];
    const first = bytes[at + 1];
    if (at < 0 || tag === undefined || first === undefined) return null;
    if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
    const count = first - 0x80;
    const start = at + 2 + count;
    if (count === 0) return { tag, start, end: null };
    if (count > 4 || start > bytes.length) return null;
    return { tag, start, end: start + bytes.readUIntBE(at + 2, count) };
  }
}
