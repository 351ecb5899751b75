/** The UTF-16 encoding that a byte order mark names (Unicode 23.8); null without one. UTF-8's mark is left to the decoder. */
export function utf16ByMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  // By index, because destructuring an array uses an iterator.
  const first = bytes[0];
  const second = bytes[1];
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
