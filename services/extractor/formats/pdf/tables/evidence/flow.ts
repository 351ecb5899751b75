/** Text set in columns side by side: what looks like rows are its lines. */
import type { DraftCell } from '../draft.ts';
import { cellText } from '../text.ts';

/** Lines of text have at least so many words. */
const LINE_WORDS = 3;
const ENDED = /[.!?:;]["”’)]*$/;

/** Share of the longer texts that go on from the longer text above them: a small letter after no full stop. */
export function flowingShare(filled: readonly DraftCell[]): number {
  const lines = filled.filter(cell => cell.words.length >= LINE_WORDS);
  const pairs = lines.flatMap(cell => {
    const above = lines.find(other => other.column === cell.column && other.row === cell.row - 1);
    return above ? [{ above, cell }] : [];
  });
  const flowing = pairs.filter(
    ({ above, cell }) => /^\p{Ll}/u.test(cell.words[0]?.text ?? '') && !ENDED.test(cellText(above.words)),
  );
  return new Set(pairs.map(({ cell }) => cell.column)).size > 1 ? flowing.length / pairs.length : 0;
}
