/** Recognises displayed equations below each other, aligned and numbered at the right, which look like rows of a table. */
import { hasRelation, isEquationNumber } from '../../../text/equations.ts';
import type { DraftCell } from '../shape/draft.ts';
import { cellText } from '../shape/text.ts';

/** Returns the share of the rows that end in an equation's number and contain a relation sign. */
export function equationShare(filled: readonly DraftCell[], rows: number): number {
  const numbered = [...Map.groupBy(filled, cell => cell.row).values()].filter(cells => {
    const last = cells.reduce((one, other) => (other.column > one.column ? other : one));
    return (
      isEquationNumber(cellText(last.words)) &&
      cells.some(cell => cell !== last && hasRelation(cellText(cell.words)))
    );
  });
  return numbered.length / Math.max(1, rows);
}
