/** The plan of a seed. */
import { Random } from '../../resilience/soak/random.ts';
import type { Plan } from '../plan.ts';
import { chanceOf, LONG, SHORT } from './chance.ts';
import { SCENARIOS } from './scenarios.ts';

/** Of every so many seeds as many make a long history, or a scenario; most are short, so that there can be many. */
const SHARES = [
  { weight: 82, kind: 'short' },
  { weight: 6, kind: 'long' },
  { weight: 12, kind: 'scenario' },
] as const;

export function planOf(seed: number): Plan {
  const random = new Random(seed);
  const { kind } = random.weighted(SHARES);
  if (kind !== 'scenario') return chanceOf(seed, random, kind === 'short' ? SHORT : LONG);
  return random.pick(SCENARIOS)(seed, random);
}
