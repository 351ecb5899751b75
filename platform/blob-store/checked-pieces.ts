/** Bytes on their way, held against what is known of all of them. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** The last piece is kept back until the hash is known: whoever reads a damaged body never has all of its length. */
export function checkedPieces(
  body: Readable,
  isWhole: (sha256: string) => boolean,
  damaged: () => Error,
): Readable {
  const sum = createHash('sha256');
  let last: Buffer | undefined;
  const checking = new Transform({
    transform(piece: Buffer, _encoding, done) {
      sum.update(piece);
      const before = last;
      last = piece;
      done(null, before);
    },
    flush(done) {
      if (isWhole(sum.digest('hex'))) done(null, last);
      else done(damaged());
    },
  });
  return pipeline(body, checking, () => undefined);
}
