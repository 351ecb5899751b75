/** Whether whole numbers or floating point are faster here: that is the processor's, and measured. */
import { Networks, type Precision } from './runtime.ts';
import { STRIP_HEIGHT_PX } from './strip.ts';

/** A short line, read so often after once to warm up. */
const WIDTH_PX = 320;
const RUNS = 5;

/**
 * Null where the native module does not load. Takes about a third of a second. The two are measured in turns, so that other work on the
 * core slows down both: extractors that choose differently do not read each other's pages.
 */
export async function fasterPrecision(): Promise<Precision | null> {
  try {
    const [int8, float] = [await Networks.load('int8'), await Networks.load('float')];
    for (const networks of [int8, float]) await once(networks);
    let [leastInt8, leastFloat] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let run = 0; run < RUNS; run++) {
      leastInt8 = Math.min(leastInt8, await once(int8));
      leastFloat = Math.min(leastFloat, await once(float));
    }
    await Promise.all([int8.close(), float.close()]);
    return leastInt8 <= leastFloat ? 'int8' : 'float';
  } catch {
    return null;
  }
}

/** Microseconds of CPU time: wall time is also whoever else runs. */
async function once(networks: Networks): Promise<number> {
  const line = new Float32Array(WIDTH_PX * STRIP_HEIGHT_PX).fill(1);
  const before = process.cpuUsage();
  await networks.features(line, WIDTH_PX, STRIP_HEIGHT_PX);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
