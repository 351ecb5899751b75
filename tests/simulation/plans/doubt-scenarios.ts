/**
 * Scenarios of requests whose events may still appear in the log. They have their own seeds, so that the plans of all
 * other seeds stay the same.
 */
import { between } from './chance.ts';
import { planWith, type Scenario, submit, submits, WORK } from './scenarios.ts';

/**
 * A request hangs in its append, its repeat cannot store the document, and another document comes under the same
 * Idempotency-Key.
 */
const doubtedUnderOneKey: Scenario = (seed, random) => {
  const at = between(random, [1_000, 1_500]);
  const under = { ...WORK, key: 0, idempotencyKey: 0, webhook: 'none', ms: 5, insists: false } as const;
  return planWith(seed, random, 'a request in doubt under one Idempotency-Key', {
    instances: { ingest: 2 },
    settings: { IDEMPOTENCY_SECONDS: '120', JOB_RETENTION_SECONDS: '3600' },
    actions: [
      submit(random, [at, at], { ...under, document: 0 }),
      {
        // By then the request has asked where the log ends, or has not.
        at: at + between(random, [5, 25]),
        kind: 'cut',
        process: 'ingest-1',
        server: 'kafka',
        cut: 'swallow',
        directions: ['up'],
        forMs: between(random, [32_000, 40_000]),
      },
      {
        at: 15_000,
        kind: 'cut',
        process: 'ingest-2',
        server: 's3',
        cut: 'reset',
        directions: ['up', 'down'],
        forMs: 6_000,
      },
      ...submits(random, 4, [15_500, 20_000], { ...under, document: 0 }),
      ...submits(random, 4, [22_000, 30_000], { ...under, document: 1 }),
    ],
  });
};

export const DOUBT_SCENARIOS: readonly Scenario[] = [doubtedUnderOneKey];
