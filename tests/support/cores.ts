import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import type { TestContext } from 'node:test';

/** Until the end of the test this machine has so many cores. */
export function withCores(t: TestContext, cores: number): void {
  t.mock.method(os, 'availableParallelism', () => cores);
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}
