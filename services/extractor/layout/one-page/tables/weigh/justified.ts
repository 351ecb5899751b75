/** Recognises justified lines of prose, whose wide spaces look like gaps between columns. */
import { median } from '../../../page/geometry.ts';
import type { DraftCell } from '../shape/draft.ts';
import { isCurrency } from '../shape/values.ts';
import type { Word } from '../shape/words.ts';

/** The space before a cell is one of its line's spaces up to this many times the width of those inside the cell. */
const SAME_SPACE = 1.15;
/** Fewer spaces inside a line's cells are chance; those after a currency are as wide as its column. */
const INNER_SPACES_MIN = 3;
/** In points: baselines of the lines of one row of cells differ by at most this. */
const ONE_BASELINE_PT = 1;

interface CellWord extends Pick<Word, 'text' | 'left' | 'right' | 'baseline'> {
  cell: DraftCell;
}

/** Returns, of the lines over several cells, the share in which a space between cells is as wide as those within. */
export function justifiedShare(filled: readonly DraftCell[]): number {
  const words = filled
    .flatMap(cell =>
      cell.words.map(({ text, left, right, baseline }) => ({ cell, text, left, right, baseline })),
    )
    .sort((one, other) => one.baseline - other.baseline);
  const lines: CellWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && word.baseline - (line[0]?.baseline ?? 0) < ONE_BASELINE_PT) line.push(word);
    else lines.push([word]);
  }
  const across = lines.filter(line => line.some(({ cell }) => cell !== line[0]?.cell));
  return across.filter(isJustified).length / Math.max(1, across.length);
}

function isJustified(line: CellWord[]): boolean {
  line.sort((one, other) => one.left - other.left);
  const [inner, outer]: number[][] = [[], []];
  line.slice(1).forEach((word, at) => {
    const before = line[at] ?? word;
    if (before.cell === word.cell && isCurrency(before.text)) return;
    (before.cell === word.cell ? inner : outer)?.push(word.left - before.right);
  });
  if (inner === undefined || outer === undefined || inner.length < INNER_SPACES_MIN) return false;
  return Math.min(...outer) <= SAME_SPACE * median(inner);
}
