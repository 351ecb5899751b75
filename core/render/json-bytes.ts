/**
 * Writes JSON as UTF-8 into memory that is handed on piece by piece. With strings, a large table would be concatenated,
 * quoted and encoded one after the other, and most of the time would be spent on the intermediate results.
 */

const LAST_ASCII = 0x7f;
const LAST_OF_TWO_BYTES = 0x7ff;
/** Most bytes that one UTF-16 unit takes: `\u0007`, `&quot;`. */
const UNIT_BYTES = 6;
/** Units of a string for which room is reserved at once. */
const UNITS_TOGETHER = 65_536;
const FIRST_BYTES = 16 * 1024;
/** A cell of many megabytes reserves room for itself; what follows does not need as much. */
const NEXT_BYTES_MAX = 2 * 1024 * 1024;

/** From this length on, copying as a whole is faster than byte by byte. */
const MANY_BYTES = 12;

const encoder = new TextEncoder();

/** The UTF-8 bytes of constant text. */
export const bytesOf = (text: string): Uint8Array => encoder.encode(text);

/** By character code: the bytes written in its place, at most six; undefined if it is written unchanged. */
export type Replacements = readonly (Uint8Array | undefined)[];

/** Replacements for the characters of a JSON string, after those in `others`. */
export function replacementsWith(others: Readonly<Record<string, string>>): Replacements {
  return Array.from({ length: LAST_ASCII + 1 }, (_, code) => {
    const sign = String.fromCharCode(code);
    const written = JSON.stringify(others[sign] ?? sign).slice(1, -1);
    return written === sign ? undefined : bytesOf(written);
  });
}

const OF_JSON = replacementsWith({});

export class JsonBytes {
  private bytes = new Uint8Array(FIRST_BYTES);
  private end = 0;

  get length(): number {
    return this.end;
  }

  /** Returns what was written since the last call; these bytes do not change any more. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.end);
    this.bytes = new Uint8Array(Math.min(this.bytes.length, NEXT_BYTES_MAX));
    this.end = 0;
    return taken;
  }

  /** Writes JSON unchanged. */
  raw(json: Uint8Array): void {
    this.reserve(json.length);
    if (json.length < MANY_BYTES) this.end = copied(json, this.bytes, this.end);
    else {
      this.bytes.set(json, this.end);
      this.end += json.length;
    }
  }

  rawText(json: string): void {
    this.reserve(json.length * 3);
    this.end += encoder.encodeInto(json, this.bytes.subarray(this.end)).written;
  }

  /** Writes the inside of a JSON string. A surrogate pair belongs to the part that contains its first half. */
  quoted(text: string, replacements?: Replacements, start = 0, past = text.length): void {
    for (let from = start; from < past; from += UNITS_TOGETHER) {
      const to = Math.min(past, from + UNITS_TOGETHER);
      if (replacements === undefined) this.stringified(text, from, to);
      else this.quotedUnits(text, replacements, from, to);
    }
  }

  /** Without replacements, the engine's own function is faster. */
  private stringified(text: string, start: number, past: number): void {
    const from = isSecondHalf(text, start) ? start + 1 : start;
    const to = isSecondHalf(text, past) ? past + 1 : past;
    this.rawText(JSON.stringify(text.slice(from, to)).slice(1, -1));
  }

  /** Like `quoted`, between two pieces of JSON, with room reserved once for all three: a large table has millions of these. */
  field(before: Uint8Array, text: string, replacements: Replacements | undefined, behind: Uint8Array): void {
    if (text.length > UNITS_TOGETHER) {
      this.raw(before);
      this.quoted(text, replacements);
      this.raw(behind);
      return;
    }
    this.reserve(before.length + text.length * UNIT_BYTES + behind.length);
    const { bytes } = this;
    this.end = copied(before, bytes, this.end);
    this.quotedInto(bytes, text, replacements ?? OF_JSON, 0, text.length);
    if (behind.length < MANY_BYTES) this.end = copied(behind, bytes, this.end);
    else {
      bytes.set(behind, this.end);
      this.end += behind.length;
    }
  }

  private quotedUnits(text: string, replacements: Replacements, start: number, past: number): void {
    this.reserve((past - start) * UNIT_BYTES);
    this.quotedInto(this.bytes, text, replacements, start, past);
  }

  private quotedInto(
    bytes: Uint8Array,
    text: string,
    replacements: Replacements,
    start: number,
    past: number,
  ): void {
    let end = this.end;
    for (let at = start; at < past; at++) {
      const code = text.charCodeAt(at);
      if (code <= LAST_ASCII) {
        const other = replacements[code];
        if (other === undefined) bytes[end++] = code;
        else end = copied(other, bytes, end);
      } else if (code <= LAST_OF_TWO_BYTES) {
        bytes[end++] = 0xc0 | (code >> 6);
        bytes[end++] = 0x80 | (code & 0x3f);
      } else if ((code & 0xf800) !== 0xd800) {
        bytes[end++] = 0xe0 | (code >> 12);
        bytes[end++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[end++] = 0x80 | (code & 0x3f);
      } else end = copied(surrogate(text, at), bytes, end);
    }
    this.end = end;
  }

  private reserve(more: number): void {
    const needed = this.end + more;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.end));
    this.bytes = grown;
  }
}

/** Copies byte by byte, since a call is not worth it for so few. Returns where they end. */
function copied(from: Uint8Array, to: Uint8Array, start: number): number {
  for (let at = 0; at < from.length; at++) to[start + at] = from[at] ?? 0;
  return start + from.length;
}

const NOTHING = new Uint8Array();

const isSecondHalf = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;

/** A pair is written with its first half; a lone surrogate as `JSON.stringify` writes it. */
function surrogate(text: string, at: number): Uint8Array {
  const isFirst = text.charCodeAt(at) < 0xdc00;
  const pair = isFirst ? text.slice(at, at + 2) : text.slice(Math.max(0, at - 1), at + 1);
  if (pair.length === 2 && pair.isWellFormed() && pair.codePointAt(0) !== pair.charCodeAt(0))
    return isFirst ? bytesOf(pair) : NOTHING;
  return bytesOf(JSON.stringify(text.charAt(at)).slice(1, -1));
}
