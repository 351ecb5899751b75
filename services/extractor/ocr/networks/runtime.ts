/**
 * Runs PP-OCRv6's networks on onnxruntime-node: picture → where print is, line → features, features → letters. One
 * thread, since pages are spread over workers. A run blocks the event loop; a worker has nothing else to do.
 */
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

const MODELS = join(import.meta.dirname, '..', 'models');

export type Precision = 'int8' | 'float';

/** A network's first output: its numbers and their shape. */
export interface Numbers {
  data: Float32Array;
  shape: readonly number[];
}

export interface Letters {
  /** The class of each column's most likely letter; 0 is none. */
  classes: Int32Array;
  /** The probability (0…1) of that letter within its alphabet. */
  probabilities: Float32Array;
  /** The raw score of that letter: hardly ever below 8 if the alphabet has what the column shows, often below 0 if not. */
  scores: Float32Array;
}

type Runtime = typeof import('onnxruntime-node');

/**
 * Reusing the arena's memory from run to run takes 5 to 20 % less CPU for a page, which the kernel would spend on
 * clearing memory, and 409 MB at most instead of 507. Memory patterns stay off, because one would be kept for each
 * width of a line.
 */
const OPTIONS: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  enableCpuMemArena: true,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

export class Networks {
  private readonly runtime: Runtime;
  readonly precision: Precision;
  private readonly sessions = new Map<string, Promise<InferenceSession>>();

  private constructor(runtime: Runtime, precision: Precision) {
    this.runtime = runtime;
    this.precision = precision;
  }

  /** Throws if the native module cannot be loaded. */
  static async load(precision: Precision): Promise<Networks> {
    // The library would send telemetry over the network. It reads this once, when it is loaded.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    return new Networks(await import('onnxruntime-node'), precision);
  }

  /** The probability of each pixel to belong to a line's core, for one grey picture whose sides are multiples of 32. */
  async detect(pixels: Float32Array, width: number, height: number): Promise<Numbers> {
    const session = await this.session(`detect.${this.precision}`);
    return firstOf(await session.run({ x: this.tensor(threeTimes(pixels), [1, 3, height, width]) }), session);
  }

  /** The features of one line, 48 pixels high. */
  async features(pixels: Float32Array, width: number, height: number): Promise<Numbers> {
    const session = await this.session(`lines.${this.precision}`);
    return firstOf(await session.run({ x: this.tensor(threeTimes(pixels), [1, 3, height, width]) }), session);
  }

  async letters(alphabet: string, features: Numbers): Promise<Letters> {
    const session = await this.session(alphabet);
    const found = await session.run({ features: this.tensor(features.data, features.shape) });
    const classes = found.class?.data;
    const [probabilities, scores] = [found.probability?.data, found.score?.data];
    if (
      classes instanceof Int32Array &&
      probabilities instanceof Float32Array &&
      scores instanceof Float32Array
    )
      return { classes, probabilities, scores };
    throw new Error(`${alphabet}.onnx gives no letters.`);
  }

  async close(): Promise<void> {
    for (const session of this.sessions.values()) await (await session).release();
    this.sessions.clear();
  }

  private tensor(data: Float32Array, shape: readonly number[]): Tensor {
    return new this.runtime.Tensor('float32', data, shape);
  }

  private session(name: string): Promise<InferenceSession> {
    const known = this.sessions.get(name);
    if (known !== undefined) return known;
    const made = this.runtime.InferenceSession.create(join(MODELS, `${name}.onnx`), OPTIONS);
    this.sessions.set(name, made);
    return made;
  }
}

function firstOf(found: InferenceSession.OnnxValueMapType, { outputNames }: InferenceSession): Numbers {
  const tensor = found[outputNames[0] ?? ''];
  if (tensor === undefined || !(tensor.data instanceof Float32Array))
    throw new Error('A network gives no numbers.');
  return { data: tensor.data, shape: tensor.dims };
}

/** The networks were trained on three colour channels. */
function threeTimes(grey: Float32Array): Float32Array {
  const colours = new Float32Array(3 * grey.length);
  for (let colour = 0; colour < 3; colour++) colours.set(grey, colour * grey.length);
  return colours;
}
