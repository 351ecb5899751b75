/** What one document has used of its ceilings so far; every reader of the document draws on the same one. */
import { type Ceilings, ExtractionError } from './format.ts';

export class Allowance {
  readonly ceilings: Ceilings;
  private readonly used: Partial<Record<keyof Ceilings, number>> = {};

  constructor(ceilings: Ceilings) {
    this.ceilings = ceilings;
  }

  /** Counts `amount` against a ceiling. Throws the bomb error once it is crossed. */
  spend(ceiling: keyof Ceilings, amount: number): void {
    const used = (this.used[ceiling] ?? 0) + amount;
    this.used[ceiling] = used;
    if (used > this.ceilings[ceiling]) throw ceilingCrossed(ceiling);
  }

  left(ceiling: keyof Ceilings): number {
    return Math.max(0, this.ceilings[ceiling] - (this.used[ceiling] ?? 0));
  }
}

export function ceilingCrossed(ceiling: string): ExtractionError {
  return new ExtractionError('extraction_failed', `The document exceeds the ceiling of ${ceiling}.`, {
    bomb: true,
  });
}
