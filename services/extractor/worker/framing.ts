/**
 * Messages between the extractor and a document worker: a JSON header and raw bytes, over one pipe in each direction. A
 * frame is: header length (uint32 LE), body length (uint32 LE), header, body. Node's own IPC would encode a document of
 * 100 MB into a message and copy it several times.
 */
import type { Readable, Writable } from 'node:stream';

const PREFIX_BYTES = 8;
/** A body up to this size is copied behind its header, because one write is cheaper than two. */
const COPIED_BYTES = 32 * 1024;
/**
 * Chunks are joined on arrival up to this size: a hostile worker may write byte by byte, and each byte would be kept as
 * an object.
 */
const PIECE_BYTES = 64 * 1024;
/** A header has a few hundred bytes; a longer one comes from a broken or hostile worker. */
const HEADER_CEILING_BYTES = 64 * 1024;
/** Largest body sent to a worker: documents (at most MAX_URL_BYTES) and pages that others read for it. */
export const TOLD_CEILING_BYTES = 1024 * 1024 * 1024;
/** Largest body from a worker: pictures of at most 64 million pixels; answers come in pieces. */
export const SAID_CEILING_BYTES = 64 * 1024 * 1024;

export interface Frame {
  header: unknown;
  body: Buffer;
}

export function writeFrame(
  stream: Writable,
  header: unknown,
  body: Uint8Array,
  onWritten: () => void = () => {},
): void {
  const text = JSON.stringify(header);
  const textBytes = Buffer.byteLength(text);
  const isSmall = body.length <= COPIED_BYTES;
  const begin = Buffer.allocUnsafe(PREFIX_BYTES + textBytes + (isSmall ? body.length : 0));
  begin.writeUInt32LE(textBytes, 0);
  begin.writeUInt32LE(body.length, 4);
  begin.write(text, PREFIX_BYTES);
  if (isSmall) {
    begin.set(body, PREFIX_BYTES + textBytes);
    stream.write(begin, onWritten);
    return;
  }
  stream.cork();
  stream.write(begin);
  stream.write(body, onWritten);
  stream.uncork();
}

/** Resolves when the frame has left this process, or the stream has ended. */
export function writtenFrame(stream: Writable, header: unknown, body: Uint8Array): Promise<void> {
  return new Promise(resolve => writeFrame(stream, header, body, () => resolve()));
}

/** Calls `onFrame` for each complete frame. A frame beyond the ceilings is an error, after which nothing can follow. */
export function readFrames(
  stream: Readable,
  bodyCeilingBytes: number,
  onFrame: (frame: Frame) => void,
  onError: (error: Error) => void,
): void {
  const collector = new Collector(bodyCeilingBytes);
  stream.on('data', (chunk: Buffer) => {
    try {
      collector.push(chunk);
      for (let frame = collector.take(); frame !== undefined; frame = collector.take()) onFrame(frame);
    } catch (error) {
      onError(error instanceof Error ? error : new Error('unreadable frame'));
    }
  });
  stream.on('error', onError);
}

/** Keeps large chunks unchanged until a frame is complete, so that a large body is copied once. */
class Collector {
  private chunks: Buffer[] = [];
  private length = 0;
  private lengths: { header: number; body: number } | undefined;
  private readonly bodyCeilingBytes: number;

  constructor(bodyCeilingBytes: number) {
    this.bodyCeilingBytes = bodyCeilingBytes;
  }

  push(chunk: Buffer): void {
    this.length += chunk.length;
    let piece = chunk;
    // Joins a chunk with the previous one if that is not larger, like the carry of a binary counter, so that each byte
    // is copied only a few times.
    for (let last = this.chunks.at(-1); last !== undefined; last = this.chunks.at(-1)) {
      if (last.length > piece.length || last.length + piece.length > PIECE_BYTES) break;
      this.chunks.pop();
      piece = Buffer.concat([last, piece]);
    }
    this.chunks.push(piece);
  }

  take(): Frame | undefined {
    if (this.lengths === undefined) {
      if (this.length < PREFIX_BYTES) return undefined;
      const prefix = this.cut(PREFIX_BYTES);
      this.lengths = { header: prefix.readUInt32LE(0), body: prefix.readUInt32LE(4) };
      if (this.lengths.header > HEADER_CEILING_BYTES || this.lengths.body > this.bodyCeilingBytes)
        throw new Error('frame beyond its ceiling');
    }
    const { header, body } = this.lengths;
    if (this.length < header + body) return undefined;
    this.lengths = undefined;
    return { header: JSON.parse(this.cut(header).toString('utf8')), body: this.cut(body) };
  }

  /** The first `bytes` bytes, which must have arrived. */
  private cut(bytes: number): Buffer {
    const whole =
      this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks, this.length);
    this.chunks = whole.length > bytes ? [whole.subarray(bytes)] : [];
    this.length -= bytes;
    return whole.subarray(0, bytes);
  }
}
