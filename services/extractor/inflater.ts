/**
 * zlib with one state for all zlib streams of a process, and one for all parts of archives. Each call of `inflateSync`
 * creates a stream, a state and buffers, which minor garbage collections cannot free, because objects that own native
 * memory wait for the next full one. About twenty streams a document caused full collections early, and each of these
 * discards optimised code of inner functions.
 */
import { constants, Inflate, InflateRaw, inflateRawSync, inflateSync } from 'node:zlib';

/** The part of Node's own zlib handle that is used; minizlib and pngjs use the same. */
interface State {
  reset(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputLength: number,
    output: Uint8Array,
    outputAt: number,
    outputLength: number,
  ): void;
  onerror(message: string, errno: number, code: string): void;
}

/** A buffer that is reused; longer output is assembled from pieces. */
const OUTPUT_BYTES = 256 * 1024;
const output = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
/** If the output buffer were filled exactly, another piece would follow. */
const SPARE_BYTES = 64;

class Inflater {
  readonly #state: State;
  /** After a call: how many bytes are left of the output, and of the input. */
  readonly #left: Uint32Array;
  #failed = false;

  constructor(state: State, left: Uint32Array) {
    this.#state = state;
    this.#left = left;
    state.onerror = () => {
      this.#failed = true;
    };
  }

  /**
   * The same result as `inflateSync`, but in `output` if it fits there, otherwise in a buffer of its own. Throws as
   * that does. `expected`: the probable length, for which memory is taken at once.
   */
  inflate(bytes: Uint8Array, ceiling: number, flush: number, expected: number): Buffer {
    this.#failed = false;
    this.#state.reset();
    const pieces: Buffer[] = [];
    let length = 0;
    let room = expected < OUTPUT_BYTES ? output : Buffer.allocUnsafeSlow(expected + SPARE_BYTES);
    for (let at = 0; ; at = bytes.length - (this.#left[1] ?? 0)) {
      this.#state.writeSync(flush, bytes, at, bytes.length - at, room, 0, room.length);
      if (this.#failed) throw new Error('The stream is damaged.');
      const filled = room.length - (this.#left[0] ?? 0);
      length += filled;
      if (length > ceiling) throw new TooLong();
      const piece = room.subarray(0, filled);
      if (filled < room.length)
        return pieces.length === 0 ? piece : Buffer.concat([...pieces, piece], length);
      pieces.push(room === output ? Buffer.from(piece) : piece);
      room = output;
    }
  }
}

/** The stream has more bytes than the ceiling allows. */
export class TooLong extends Error {}

/** Null if this Node's zlib has no usable state. */
export function inflaterOf(engine: object): Inflater | null {
  const { _handle: state, _writeState: left } = engine as { _handle?: Partial<State>; _writeState?: unknown };
  const isUsable = typeof state?.writeSync === 'function' && typeof state.reset === 'function';
  return isUsable && left instanceof Uint32Array ? new Inflater(state as State, left) : null;
}

let zlibInflater: Inflater | null | undefined;
let rawInflater: Inflater | null | undefined;

/**
 * Inflates a zlib stream into a buffer of its own; with the flag `Z_SYNC_FLUSH` the stream may be cut off. Throws
 * `TooLong` above `ceiling`, and another error if it is damaged.
 */
export function inflate(bytes: Uint8Array, ceiling: number, flush: number = constants.Z_FINISH): Uint8Array {
  zlibInflater ??= inflaterOf(new Inflate());
  if (zlibInflater === null) return inflatedAnew(bytes, ceiling, flush);
  return new Uint8Array(zlibInflater.inflate(bytes, ceiling, flush, 0));
}

/**
 * Inflates a raw deflate stream, as in archives. The bytes are valid only until the next call, so decode them at once.
 * Throws as `inflate`. `expected`: the probable length, which may be wrong.
 */
export function inflateBriefly(bytes: Uint8Array, ceiling: number, expected = 0): Buffer {
  rawInflater ??= inflaterOf(new InflateRaw());
  return rawInflater === null
    ? rawInflatedAnew(bytes, ceiling, expected)
    : rawInflater.inflate(bytes, ceiling, constants.Z_FINISH, expected);
}

/** Like `inflateBriefly`, in a buffer that may be kept. */
export function inflateRaw(bytes: Uint8Array, ceiling: number, expected = 0): Buffer {
  const inflated = inflateBriefly(bytes, ceiling, expected);
  return inflated.buffer === output.buffer ? Buffer.from(inflated) : inflated;
}

export const inflatedAnew = (bytes: Uint8Array, ceiling: number, flush: number): Uint8Array =>
  anew(() => new Uint8Array(inflateSync(bytes, { finishFlush: flush, maxOutputLength: ceiling })));

export const rawInflatedAnew = (bytes: Uint8Array, ceiling: number, expected: number): Buffer =>
  anew(() =>
    inflateRawSync(bytes, {
      maxOutputLength: Math.max(1, ceiling),
      chunkSize: Math.max(OUTPUT_BYTES, expected + SPARE_BYTES),
    }),
  );

function anew<Inflated>(run: () => Inflated): Inflated {
  try {
    return run();
  } catch (cause) {
    const isTooLong = cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong ? new TooLong() : cause;
  }
}
