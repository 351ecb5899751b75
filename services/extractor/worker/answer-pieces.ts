import { BODY_CEILING_BYTES } from './framing.ts';

/** A worker's answer that came in several frames. What a worker says is not believed: together they have the ceiling of one. */
export class AnswerPieces {
  private readonly pieces: Buffer[] = [];
  private readonly ceilingBytes: number;
  private bytes = 0;

  constructor(ceilingBytes = BODY_CEILING_BYTES) {
    this.ceilingBytes = ceilingBytes;
  }

  /** False where the answer is beyond the ceiling. */
  add(piece: Buffer): boolean {
    this.bytes += piece.length;
    if (this.bytes > this.ceilingBytes) return false;
    this.pieces.push(piece);
    return true;
  }

  /** All of it; `last` is the body of the answer itself. */
  with(last: Buffer): Buffer {
    return this.pieces.length === 0 ? last : Buffer.concat([...this.pieces, last]);
  }
}
