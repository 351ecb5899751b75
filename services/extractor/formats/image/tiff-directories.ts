/**
 * Reads what a TIFF's directories say of its pages that libvips does not return: which are previews or masks, the shape
 * of their pixels, and where the JPEGs of old files are.
 */

export interface TiffDirectory {
  width: number;
  height: number;
  /** A page, a preview of another page, a transparency mask of another page, or data that a program keeps for itself. */
  kind: 'page' | 'preview' | 'mask' | 'note';
  /** How many times higher than wide a pixel is, according to the directory. */
  pixelShape: number;
  /** Where a whole JPEG begins, which libvips does not read from a TIFF of before 1995 (compression 6). */
  oldJpeg: number | null;
  /** Where the directory begins, and where it names the next one. */
  start: number;
  link: Link;
}

const TAGS = {
  kind: 254,
  oldKind: 255,
  width: 256,
  height: 257,
  compression: 259,
  strips: 273,
  resolutionAcross: 282,
  resolutionDown: 283,
  jpeg: 513,
} as const;
/** A directory without any of these is no picture's; a damaged one rarely has its tags in order. */
const PICTURE_TAGS = [TAGS.width, TAGS.height, TAGS.strips];
const KNOWN_TAGS: ReadonlySet<number> = new Set(Object.values(TAGS));
/** Bits of NewSubfileType. */
const PREVIEW_BIT = 1;
const MASK_BIT = 4;
/** A value of the old SubfileType. */
const OLD_PREVIEW = 2;
/** Field types: 16 and 32 bits, a fraction of two 32-bit numbers, 64 bits. */
const TYPES = { short: 3, long: 4, rational: 5, long8: 16 } as const;
const OLD_JPEG = 6;
/** Start of the image and of its first marker. */
const JPEG_START = [0xff, 0xd8, 0xff] as const;
const BIG_VERSION = 43;
/** More directories and entries than any scanner writes; they also end a loop of directories. */
const MOST_DIRECTORIES = 10_000;
const MOST_ENTRIES = 200;

/**
 * Layout of classic TIFF and BigTIFF: position of the first offset, bytes of an entry count, of an entry, the position
 * of its value, and bytes of an offset.
 */
const CLASSIC = { first: 4, countBytes: 2, entryBytes: 12, valueAt: 8, offsetBytes: 4 } as const;
const BIG = { first: 8, countBytes: 8, entryBytes: 20, valueAt: 12, offsetBytes: 8 } as const;

export interface TiffDirectories {
  /** In the order of the pages, up to where the file is damaged. */
  directories: TiffDirectory[];
  /**
   * A copy of the file that ends before a directory that is cut off; libtiff would refuse the whole file because of it.
   * Null if all directories are complete.
   */
  mended: Uint8Array | null;
}

export function tiffDirectories(bytes: Uint8Array): TiffDirectories {
  const file = new TiffFile(bytes);
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  let link: Link | null = null;
  for (let at = file.first(); at > 0 && !seen.has(at) && directories.length < MOST_DIRECTORIES; ) {
    seen.add(at);
    const directory = file.directory(at);
    if (directory === null) return { directories, mended: link && Uint8Array.from(bytes).fill(0, ...link) };
    const { values, isOrdered } = directory;
    const isNote = isOrdered && !PICTURE_TAGS.some(tag => values.has(tag));
    const read = toDirectory(values, bytes);
    directories.push({ ...read, ...(isNote && { kind: 'note' }), start: at, link: directory.link });
    [at, link] = [directory.next, directory.link];
  }
  return { directories, mended: null };
}

/** Returns a copy of the file with only this page: damage in the others keeps libtiff from reading any. */
export function pageAlone(bytes: Uint8Array, { start, link }: TiffDirectory): Uint8Array {
  const alone = Uint8Array.from(bytes).fill(0, ...link);
  new TiffFile(alone).begin(start);
  return alone;
}

/** Start and end of the bytes that give the position of the next directory. */
type Link = [start: number, end: number];

