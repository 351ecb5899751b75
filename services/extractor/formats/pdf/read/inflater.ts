/**
 * zlib with one state for all streams of a process. Each call of `inflateSync` makes a stream, a state and its buffers anew, and the
 * engine's minor collections cannot free them: what owns native memory waits for the next full one. Some twenty streams a
 * document brought that on early, and with each full collection optimized code of inner functions is lost.
 */
import { constants, Inflate, inflateSync } from 'node:zlib';

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

class Inflater {
  readonly #state: State;
  /** How many bytes of the output, and of the input, are left after a call. */
  readonly #left: Uint32Array;
  readonly #output = new Uint8Array(OUTPUT_BYTES);
  #failed = false;

  constructor(state: State, left: Uint32Array) {
    this.#state = state;
    this.#left = left;
    state.onerror = () => {
      this.#failed = true;
    };
  }

  /** Of the same outcome as `inflateSync`, but in a buffer of its own. Throws where that does. */
  inflate(bytes: Uint8Array, ceiling: number, flush: number): Uint8Array {
    this.#failed = false;
    this.#state.reset();
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (let at = 0; ; at = bytes.length - (this.#left[1] ?? 0)) {
      this.#state.writeSync(flush, bytes, at, bytes.length - at, this.#output, 0, OUTPUT_BYTES);
      if (this.#failed) throw new Error('The stream is damaged.');
      const filled = OUTPUT_BYTES - (this.#left[0] ?? 0);
      length += filled;
      if (length > ceiling) throw new TooLong();
      const piece = this.#output.slice(0, filled);
      if (filled < OUTPUT_BYTES) return pieces.length === 0 ? piece : joined([...pieces, piece], length);
      pieces.push(piece);
    }
  }
}

/** There are more bytes in a stream than were asked for at most. */
export class TooLong extends Error {}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Null where this Node has none that can be used so. */
export function inflaterOf(engine: object): Inflater | null {
  const { _handle: state, _writeState: left } = engine as { _handle?: Partial<State>; _writeState?: unknown };
  const isUsable = typeof state?.writeSync === 'function' && typeof state.reset === 'function';
  return isUsable && left instanceof Uint32Array ? new Inflater(state as State, left) : null;
}

let inflater: Inflater | null | undefined;

/**
 * What a zlib stream inflates to, in a buffer of its own; with the flag `Z_SYNC_FLUSH` it may be cut off. Throws `TooLong` where that is
 * more than `ceiling`, and otherwise where it is damaged.
 */
export function inflate(bytes: Uint8Array, ceiling: number, flush: number = constants.Z_FINISH): Uint8Array {
  inflater ??= inflaterOf(new Inflate());
  return inflater === null ? inflatedAnew(bytes, ceiling, flush) : inflater.inflate(bytes, ceiling, flush);
}

export function inflatedAnew(bytes: Uint8Array, ceiling: number, flush: number): Uint8Array {
  try {
    return new Uint8Array(inflateSync(bytes, { finishFlush: flush, maxOutputLength: ceiling }));
  } catch (cause) {
    const isTooLong = cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong ? new TooLong() : cause;
  }
}
