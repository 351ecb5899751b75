/** TIFFs of grey pages with the directories that a test wants. */
import type { GreyImage } from '../../ocr/engine.ts';

export interface GreyPage {
  image: GreyImage;
  /** NewSubfileType. */
  kind?: number;
  /** Pixels an inch, across and down. */
  resolution?: [across: number, down: number];
  /** Stands for the pixels, as in TIFFs of before 1995. */
  oldJpeg?: Uint8Array;
}

const [SHORT, LONG, RATIONAL] = [3, 4, 5];
const HEAD_BYTES = 8;
const ENTRY_BYTES = 12;

/** Little-endian, uncompressed or an old JPEG, a strip a page; pixels before their directory. */
export function greyTiff(...pages: readonly GreyPage[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let [length, link] = [HEAD_BYTES, 4];
  const put = (part: Buffer) => {
    parts.push(part);
    length += part.length;
    return length - part.length;
  };
  const links: [place: number, target: number][] = [];
  for (const { image, kind = 0, resolution = [200, 200], oldJpeg } of pages) {
    const stored = Buffer.from(oldJpeg ?? image.pixels);
    const strip = put(stored);
    const [across, down] = resolution.map(dots => put(fraction(dots)));
    const entries: [tag: number, type: number, value: number][] = [
      [254, LONG, kind],
      [256, LONG, image.width],
      [257, LONG, image.height],
      [258, SHORT, 8],
      [259, SHORT, oldJpeg ? 6 : 1],
      [262, SHORT, 1],
      [273, LONG, strip],
      [277, SHORT, 1],
      [278, LONG, image.height],
      [279, LONG, stored.length],
      [282, RATIONAL, across ?? 0],
      [283, RATIONAL, down ?? 0],
      [296, SHORT, 2],
    ];
    const start = put(directory(entries));
    links.push([link, start]);
    link = start + 2 + entries.length * ENTRY_BYTES;
  }
  const file = Buffer.concat(parts);
  for (const [place, target] of links) file.writeUInt32LE(target, place);
  return new Uint8Array(file);
}

function fraction(dots: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(dots, 0);
  bytes.writeUInt32LE(1, 4);
  return bytes;
}

/** No directory follows, until its last four bytes say where. */
function directory(entries: readonly [tag: number, type: number, value: number][]): Buffer {
  const bytes = Buffer.alloc(2 + entries.length * ENTRY_BYTES + 4);
  bytes.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, type, value], index) => {
    const at = 2 + index * ENTRY_BYTES;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  });
  return bytes;
}
