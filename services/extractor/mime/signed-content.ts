/**
 * Returns the content of a signed message (CMS, RFC 5652): mails signed as a whole contain their body in BER.
 * Signatures are not verified; anyone who may open the mail may read it.
 */

const SEQUENCE = 0x30;
const EXPLICIT_0 = 0xa0;
const OCTETS = 0x04;
const OCTETS_IN_PIECES = 0x24;
const END_OF_CONTENTS = 0x00;
/** 1.2.840.113549.1.7.2, encoded. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex');

/** Returns the enclosed MIME entity; null for other messages, for detached signatures and for damaged ones. */
export function signedContent(bytes: Uint8Array): Buffer | null {
  const ber = new Ber(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const message = ber.inside(0, SEQUENCE);
  if (message < 0 || !ber.bytes.subarray(message).subarray(0, SIGNED_DATA.length).equals(SIGNED_DATA))
    return null;
  const signed = ber.inside(ber.inside(ber.after(message), EXPLICIT_0), SEQUENCE);
  const algorithms = ber.after(signed); // after the version
  const enclosed = ber.inside(ber.after(algorithms), SEQUENCE);
  return ber.octets(ber.inside(ber.after(enclosed), EXPLICIT_0));
}

interface Element {
  tag: number;
  start: number;
  /** Position after its content; null where only an end-of-contents marks it. */
  end: number | null;
}

/** Positions in BER (X.690). -1 means nowhere, and from nowhere every step leads nowhere. */
class Ber {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Returns where the content of the element begins, if it has that tag. */
  inside(at: number, tag: number): number {
    const element = this.element(at);
    return element?.tag === tag ? element.start : -1;
  }

  /** Returns the position after the element and its content. */
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

  /** Returns an octet string, whole or joined from its pieces. */
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

  /** Reads an element. Tags of more than one byte do not occur in these messages. */
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
