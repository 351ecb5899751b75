/** Lists look like tables of two columns: bullets or numbers, and text. */
import type { DraftCell } from '../draft.ts';

const MARKER = /^(?:[\p{Po}\p{So}\p{Sm}\p{Pd}\p{Co}○●◦■□▪o*]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)])$/iu;

/** Share of bullets and numbers in the first column; bare numbers count where no head says what they are. */
export function markerShare(filled: readonly DraftCell[]): number {
  const first = filled.filter(cell => cell.column === 0);
  if (first.every(({ words }) => words.length === 1 && /^\d{1,3}$/.test(words[0]?.text ?? ''))) return 1;
  return (
    first.filter(({ words }) => words.length === 1 && MARKER.test(words[0]?.text ?? '')).length /
    Math.max(1, first.length)
  );
}
