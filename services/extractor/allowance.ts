/** How much of its ceilings one document has used so far; all readers of the document share one. */
import { type Ceilings, ExtractionError } from './format.ts';

/**
 * Most that an honest file contains per byte: a workbook of large tables takes three to eight bytes a cell. A sender of
 * a file that is merely too large means no harm; a bomb makes ten to a thousand times as much of each byte.
 */
const HONEST_PER_BYTE = 2;
const SIZED: ReadonlySet<keyof Ceilings> = new Set(['elements', 'cells']);

export class Allowance {
  readonly ceilings: Ceilings;
  private readonly used: Partial<Record<keyof Ceilings, number>> = {};
  private readonly sourceBytes: number;

  /** `sourceBytes`: size of the file as sent, for kinds of files that may be too large without being bombs. */
  constructor(ceilings: Ceilings, sourceBytes = 0) {
    this.ceilings = ceilings;
    this.sourceBytes = sourceBytes;
  }

  /** Counts `amount` against a ceiling. Throws once it is exceeded, as a bomb unless the file itself is correspondingly large. */
  spend(ceiling: keyof Ceilings, amount: number): void {
    const used = (this.used[ceiling] ?? 0) + amount;
    this.used[ceiling] = used;
    if (used <= this.ceilings[ceiling]) return;
    throw ceilingCrossed(ceiling, !SIZED.has(ceiling) || used > this.sourceBytes * HONEST_PER_BYTE);
  }

  left(ceiling: keyof Ceilings): number {
    return Math.max(0, this.ceilings[ceiling] - (this.used[ceiling] ?? 0));
  }
}

export function ceilingCrossed(ceiling: string, bomb = true): ExtractionError {
  return new ExtractionError('extraction_failed', `The document exceeds the ceiling of ${ceiling}.`, {
    bomb,
  });
}
