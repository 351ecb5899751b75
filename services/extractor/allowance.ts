/** What one document has used of its ceilings so far; every reader of the document draws on the same one. */
import { type Ceilings, ExtractionError } from './format.ts';

/**
 * What an honest file makes of each of its bytes at most: a workbook of large tables takes three to eight bytes a cell.
 * Whoever sends one that is merely too large means no harm; a bomb makes ten to a thousand times as much of each byte.
 */
const HONEST_PER_BYTE = 2;
const SIZED: ReadonlySet<keyof Ceilings> = new Set(['elements', 'cells']);

export class Allowance {
  readonly ceilings: Ceilings;
  private readonly used: Partial<Record<keyof Ceilings, number>> = {};
  private readonly sourceBytes: number;

  /** `sourceBytes`: size of the file as it was sent, where files of its kind may be too large without being bombs. */
  constructor(ceilings: Ceilings, sourceBytes = 0) {
    this.ceilings = ceilings;
    this.sourceBytes = sourceBytes;
  }

  /** Counts `amount` against a ceiling. Throws once it is crossed, as a bomb unless the file is as large as that. */
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
