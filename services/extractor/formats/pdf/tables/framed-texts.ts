/** A caption over the head and notes under the last row that share the table's frame are text about it, not rows. */
import { CAPTION } from '../text/captions.ts';
import { columnsOf, type Draft, keepOnly, rowsOf } from './draft.ts';
import { cellText } from './text.ts';

const NOTE =
  /^(?:notes?|sources?|legend|key|exhibit reads|anmerkung(?:en)?|hinweise?|quellen?|notas?|fuentes?|fontes?|remarques?|примечани[ея]|источник|注|出典)\s*[:.：]/iu;

export function withoutFramedTexts(draft: Draft): Draft {
  const last = rowsOf(draft) - 1;
  if (columnsOf(draft) < 2 || last < 2) return draft;
  const caption = CAPTION.test(textAcross(draft, 0));
  const note = NOTE.test(textAcross(draft, last));
  return trimmed(draft, Number(caption), last - Number(note));
}

/** The text of a row that is one cell; empty otherwise. */
function textAcross(draft: Draft, row: number): string {
  const cell = draft.cells.find(cell => cell.row === row && cell.column === 0);
  const across = cell?.rowspan === 1 && cell.colspan === columnsOf(draft);
  return across ? cellText(cell.words) : '';
}

/** The rows from `first` to `last`, within edges of their own. */
function trimmed(draft: Draft, first: number, last: number): Draft {
  const kept = keepOnly(
    draft,
    row => row >= first && row <= last,
    () => true,
  );
  return kept === draft ? draft : { ...kept, ys: draft.ys.slice(first, last + 2) };
}
