/** Splits the bytes on a connection to a broker into requests or answers (https://kafka.apache.org/protocol). */

/** Size of the length field in front of each frame; the length does not include it. */
export const SIZE_BYTES = 4;

export class Frames {
  private rest = Buffer.alloc(0);

  /** The frames that end in this piece, with their length fields, wherever the network has split them. */
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
