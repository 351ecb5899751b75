/**
 * Passes a worker's large answer to the store piece by piece, with only a few pieces in memory at a time. Workers are
 * not trusted, so an answer has a ceiling however small its pieces are.
 */

/** Largest answer; those of honest documents reach half of it. */
const CEILING_BYTES = 1024 * 1024 * 1024;
/** How much may wait to be stored before the worker's pipe is paused. */
const WAITING_BYTES = 4 * 1024 * 1024;
const WAITING_PIECES = 64;

/** Stores the pieces; rejects if that fails, and if the answer breaks off. */
export type KeepAnswer = (pieces: AsyncIterable<Buffer>) => Promise<void>;

export interface AnswerLimits {
  /** Pauses reading from the worker until it is called with false. */
  hold: (holds: boolean) => void;
  ceilingBytes?: number;
}

export class AnswerPieces implements AsyncIterable<Buffer> {
  private readonly limits: AnswerLimits;
  private readonly waiting: Buffer[] = [];
  private waitingBytes = 0;
  private bytes = 0;
  private end: 'open' | 'whole' | 'broken' = 'open';
  private holds = false;
  private wake: () => void = () => undefined;

  constructor(limits: AnswerLimits) {
    this.limits = limits;
  }

  /** False if the answer exceeds the ceiling. */
  add(piece: Buffer): boolean {
    this.bytes += piece.length;
    if (this.bytes > (this.limits.ceilingBytes ?? CEILING_BYTES)) return false;
    if (piece.length > 0) this.waiting.push(piece);
    this.waitingBytes += piece.length;
    this.look();
    this.wake();
    return true;
  }

  /** `last` is its last piece; undefined if it breaks off. */
  finish(last: Buffer | undefined): void {
    if (this.end !== 'open') return;
    if (last !== undefined && last.length > 0) this.waiting.push(last);
    this.end = last === undefined ? 'broken' : 'whole';
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.end === 'broken') throw new Error('the answer of a worker broke off');
      const piece = this.waiting.shift();
      if (piece !== undefined) {
        yield piece;
        this.waitingBytes -= piece.length;
        this.look();
      } else if (this.end === 'whole') return;
      else
        await new Promise<void>(resolve => {
          this.wake = resolve;
        });
    }
  }

  private look(): void {
    const isFull = this.waitingBytes >= WAITING_BYTES || this.waiting.length >= WAITING_PIECES;
    if (isFull !== this.holds) this.limits.hold(isFull);
    this.holds = isFull;
  }
}
