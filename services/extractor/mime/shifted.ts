/** Decodes seven-bit Korean and Chinese, which mails still name and the Encoding Standard no longer supports (RFC 1557, 1843). */

const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
const [TILDE, OPEN, CLOSE, LINE_FEED] = [0x7e, 0x7b, 0x7d, 0x0a];

const KOREAN = /^(?:cs)?iso-?2022-?kr$/;
const CHINESE = /^hz(?:-gb-2312)?$/;
/** ESC $ ) C designates the charset to which the text shifts; it stands for no text. */
const DESIGNATION = '\x1b$)C';

/** Returns the text, or null where the label names neither. */
export function decodeShifted(bytes: Uint8Array, label: string): string | null {
  if (KOREAN.test(label))
    return new TextDecoder('euc-kr').decode(unshifted(bytes)).replaceAll(DESIGNATION, '');
  return CHINESE.test(label) ? new TextDecoder('gbk').decode(unescaped(bytes)) : null;
}

/** Sets the eighth bit between the two shifts. */
function unshifted(bytes: Uint8Array): Uint8Array {
  const plain: number[] = [];
  let high = 0;
  for (const byte of bytes) {
    if (byte === SHIFT_OUT) high = 0x80;
    else if (byte === SHIFT_IN) high = 0;
    else plain.push(byte > 0x20 ? byte | high : byte);
  }
  return Uint8Array.from(plain);
}

/** Sets the eighth bit between `~{` and `~}`; `~~` is a tilde, and `~` at the end of a line joins it to the next. */
function unescaped(bytes: Uint8Array): Uint8Array {
  const plain: number[] = [];
  let high = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    // Within Chinese text, a tilde is the first half of a character unless it ends the text.
    const isEscape = byte === TILDE && (high === 0 || next === CLOSE);
    if (!isEscape) plain.push(byte > 0x20 ? byte | high : byte);
    else {
      at++;
      if (next === OPEN) high = 0x80;
      else if (next === CLOSE) high = 0;
      else if (next !== LINE_FEED) plain.push(byte);
    }
  }
  return Uint8Array.from(plain);
}