/** Returns the indices, from 0, of the pages that are pages of their own. */
export function ownPages(directories: readonly TiffDirectory[]): number[] {
  let [wide, high, isAnyPage] = [0, 0, false];
  for (const { kind, width, height } of directories) {
    if (kind !== 'page') continue;
    isAnyPage = true;
    if (width * height > wide * high) [wide, high] = [width, height];
  }
  return [...directories.entries()].flatMap(([at, { kind, width, height }]) => {
    if (kind === 'note') return [];
    // Some scanners mark every page as a preview; a real one is beside something larger.
    const isLeftOut = kind === 'mask' ? isAnyPage : kind === 'preview' && width < wide && height < high;
    return isLeftOut ? [] : [at];
  });
}

function toDirectory(
  values: ReadonlyMap<number, number>,
  bytes: Uint8Array,
): Omit<TiffDirectory, 'start' | 'link'> {
  const value = (tag: number) => values.get(tag) ?? 0;
  const bits = value(TAGS.kind);
  const isPreview = (bits & PREVIEW_BIT) !== 0 || value(TAGS.oldKind) === OLD_PREVIEW;
  const isJpeg = (at: number) => at > 0 && JPEG_START.every((byte, index) => bytes[at + index] === byte);
  const jpegs = value(TAGS.compression) === OLD_JPEG ? [value(TAGS.jpeg), value(TAGS.strips)] : [];
  const unusual = isPreview ? 'preview' : 'page';
  return {
    width: value(TAGS.width),
    height: value(TAGS.height),
    kind: (bits & MASK_BIT) !== 0 ? 'mask' : unusual,
    pixelShape: value(TAGS.resolutionAcross) / value(TAGS.resolutionDown),
    oldJpeg: jpegs.find(isJpeg) ?? null,
  };
}

class TiffFile {
  private readonly view: DataView;
  private readonly isLittle: boolean;
  private readonly sizes: typeof CLASSIC | typeof BIG;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.isLittle = bytes[0] === 0x49;
    this.sizes = this.number(2, 2) === BIG_VERSION ? BIG : CLASSIC;
  }

  /** Returns the position of the first directory; 0 for none. */
  first(): number {
    return this.number(this.sizes.first, this.sizes.offsetBytes) ?? 0;
  }

  /** Makes the file begin with the directory at `start`. */
  begin(start: number): void {
    const { first, offsetBytes } = this.sizes;
    if (offsetBytes === 8) this.view.setBigUint64(first, BigInt(start), this.isLittle);
    else this.view.setUint32(first, start, this.isLittle);
  }

  /** Returns first values by tag; null where the directory is cut off. */
  directory(
    at: number,
  ): { values: Map<number, number>; isOrdered: boolean; next: number; link: Link } | null {
    const { countBytes, entryBytes, offsetBytes } = this.sizes;
    const count = this.number(at, countBytes);
    if (count === null) return null;
    const end = at + countBytes + count * entryBytes;
    const next = this.number(end, offsetBytes);
    if (next === null) return null;
    const values = new Map<number, number>();
    let [last, isOrdered] = [-1, true];
    for (let entry = 0; entry < Math.min(count, MOST_ENTRIES); entry++) {
      const start = at + countBytes + entry * entryBytes;
      const tag = this.number(start, 2) ?? 0;
      isOrdered &&= tag > last;
      last = tag;
      const value = KNOWN_TAGS.has(tag) ? this.valueOf(start) : null;
      if (value !== null) values.set(tag, value);
    }
    return { values, isOrdered, next, link: [end, end + offsetBytes] };
  }

  private valueOf(entry: number): number | null {
    const { valueAt, offsetBytes } = this.sizes;
    const type = this.number(entry + 2, 2);
    if (type === TYPES.short) return this.number(entry + valueAt, 2);
    if (type === TYPES.long) return this.number(entry + valueAt, 4);
    if (type === TYPES.long8) return this.number(entry + valueAt, 8);
    if (type !== TYPES.rational) return null;
    // A fraction has 64 bits, which BigTIFF's entries contain themselves.
    const place = offsetBytes === 8 ? entry + valueAt : this.number(entry + valueAt, 4);
    const [above, below] = place === null ? [] : [this.number(place, 4), this.number(place + 4, 4)];
    return above == null || below == null ? null : above / below;
  }

  /** Returns null outside the file. */
  private number(at: number, bytes: 2 | 4 | 8): number | null {
    if (at + bytes > this.view.byteLength) return null;
    if (bytes === 2) return this.view.getUint16(at, this.isLittle);
    if (bytes === 4) return this.view.getUint32(at, this.isLittle);
    return Number(this.view.getBigUint64(at, this.isLittle));
  }
}
