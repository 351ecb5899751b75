/** The encoding that a byte order mark names (Unicode 23.8); null without one. That of UTF-8 is left to whoever decodes it. */
export function utf16ByMark([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
