/** What stands between neighbouring cells: white space of columns, or no more than spaces of text. */
import { around, median } from '../../geometry.ts';
import type { DraftCell } from '../draft.ts';
import type { Word } from '../words.ts';

/** A space in text, at most, in em. */
const TEXT_SPACE_EM = 0.6;
/** Texts this close to the usual place of their column keep to it, in points. */
const KEPT_PT = 2;
/** Share of texts that keep to it, for a column. */
const KEPT_SHARE = 0.75;
/** Fewer torn places are chance. */
const TORN_LEAST = 4;
/** Share of torn places from which the text is surely prose. */
const TORN_FULL_SHARE = 0.3;

interface Joint {
  before: Word;
  after: Word;
}

/** 0 … 1: how often the edges of columns run through spaces of text. Columns whose texts keep to a side are none. */
export function tornShare(filled: readonly DraftCell[]): number {
  const joints = jointsOf(filled);
  const torn = [...joints.values()]
    .filter(places => !keeps(places))
    .flat()
    .filter(({ before, after }) => after.left - before.right < TEXT_SPACE_EM * after.size);
  const all = [...joints.values()].reduce((sum, places) => sum + places.length, 0);
  return torn.length < TORN_LEAST ? 0 : Math.min(1, torn.length / all / TORN_FULL_SHARE);
}

/** Places where two words of one line stand on both sides of a column's left edge, by column. */
function jointsOf(filled: readonly DraftCell[]): Map<number, Joint[]> {
  const joints = new Map<number, Joint[]>();
  const words = filled.flatMap(cell => cell.words.map(word => ({ word, cell })));
  const lines = Map.groupBy(words, ({ word }) => Math.round(word.baseline));
  for (const line of lines.values()) {
    line.sort((a, b) => a.word.left - b.word.left);
    line.forEach(({ word, cell }, i) => {
      const previous = line[i - 1];
      if (!previous || previous.cell === cell) return;
      const places = joints.get(cell.column) ?? [];
      joints.set(cell.column, places);
      places.push({ before: previous.word, after: word });
    });
  }
  return joints;
}

function keeps(places: readonly Joint[]): boolean {
  const sides = [places.map(({ after }) => after.left), places.map(({ before }) => before.right)];
  return sides.some(values => {
    const usual = median(values);
    const kept = values.filter(value => Math.abs(value - usual) <= KEPT_PT).length;
    return kept >= KEPT_SHARE * values.length;
  });
}

/** The widest of the columns' usual distances from the text before, in em. */
export function widestGap(filled: readonly DraftCell[]): number {
  const gaps = new Map<number, number[]>();
  const sorted = [...filled].sort((a, b) => a.row - b.row || a.column - b.column);
  sorted.forEach((cell, i) => {
    const previous = sorted[i - 1];
    const [first] = cell.words;
    if (!previous || previous.row !== cell.row || !first) return;
    const gap = around(cell.words).left - around(previous.words).right;
    gaps.set(cell.column, [...(gaps.get(cell.column) ?? []), gap / first.size]);
  });
  return Math.max(0, ...[...gaps.values()].map(median));
}
