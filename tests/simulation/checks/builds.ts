/** Builds: whatever runs, and ran before it, each reads what all of them write. */
import type { Check } from '../evidence.ts';

export const everyBuildReadsTheLog: Check = ({ stops }) =>
  stops
    .filter(text => text.includes('no schema has the fingerprint'))
    .map(text => ({ rule: 'every build reads what is written', text }));
