/** Splits RTF into groups, control words, control symbols and bytes of text (RTF 1.9.1, "RTF Syntax"). */

export type Token =
  | { kind: 'open' }
  | { kind: 'close' }
  /** `parameter` is null where the word has none. */
  | { kind: 'word'; name: string; parameter: number | null }
  | { kind: 'symbol'; sign: string }
  /** A byte of text, written as itself or as `\'hh`. */
  | { kind: 'byte'; byte: number };

const [OPEN, CLOSE, BACKSLASH, RETURN, LINE_FEED, QUOTE] = [0x7b, 0x7d, 0x5c, 0x0d, 0x0a, 0x27];
const WORD = /[a-z]{1,32}/iy;
const PARAMETER = /-?\d{1,10}/y;

/**
 * Yields the tokens. `awaitsTrail` says whether the byte before is the first half of a character, whose second half may
 * look like syntax.
 */
export function* tokensOf(bytes: Uint8Array, awaitsTrail: () => boolean): Generator<Token> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let isAfterPlainByte = false;
  for (let at = 0; at < source.length; ) {
    const code = source.charCodeAt(at);
    const isTrail = isAfterPlainByte && awaitsTrail();
    isAfterPlainByte = false;
    if ((code === OPEN || code === CLOSE) && !isTrail) {
      yield { kind: code === OPEN ? 'open' : 'close' };
      at++;
    } else if (code === BACKSLASH && !isTrail) {
      const { token, end } = controlAt(source, at + 1);
      yield token;
      at = end;
    } else {
      // Line ends lay out the file, not the text.
      isAfterPlainByte = code !== RETURN && code !== LINE_FEED;
      if (isAfterPlainByte) yield { kind: 'byte', byte: code };
      at++;
    }
  }
}

function controlAt(source: string, at: number): { token: Token; end: number } {
  WORD.lastIndex = at;
  const name = WORD.exec(source)?.[0];
  if (name === undefined) return symbolAt(source, at);
  PARAMETER.lastIndex = at + name.length;
  const digits = PARAMETER.exec(source)?.[0];
  let end = at + name.length + (digits?.length ?? 0);
  // One space after a word belongs to it.
  if (source[end] === ' ') end++;
  const parameter = digits === undefined ? null : Number(digits);
  // Raw data is skipped, whatever it contains.
  if (name === 'bin' && parameter !== null && parameter > 0) end += parameter;
  return { token: { kind: 'word', name, parameter }, end };
}

function symbolAt(source: string, at: number): { token: Token; end: number } {
  if (source.charCodeAt(at) !== QUOTE)
    return { token: { kind: 'symbol', sign: source[at] ?? '' }, end: at + 1 };
  const byte = Number.parseInt(source.slice(at + 1, at + 3), 16);
  return { token: { kind: 'byte', byte: Number.isNaN(byte) ? 0x3f : byte }, end: at + 3 };
}
