/** Joins parts of one table that were found separately, one directly below the other with the same columns. */
import { meetAcross } from '../../../page/geometry.ts';
import { type Candidate, textBox } from '../shape/candidate.ts';
import { cellsBelow, type Draft, isFilled, regionOf } from '../shape/draft.ts';
import { cellText } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import { hasBoldHead } from '../weigh/cells.ts';

/** Column edges of joined parts agree within this. */
const STACK_COLUMN_PT = 6;
/** Greatest white space between two parts of one table. */
const STACK_GAP_EM = 1.8;

/** Joins the tables. `free` are the words in no table: none may stand between two parts. */
export function joinStacked(candidates: readonly Candidate[], free: readonly Word[]): Candidate[] {
  const sorted = candidates
    .map(candidate => ({ candidate, box: textBox(candidate.draft) }))
    .sort((a, b) => a.box.top - b.box.top);
  const joined: typeof sorted = [];
  for (const lower of sorted) {
    const upper = joined.findLast(other => sameColumns(other.candidate.draft, lower.candidate.draft));
    if (
      upper &&
      !hasOwnHead(upper.candidate.draft, lower.candidate.draft) &&
      isNext(upper.box.bottom, lower.box.top, lower.candidate.draft, free)
    ) {
      upper.candidate = joinTwo(upper.candidate, lower.candidate);
      upper.box = textBox(upper.candidate.draft);
    } else joined.push(lower);
  }
  return joined.map(({ candidate }) => candidate);
}

function sameColumns(a: Draft, b: Draft): boolean {
  return a.xs.length === b.xs.length && a.xs.every((x, i) => Math.abs(x - (b.xs[i] ?? 0)) <= STACK_COLUMN_PT);
}

/**
 * Whether the lower table has its own head. Two closed grids that both begin with bold labels, or with the same labels,
 * are two tables; a single label across names the rows that follow.
 */
function hasOwnHead(upper: Draft, lower: Draft): boolean {
  const labels = (draft: Draft) =>
    draft.cells.filter(cell => cell.row === 0 && isFilled(cell)).map(cell => cellText(cell.words));
  const [own, other] = [labels(lower), labels(upper)];
  return (
    upper.kind === 'ruled' &&
    lower.kind === 'ruled' &&
    hasBoldHead(lower) &&
    (own.join() === other.join() || (hasBoldHead(upper) && [upper, lower].every(isParted)))
  );
}

const isParted = ({ cells }: Draft): boolean => cells.filter(cell => cell.row === 0).length > 1;

function isNext(bottom: number, top: number, draft: Draft, free: readonly Word[]): boolean {
  const size = draft.cells.flatMap(cell => cell.words)[0]?.size ?? 0;
  if (top < bottom - size || top - bottom > STACK_GAP_EM * size) return false;
  const region = regionOf(draft);
  return !free.some(word => word.top < top && word.bottom > bottom && meetAcross(word, region));
}

function joinTwo(upper: Candidate, lower: Candidate): Candidate {
  const seam = ((upper.draft.ys.at(-1) ?? 0) + textBox(lower.draft).top) / 2;
  const draft = {
    ...upper.draft,
    ys: [
      ...upper.draft.ys.slice(0, -1),
      Math.min(seam, upper.draft.ys.at(-1) ?? seam),
      ...lower.draft.ys.slice(1),
    ],
    cells: cellsBelow(upper.draft, lower.draft),
  };
  return { draft, headRows: upper.headRows, score: Math.max(upper.score, lower.score) };
}
