/**
 * PP-OCRv6's networks on onnxruntime-node: picture → where print is, line → features, features → letters.
 * One thread: pages are spread over workers. A run blocks the event loop; a worker has nothing else to do.
 */
import { join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';

const MODELS = join(import.meta.dirname, '..', 'models');

export type Precision = 'int8' | 'float';

/** What a network gives: its first outputs' numbers, and their shape. */
export interface Numbers {
  data: Float32Array;
  shape: readonly number[];
}

export interface Letters {
  /** Class of each column's likeliest letter; 0 is none. */
  classes: Int32Array;
  /** 0…1, of that letter among its alphabet's. */
  probabilities: Float32Array;
  /** Its raw score: hardly below 8 where the column shows what the alphabet has, often below 0 where it does not. */
  scores: Float32Array;
}

type Runtime = typeof import('onnxruntime-node');

/**
 * With the arena's memory used again from run to run a page takes 5 to 20 % less CPU, which the kernel would spend on clearing
 * pages, and 409 MB at most instead of 507; patterns of memory by width would be kept for each width of a line.
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

  /** Throws where the native module cannot be loaded. */
  static async load(precision: Precision): Promise<Networks> {
    // It would report to its maker over the network. Read once, when the library is loaded.
    process.env.ORT_DISABLE_TELEMETRY = '1';
    return new Networks(await import('onnxruntime-node'), precision);
  }

  /** Probability that a pixel belongs to a line's core, for one grey picture whose sides are multiples of 32. */
  async detect(pixels: Float32Array, width: number, height: number): Promise<Numbers> {
    const session = await this.session(`detect.${this.precision}`);
    return firstOf(await session.run({ x: this.tensor(threeTimes(pixels), [1, 3, height, width]) }), session);
  }

  /** Features of one line, 48 pixels high. */
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

/** The networks were trained on three colours. */
function threeTimes(grey: Float32Array): Float32Array {
  const colours = new Float32Array(3 * grey.length);
  for (let colour = 0; colour < 3; colour++) colours.set(grey, colour * grey.length);
  return colours;
}
