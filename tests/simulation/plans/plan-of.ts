/** The plan of a seed. */
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

/** Of every so many seeds as many make a long history, or a scenario; most are short, so that there can be many. */
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
 * What histories learn after others is met from here on: the plan of a seed below, and what it is known to find, stays what
 * it is.
 */
export const LATER_SEEDS = 1_000_000;

/**
 * From here on only the scenarios of which each seed is likely to show what one mend is for: where chance alone shows it once in
 * thousands of seeds, every change of the product moves the seed that does.
 */
export const SOUGHT_SEEDS = 2_000_000;

/** From here on, what comes to the log when its job is forgotten. */
export const LATE_SEEDS = 3_000_000;

/** From here on, second ends of jobs whose webhook cannot be called yet. */
export const TWICE_SEEDS = 8_000_000;

/** From here on, repeats of requests that may yet come to stand in the log. */
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
