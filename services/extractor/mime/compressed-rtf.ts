/** Decompresses rich text as Outlook stores it ([MS-OXRTFCP]). */

/** 2.1.3.1.1: initial content of the dictionary. */
const FIRST_DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier' +
  '{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const DICTIONARY_BYTES = 4_096;
const HEADER_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
/** A two-byte reference gives at most seventeen bytes. */
const RATIO_MAX = 9;

/** Returns the text; null where the bytes are not in this format. */
export function decompressRtf(bytes: Buffer): Buffer | null {
  if (bytes.length < HEADER_BYTES) return null;
  const kind = bytes.readUInt32LE(8);
  if (kind === UNCOMPRESSED) return bytes.subarray(HEADER_BYTES);
  return kind === COMPRESSED ? inflate(bytes.subarray(HEADER_BYTES)) : null;
}

/** Inflates the text: each bit of a control byte says whether a byte or a reference into the dictionary follows. */
function inflate(packed: Buffer): Buffer {
  const dictionary = Buffer.alloc(DICTIONARY_BYTES);
  let write = dictionary.write(FIRST_DICTIONARY, 'latin1');
  const text = Buffer.alloc(packed.length * RATIO_MAX + RATIO_MAX * 2);
  let length = 0;
  const put = (byte: number) => {
    text[length++] = byte;
    dictionary[write] = byte;
    write = (write + 1) % DICTIONARY_BYTES;
  };
  for (let at = 0; at < packed.length; ) {
    const control = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      if (at + 2 > packed.length) return text.subarray(0, length);
      const reference = packed.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      // A reference to the next write position ends the text.
      if (from === write) return text.subarray(0, length);
      for (let step = 0; step < (reference & 0x0f) + 2; step++)
        put(dictionary[(from + step) % DICTIONARY_BYTES] ?? 0);
    }
  }
  return text.subarray(0, length);
}
