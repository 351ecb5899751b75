/** Checks a stream of bytes against a hash of the whole. */
import { createHash } from 'node:crypto';
import { pipeline, type Readable, Transform } from 'node:stream';

/** Holds the last piece back until the hash is known, so that the reader of a damaged body never gets its full length. */
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
