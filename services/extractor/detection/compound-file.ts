/**
 * Lists what a compound file ([MS-CFB], the container of Word 97 and of encrypted Office documents) contains, from the
 * names in its directory.
 */

/** Directory entries are 128 bytes and lie on multiples of 128 whatever the sector size, even if the sector chains are broken. */
const ENTRY_BYTES = 128;
const NAME_LENGTH_AT = 64;
const TYPE_AT = 66;
const STORAGE = 1;
const STREAM = 2;
const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

export function isCompoundFile(bytes: Uint8Array): boolean {
  return bytes[0] === SIGNATURE[0] && SIGNATURE.every((byte, at) => bytes[at] === byte);
}

/** Names of all streams and storages in lower case, because they are compared without regard to case (2.6.4). */
export function* entryNames(bytes: Uint8Array): Generator<string> {
  for (let at = 4 * ENTRY_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const name = entryName(bytes, at);
    if (name !== null) yield name.toLowerCase();
  }
}

function entryName(bytes: Uint8Array, at: number): string | null {
  const type = bytes[at + TYPE_AT];
  const nameBytes = (bytes[at + NAME_LENGTH_AT] ?? 0) - 2; // counts the terminating zero
  const plausible = (type === STORAGE || type === STREAM) && nameBytes > 0 && nameBytes < NAME_LENGTH_AT;
  if (!plausible) return null;
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, nameBytes).toString('utf16le');
}
