/** The settings of this clone's running stack, for tests and benchmarks that use it. */
import { readState, settingsOf } from './state.ts';

export function stackSettings(): Record<string, string> {
  const state = readState();
  if (state === undefined) throw new Error('no stack runs here: npm run stack -- up --versitygw');
  return settingsOf(state, true);
}
