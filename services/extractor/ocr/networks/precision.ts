/** Measures whether the networks run faster in integers or in floating point, which depends on the processor. */
import { Networks, type Precision } from './runtime.ts';
import { STRIP_HEIGHT_PX } from './strip.ts';

/** The width of the short line that is read this often, after one run to warm up. */
const WIDTH_PX = 320;
const RUNS = 5;

/**
 * Null if the native module does not load. Takes about a third of a second. The two are measured alternately, so that
 * other work on the core slows both alike: extractors that chose differently would not share each other's pages.
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

/** Microseconds of CPU time; wall time would include other programs. */
async function once(networks: Networks): Promise<number> {
  const line = new Float32Array(WIDTH_PX * STRIP_HEIGHT_PX).fill(1);
  const before = process.cpuUsage();
  await networks.features(line, WIDTH_PX, STRIP_HEIGHT_PX);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
