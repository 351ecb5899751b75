/** Decodes run-length encoded bitmaps (BI_RLE8, BI_RLE4). */

const END_OF_LINE = 0;
const END_OF_BITMAP = 1;
const DELTA = 2;

interface Size {
  width: number;
  height: number;
}

/** Returns palette indices row by row as stored (bottom-up); skipped pixels are 0. */
export function unpackRunLengths(data: Uint8Array, size: Size, fourBits: boolean): Uint8Array {
  const canvas = new Canvas(size);
  for (let at = 0; at + 1 < data.length && !canvas.full; ) {
    const count = data[at] ?? 0;
    const value = data[at + 1] ?? 0;
    at += 2;
    if (count > 0) canvas.run(count, index => entryOf(value, index, fourBits));
    else if (value === END_OF_LINE) canvas.nextRow();
    else if (value === END_OF_BITMAP) break;
    else if (value === DELTA) {
      canvas.skip(data[at] ?? 0, data[at + 1] ?? 0);
      at += 2;
    } else at = literal(canvas, data, at, value, fourBits);
  }
  return canvas.entries;
}

/** Copies `count` pixels as they are, padded to 16 bits, and returns where the next code begins. */
function literal(canvas: Canvas, data: Uint8Array, start: number, count: number, fourBits: boolean): number {
  const byteAt = (index: number) => data[start + (fourBits ? index >> 1 : index)] ?? 0;
  canvas.run(count, index => entryOf(byteAt(index), index, fourBits));
  const bytes = fourBits ? Math.ceil(count / 2) : count;
  return start + bytes + (bytes % 2);
}

/** With four bits, the pixels of a run alternate between the high and the low half. */
function entryOf(byte: number, index: number, fourBits: boolean): number {
  if (!fourBits) return byte;
  return index % 2 === 0 ? byte >> 4 : byte & 15;
}

class Canvas {
  readonly entries: Uint8Array;
  private readonly size: Size;
  private x = 0;
  private y = 0;

  constructor(size: Size) {
    this.size = size;
    this.entries = new Uint8Array(size.width * size.height);
  }

  get full(): boolean {
    return this.y >= this.size.height;
  }

  run(count: number, entry: (index: number) => number): void {
    for (let index = 0; index < count && this.x < this.size.width; index++, this.x++)
      this.entries[this.y * this.size.width + this.x] = entry(index);
  }

  nextRow(): void {
    this.x = 0;
    this.y++;
  }

  skip(right: number, rows: number): void {
    this.x += right;
    this.y += rows;
  }
}
