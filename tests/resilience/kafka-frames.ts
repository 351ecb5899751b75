/** What passes on a connection to a broker, as the requests or answers that it consists of (https://kafka.apache.org/protocol). */

/** Before each frame stands its size, which does not count itself. */
export const SIZE_BYTES = 4;

export class Frames {
  private rest = Buffer.alloc(0);

  /** Those that end in the piece, with their sizes, wherever the network has cut them. */
  of(piece: Buffer): Buffer[] {
    this.rest = Buffer.concat([this.rest, piece]);
    const frames: Buffer[] = [];
    while (this.rest.length >= SIZE_BYTES) {
      const end = SIZE_BYTES + this.rest.readInt32BE(0);
      if (this.rest.length < end) break;
      frames.push(this.rest.subarray(0, end));
      this.rest = this.rest.subarray(end);
    }
    return frames;
  }
}
