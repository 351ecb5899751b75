/** Makes the plan of a seed. */
import { Random } from '../../resilience/soak/random.ts';
import type { Plan } from '../plan.ts';
import { chanceOf, FAULT_KINDS, FIRST_KINDS, LONG, SHORT } from './chance.ts';
import { DOUBT_SCENARIOS } from './doubt-scenarios.ts';
import {
  LATE_SCENARIOS,
  LATER_SCENARIOS,
  SCENARIOS,
  SOUGHT_SCENARIOS,
  TWICE_SCENARIOS,
} from './scenarios.ts';

interface Share {
  weight: number;
  kind: 'short' | 'long' | 'scenario';
}

/** Relative frequencies of short histories, long ones and scenarios. Most are short, so that there can be many. */
const SHARES: readonly Share[] = [
  { weight: 82, kind: 'short' },
  { weight: 6, kind: 'long' },
  { weight: 12, kind: 'scenario' },
];
const LATER_SHARES: readonly Share[] = [
  { weight: 55, kind: 'short' },
  { weight: 5, kind: 'long' },
  { weight: 40, kind: 'scenario' },
];

/**
 * Seeds from here on include faults and scenarios that were added later. The plans of lower seeds, and what they are
 * known to find, stay the same.
 */
export const LATER_SEEDS = 1_000_000;

/**
 * Seeds from here on are only scenarios in which each seed is likely to show the fault that one correction was made
 * for. If only one in thousands of random histories shows it, every change of the product moves it to another seed.
 */
export const SOUGHT_SEEDS = 2_000_000;

/** Seeds from here on: events that come to the log when their job has been forgotten. */
export const LATE_SEEDS = 3_000_000;

/** Seeds from here on: second ends of jobs whose webhook cannot be called yet. */
export const TWICE_SEEDS = 8_000_000;

/** Seeds from here on: repeats of requests whose events may still appear in the log. */
export const DOUBT_SEEDS = 9_000_000;

export function planOf(seed: number): Plan {
  const random = new Random(seed);
  if (seed >= DOUBT_SEEDS) return random.pick(DOUBT_SCENARIOS)(seed, random);
  if (seed >= TWICE_SEEDS) return random.pick(TWICE_SCENARIOS)(seed, random);
  if (seed >= LATE_SEEDS) return random.pick(LATE_SCENARIOS)(seed, random);
  if (seed >= SOUGHT_SEEDS) return random.pick(SOUGHT_SCENARIOS)(seed, random);
  const isLater = seed >= LATER_SEEDS;
  const { kind } = random.weighted(isLater ? LATER_SHARES : SHARES);
  if (kind === 'scenario') return random.pick(isLater ? LATER_SCENARIOS : SCENARIOS)(seed, random);
  return chanceOf(seed, random, kind === 'short' ? SHORT : LONG, isLater ? FAULT_KINDS : FIRST_KINDS);
}
