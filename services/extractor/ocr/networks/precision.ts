/** Whether whole numbers or floating point are faster here: that is the processor's, and measured. */
import { Networks, type Precision } from './runtime.ts';
import { STRIP_HEIGHT_PX } from './strip.ts';

/** A short line, read so often after once to warm up. */
const WIDTH_PX = 320;
const RUNS = 3;

/** Null where the native module does not load. About a quarter of a second. */
export async function fasterPrecision(): Promise<Precision | null> {
  try {
    const [int8, float] = [await fastest('int8'), await fastest('float')];
    return int8 <= float ? 'int8' : 'float';
  } catch {
    return null;
  }
}

/** Microseconds of CPU time: wall time is also whoever else runs. */
async function fastest(precision: Precision): Promise<number> {
  const networks = await Networks.load(precision);
  const line = new Float32Array(WIDTH_PX * STRIP_HEIGHT_PX).fill(1);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run <= RUNS; run++) {
    const before = process.cpuUsage();
    await networks.features(line, WIDTH_PX, STRIP_HEIGHT_PX);
    const { user, system } = process.cpuUsage(before);
    if (run > 0) least = Math.min(least, user + system);
  }
  await networks.close();
  return least;
}
