/** Lists look like tables of two columns: bullets or numbers, and text. */
import { BULLET } from '../../lines/markers.ts';
import type { DraftCell } from '../draft.ts';
import { isNumeric } from '../values.ts';

const MARKER = /^(?:[\p{Po}\p{So}\p{Sm}\p{Pd}\p{Co}○●◦■□▪o*]|\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,5})[.)])$/iu;

/**
 * Share of bullets and numbers in the first column; bare numbers count where no head says what they are. Before
 * numbers they are values, not markers.
 */
export function markerShare(filled: readonly DraftCell[]): number {
  const others = filled.filter(cell => cell.column > 0);
  if (others.length > 0 && others.every(cell => isNumeric(cell.words))) return 0;
  const first = filled.filter(cell => cell.column === 0);
  if (first.every(({ words }) => words.length === 1 && /^\d{1,3}$/.test(words[0]?.text ?? ''))) return 1;
  return (
    first.filter(({ words }) => words.length === 1 && MARKER.test(words[0]?.text ?? '')).length /
    Math.max(1, first.length)
  );
}

/**
 * Share of the texts below the first row that a bullet stands before, in the same cell or in one of its own. A sign
 * that stands before nothing is a mark in a table and a text like any other.
 */
export function bulletedShare(filled: readonly DraftCell[]): number {
  const below = filled.filter(cell => cell.row > 0);
  const isBullet = (cell: DraftCell) => cell.words.length === 1 && BULLET.test(cell.words[0]?.text ?? '');
  const bullets = new Set<DraftCell>();
  const bulleted = below.filter((cell, i) => {
    if (isBullet(cell)) return false;
    const previous = below[i - 1];
    const apart = previous?.row === cell.row && previous.column === cell.column - 1 && isBullet(previous);
    if (apart) bullets.add(previous);
    return apart || (cell.words.length > 1 && BULLET.test(cell.words[0]?.text ?? ''));
  });
  return bulleted.length / Math.max(1, below.length - bullets.size);
}
