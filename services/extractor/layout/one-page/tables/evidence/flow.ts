/** Text set in columns side by side: what looks like rows are its lines. */
import type { DraftCell } from '../draft.ts';
import { cellText } from '../text.ts';
import type { Word } from '../words.ts';

/** Lines of text have at least so many words. */
const LINE_WORDS = 3;
const ENDED = /[.!?:;]["”’)]*$/;

/** Share of the longer texts that go on from the longer text above them. */
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

/** Whether a text ends like a sentence or a clause. */
export const endsText = (text: string): boolean => ENDED.test(text);

/** Whether a line of text goes on from the one above: a small letter after no full stop. */
export function flowsOn(above: string, line: readonly Word[]): boolean {
  return line.length >= LINE_WORDS && /^\p{Ll}/u.test(line[0]?.text ?? '') && !endsText(above);
}
