/** Damages a document as transfers, bad programs and attackers do. All chance comes from the seed. */
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A generator of numbers from 0 to 1 from a seed (mulberry32). */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const INTERESTING = [0, 1, 0x20, 0x22, 0x27, 0x2f, 0x3c, 0x3e, 0x5b, 0x7b, 0x7d, 0x7f, 0x80, 0xff];
/** Replacements for a number in a document. */
const NUMBERS = ['0', '-1', '1', '65536', '2147483648', '99999999999999999999', '1e309', 'NaN', ''];
const DAMAGES = 4;

export function mutated(document: Buffer, chance: () => number): Buffer {
  const isArchive = document.readUInt32LE(0) === LOCAL_HEADER;
  // An archive with flipped bits rarely gets past its checksums, so usually damage one of its parts.
  if (isArchive && chance() < 0.8) return withDamagedPart(document, chance);
  return damaged(document, chance);
}

function damaged(bytes: Buffer, chance: () => number): Buffer {
  let result = Buffer.from(bytes);
  const times = 1 + Math.floor(chance() * DAMAGES);
  for (let time = 0; time < times && result.length > 0; time++)
    result = Buffer.from(damagedOnce(result, chance));
  return result;
}

function damagedOnce(bytes: Buffer, chance: () => number): Buffer {
  const place = () => Math.floor(chance() * bytes.length);
  const at = place();
  const length = 1 + Math.floor(chance() ** 3 * Math.min(bytes.length, 400));
  switch (Math.floor(chance() * 8)) {
    case 0: // one bit
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(chance() * 8));
      return bytes;
    case 1: // one byte
      bytes[at] = INTERESTING[Math.floor(chance() * INTERESTING.length)] ?? 0;
      return bytes;
    case 2: // cut off
      return bytes.subarray(0, at);
    case 3: // lost
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 4: // repeated
      return Buffer.concat([
        bytes.subarray(0, at + length),
        ...Array(3).fill(bytes.subarray(at, at + length)),
        bytes.subarray(at + length),
      ]);
    case 5: {
      // moved
      const from = place();
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, from + length), bytes.subarray(at)]);
    }
    case 6: // a number
      return numberReplaced(bytes, at, NUMBERS[Math.floor(chance() * NUMBERS.length)] ?? '');
    default: // rubbish
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(Array.from({ length: 8 }, () => Math.floor(chance() * 256))),
        bytes.subarray(at),
      ]);
  }
}

function numberReplaced(bytes: Buffer, from: number, number: string): Buffer {
  const text = bytes.toString('latin1');
  const found = /\d+/.exec(text.slice(from));
  if (found === null) return bytes;
  const at = from + found.index;
  return Buffer.from(text.slice(0, at) + number + text.slice(at + found[0].length), 'latin1');
}

const LOCAL_HEADER = 0x04034b50;

/** Damages one part of the archive and packs it again. Sizes, checksums and the directory are right. */
function withDamagedPart(archive: Buffer, chance: () => number): Buffer {
  const parts = partsOf(archive);
  const victim = Math.floor(chance() * parts.length);
  return archiveOf(
    parts.map((part, at) => (at === victim ? { ...part, content: damaged(part.content, chance) } : part)),
  );
}

interface Part {
  name: string;
  content: Buffer;
}

function partsOf(archive: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at + 30 < archive.length && archive.readUInt32LE(at) === LOCAL_HEADER; ) {
    const nameEnd = at + 30 + archive.readUInt16LE(at + 26);
    const start = nameEnd + archive.readUInt16LE(at + 28);
    const packed = archive.subarray(start, start + archive.readUInt32LE(at + 18));
    const content = archive.readUInt16LE(at + 8) === 0 ? Buffer.from(packed) : inflateRawSync(packed);
    parts.push({ name: archive.toString('utf8', at + 30, nameEnd), content });
    at = start + packed.length;
  }
  return parts;
}

function archiveOf(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of parts) {
    const isStored = name === 'mimetype';
    const packed = isStored ? content : deflateRawSync(content, { level: 1 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
