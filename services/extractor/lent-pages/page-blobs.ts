/**
 * Where a page that is read elsewhere lies meanwhile: its pixels and what was read in them, in the blob store, so that both are
 * encrypted, reached and expire as documents do. Names are made from the loan's id: nobody is told one.
 */
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { BlobKey, BlobStore } from '../../../platform/blob-store/blob-store.ts';
import type { PictureSize } from '../worker/protocol.ts';

/** Formats make no picture of more for OCR; both extractors hold it in memory. */
export const MOST_PIXELS = 16_000_000;
/** A dense page is 200 kB. */
const MOST_LINES_BYTES = 16_000_000;
/** A page of clean print packs to 1/44 at this level, for 3 ms of CPU; under noise to 1/2, for 16. */
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

  /** Rejects where they are not as many as the size says. */
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

  /** Never rejects: what is left goes with its age. */
  async forget(id: string): Promise<void> {
    await this.blobs.delete([pixelsOf(id), linesOf(id)]).catch(() => undefined);
  }
}
