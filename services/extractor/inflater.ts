/**
 * zlib with one state for all streams of a process, and one for all parts of archives. Each call of `inflateSync` makes a stream, a
 * state and its buffers anew, and the engine's minor collections cannot free them: what owns native memory waits for the next full
 * one. Some twenty streams a document brought that on early, and with each full collection optimized code of inner functions is lost.
 */
import { constants, Inflate, InflateRaw, inflateRawSync, inflateSync } from 'node:zlib';

/** What of Node's own zlib is used: minizlib and pngjs are built on the same. */
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

/** What is filled again and again; of a stream that is longer the pieces are put together. */
const OUTPUT_BYTES = 256 * 1024;
const output = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
/** Output that ends up exactly full would be followed by another piece. */
const SPARE_BYTES = 64;

class Inflater {
  readonly #state: State;
  /** How many bytes of the output, and of the input, are left after a call. */
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
   * Of the same outcome as `inflateSync`, but in `output` where it fits, and otherwise in a buffer of its own. Throws where that
   * does. `expected`: bytes that there probably are; memory for so many is taken at once.
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

/** There are more bytes in a stream than were asked for at most. */
export class TooLong extends Error {}

/** Null where this Node has none that can be used so. */
export function inflaterOf(engine: object): Inflater | null {
  const { _handle: state, _writeState: left } = engine as { _handle?: Partial<State>; _writeState?: unknown };
  const isUsable = typeof state?.writeSync === 'function' && typeof state.reset === 'function';
  return isUsable && left instanceof Uint32Array ? new Inflater(state as State, left) : null;
}

let zlibInflater: Inflater | null | undefined;
let rawInflater: Inflater | null | undefined;

/**
 * What a zlib stream inflates to, in a buffer of its own; with the flag `Z_SYNC_FLUSH` it may be cut off. Throws `TooLong` where that is
 * more than `ceiling`, and otherwise where it is damaged.
 */
export function inflate(bytes: Uint8Array, ceiling: number, flush: number = constants.Z_FINISH): Uint8Array {
  zlibInflater ??= inflaterOf(new Inflate());
  if (zlibInflater === null) return inflatedAnew(bytes, ceiling, flush);
  return new Uint8Array(zlibInflater.inflate(bytes, ceiling, flush, 0));
}

/**
 * What a stream without zlib's head inflates to, as parts of archives are packed. The bytes are good until the next call: for what is
 * decoded at once. Throws as `inflate`. `expected`: bytes that there probably are, no promise.
 */
export function inflateBriefly(bytes: Uint8Array, ceiling: number, expected = 0): Buffer {
  rawInflater ??= inflaterOf(new InflateRaw());
  return rawInflater === null
    ? rawInflatedAnew(bytes, ceiling, expected)
    : rawInflater.inflate(bytes, ceiling, constants.Z_FINISH, expected);
}

/** The same, to be kept. */
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
