/** Recognises text in columns side by side, whose lines look like rows. */
import type { DraftCell } from '../shape/draft.ts';
import { flowsOn, LINE_WORDS } from '../shape/prose.ts';
import { cellText } from '../shape/text.ts';

/** Returns the share of the longer texts that continue the longer text above them. */
export function flowingShare(filled: readonly DraftCell[]): number {
  const lines = filled.filter(cell => cell.words.length >= LINE_WORDS);
  const at = new Map(lines.map(cell => [`${cell.row} ${cell.column}`, cell]));
  const pairs = lines.flatMap(cell => {
    const above = at.get(`${cell.row - 1} ${cell.column}`);
    return above ? [{ above, cell }] : [];
  });
  const flowing = pairs.filter(({ above, cell }) => flowsOn(cellText(above.words), cell.words));
  return new Set(pairs.map(({ cell }) => cell.column)).size > 1 ? flowing.length / pairs.length : 0;
}
