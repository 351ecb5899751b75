/** Builds: each build that runs can read what all of them write, including builds that ran before. */
import type { Check } from '../evidence.ts';

export const everyBuildReadsTheLog: Check = ({ stops }) =>
  stops
    .filter(text => text.includes('no schema has the fingerprint'))
    .map(text => ({ rule: 'every build reads what is written', text }));
