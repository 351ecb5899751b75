/** Builds small ZIP archives for tests; never part of the service. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  name: string;
  content: string | Uint8Array;
  stored?: boolean;
  flags?: number;
  /** Sizes to claim instead of the true ones. */
  claim?: number;
}

/** An archive of these parts in this order. */
export function buildZip(parts: Record<string, string | Uint8Array> | ZipPart[]): Uint8Array {
  const list = Array.isArray(parts)
    ? parts
    : Object.entries(parts).map(([name, content]) => ({ name, content }));
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const part of list) {
    const name = Buffer.from(part.name);
    const fields = entryFields(part);
    const local = Buffer.concat([
      u32(0x04034b50),
      fields.common,
      u16(name.length),
      u16(0),
      name,
      fields.data,
    ]);
    central.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        fields.common,
        u16(name.length),
        Buffer.alloc(12),
        u32(offset),
        name,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = [
    u32(0x06054b50),
    u32(0),
    u16(list.length),
    u16(list.length),
    u32(directory.length),
    u32(offset),
    u16(0),
  ];
  return Buffer.concat([...locals, directory, ...end]);
}

function entryFields(part: ZipPart): { common: Buffer; data: Buffer } {
  const content = Buffer.from(part.content);
  const data = part.stored ? content : deflateRawSync(content);
  const common = Buffer.concat([
    u16(20),
    u16(part.flags ?? 0),
    u16(part.stored ? 0 : 8),
    u32(0),
    u32(crc32(content)),
    u32(data.length),
    u32(part.claim ?? content.length),
  ]);
  return { common, data };
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
