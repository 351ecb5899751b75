import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import type { TestContext } from 'node:test';

/** Makes the machine appear to have `cores` cores until the end of the test. */
export function withCores(t: TestContext, cores: number): void {
  t.mock.method(os, 'availableParallelism', () => cores);
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}
