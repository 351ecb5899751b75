/** Text set in columns side by side: what looks like rows are its lines. */
import type { DraftCell } from '../draft.ts';
import { cellText } from '../text.ts';

/** Lines of text have at least so many words. */
const LINE_WORDS = 3;
const ENDED = /[.!?:;]["”’)]*$/;

/** Share of the longer texts that go on from the longer text above them: a small letter after no full stop. */
export function flowingShare(filled: readonly DraftCell[]): number {
  const lines = filled.filter(cell => cell.words.length >= LINE_WORDS);
  const at = new Map(lines.map(cell => [`${cell.row} ${cell.column}`, cell]));
  const pairs = lines.flatMap(cell => {
    const above = at.get(`${cell.row - 1} ${cell.column}`);
    return above ? [{ above, cell }] : [];
  });
  const flowing = pairs.filter(
    ({ above, cell }) => /^\p{Ll}/u.test(cell.words[0]?.text ?? '') && !ENDED.test(cellText(above.words)),
  );
  return new Set(pairs.map(({ cell }) => cell.column)).size > 1 ? flowing.length / pairs.length : 0;
}
