import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { fasterPrecision } from './precision.ts';
import { Networks, type Precision } from './runtime.ts';

/** For one line, in ms on an otherwise idle processor with AVX2 but without VNNI. */
const COSTS_MS: Record<Precision, number> = { int8: 12, float: 18 };

/**
 * The precision that is chosen on a machine where other work on the core makes everything take twice as long until
 * `busyMs` have passed.
 */
async function measured(busyMs: number): Promise<Precision | null> {
  let worked = 0;
  const features = (precision: Precision) => async () => {
    worked += COSTS_MS[precision] * (worked < busyMs ? 2 : 1);
  };
  mock.method(Networks, 'load', async (precision: Precision) => ({
    features: features(precision),
    close: async () => undefined,
  }));
  mock.method(process, 'cpuUsage', (before?: NodeJS.CpuUsage) => ({
    user: worked * 1_000 - (before?.user ?? 0),
    system: 0,
  }));
  try {
    return await fasterPrecision();
  } finally {
    mock.restoreAll();
  }
}

for (const busyMs of [0, 50, 100, 150])
  it(`is the same on a core that somebody shares for the first ${busyMs} ms`, async () => {
    assert.equal(await measured(busyMs), 'int8');
  });
