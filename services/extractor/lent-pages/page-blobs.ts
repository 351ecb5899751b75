/**
 * Stores a page that is read elsewhere: its pixels, and the lines read from them. They are blobs, so that they are
 * encrypted, transferred and expire like documents. Their names are derived from the loan's id, so no name is sent.
 */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { BlobKey, BlobStore } from '../../../platform/blob-store/blob-store.ts';
import type { PictureSize } from '../worker/protocol.ts';

/** No format makes a larger picture for OCR; both extractors hold it in memory. */
export const MOST_PIXELS = 16_000_000;
/** A dense page has 200 kB. */
const MOST_LINES_BYTES = 16_000_000;
/** At this level a page of clean print compresses to 1/44 for 3 ms of CPU, a noisy one to 1/2 for 16 ms. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const pixelsOf = (id: string): BlobKey => `page/${id}-pixels`;
const linesOf = (id: string): BlobKey => `page/${id}-lines`;

export class PageBlobs {
  private readonly blobs: Pick<BlobStore, 'put' | 'read' | 'delete'>;

  constructor(blobs: Pick<BlobStore, 'put' | 'read' | 'delete'>) {
    this.blobs = blobs;
  }

  async putPixels(id: string, pixels: Uint8Array): Promise<void> {
    await this.blobs.put({ key: pixelsOf(id), bytes: await compress(pixels, LEVEL) });
  }

  /** Rejects if the number of pixels does not match the size. */
  async pixels(id: string, { width, height }: PictureSize): Promise<Uint8Array> {
    const length = width * height;
    if (!(length > 0 && length <= MOST_PIXELS)) throw new RangeError('no picture has this size');
    const packed = await this.blobs.read(pixelsOf(id), 2 * MOST_PIXELS);
    const pixels = await decompress(packed, { maxOutputLength: length });
    if (pixels.length !== length) throw new RangeError('pixels and size of a picture disagree');
    return pixels;
  }

  async putLines(id: string, lines: Uint8Array): Promise<void> {
    await this.blobs.put({ key: linesOf(id), bytes: await compress(lines, LEVEL) });
  }

  async lines(id: string): Promise<Buffer> {
    const packed = await this.blobs.read(linesOf(id), MOST_LINES_BYTES);
    return decompress(packed, { maxOutputLength: MOST_LINES_BYTES });
  }

  /** Never rejects: what cannot be deleted expires. */
  async forget(id: string): Promise<void> {
    await this.blobs.delete([pixelsOf(id), linesOf(id)]).catch(() => undefined);
  }
}
