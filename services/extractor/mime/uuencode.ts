/** Reads files written as text by `uuencode` (POSIX): `begin 644 name` … `end`. */

/** A file inside a text. */
export interface EmbeddedFile {
  name: string;
  content: Uint8Array;
}

export const UUENCODED = /^begin [0-7]{3,4} \S/m;

/** Returns the lines outside such files, and the files. */
export function partUuencoded(all: readonly string[]): { lines: string[]; files: EmbeddedFile[] } {
  const lines: string[] = [];
  const files: EmbeddedFile[] = [];
  for (let at = 0; at < all.length; at++) {
    const line = all[at] ?? '';
    const name = /^begin [0-7]{3,4} (\S.*)$/.exec(line)?.[1];
    const end = name === undefined ? -1 : endOf(all, at + 1);
    if (name === undefined || end === -1) lines.push(line);
    else {
      files.push({ name: name.trim(), content: uudecode(all.slice(at + 1, end)) });
      at = end;
    }
  }
  return { lines, files };
}

/** A part that is encoded like this needs no name of its own, and Perl's MIME tools give it none. */
const NAMELESS = /^begin [0-7]{3,4} *$/;

/** Decodes a part that is encoded like this as a whole (`Content-Transfer-Encoding: x-uuencode`); null where it is not. */
export function decodeUuencoded(bytes: Uint8Array): Uint8Array | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines = text.split(/\r?\n/).map(line => (NAMELESS.test(line) ? `${line.trimEnd()} -` : line));
  return partUuencoded(lines).files[0]?.content ?? null;
}

/** Returns the index of the `end` line if all lines up to it are uuencoded; otherwise -1. */
function endOf(lines: readonly string[], start: number): number {
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === 'end') return at;
    if (!/^[ -`]{1,100}$/.test(line) && line !== '') return -1;
  }
  return -1;
}

/**
 * Decodes lines. Each begins with its number of bytes, as a character above space; then come four characters for every
 * three bytes (POSIX).
 */
function uudecode(lines: string[]): Uint8Array {
  const sixBits = (line: string, at: number) => (line.charCodeAt(at) - 32) & 63;
  const pieces = lines.map(line => {
    const count = line === '' ? 0 : sixBits(line, 0);
    const bytes: number[] = [];
    for (let at = 1; bytes.length < count; at += 4) {
      const word =
        (sixBits(line, at) << 18) |
        (sixBits(line, at + 1) << 12) |
        (sixBits(line, at + 2) << 6) |
        sixBits(line, at + 3);
      bytes.push((word >> 16) & 0xff, (word >> 8) & 0xff, word & 0xff);
    }
    return Uint8Array.from(bytes.slice(0, count));
  });
  return Buffer.concat(pieces);
}
