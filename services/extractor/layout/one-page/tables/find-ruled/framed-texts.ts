/**
 * Removes what shares a table's frame without being a row: a caption over the head, notes under the last row, other
 * parts of the page.
 */
import { CAPTION } from '../../../text/captions.ts';
import { columnsOf, type Draft, keepOnly, rowsOf } from '../shape/draft.ts';
import { cellText } from '../shape/text.ts';

const NOTE =
  /^(?:notes?|sources?|legend|key|exhibit reads|anmerkung(?:en)?|hinweise?|quellen?|notas?|fuentes?|fontes?|remarques?|примечани[ея]|источник|注|出典)\s*[:.：]/iu;

/** A row that is one cell of at least this many words is another part of the page in the same frame. */
const PAGE_WORDS = 40;

export function withoutFramedTexts(draft: Draft): Draft {
  const last = rowsOf(draft) - 1;
  if (columnsOf(draft) < 2 || last < 2) return draft;
  const [above, below] = [textAcross(draft, 0), textAcross(draft, last)];
  const first = Number(CAPTION.test(above) || isLong(above));
  return trimmed(draft, first, last - Number(NOTE.test(below) || isLong(below)));
}

const isLong = (text: string): boolean => text.split(' ').length > PAGE_WORDS;

/** Returns the text of a row that is one cell; otherwise an empty string. */
function textAcross(draft: Draft, row: number): string {
  const cell = draft.cells.find(cell => cell.row === row && cell.column === 0);
  const across = cell?.rowspan === 1 && cell.colspan === columnsOf(draft);
  return across ? cellText(cell.words) : '';
}

/** Returns the rows from `first` to `last`, with edges of their own. */
function trimmed(draft: Draft, first: number, last: number): Draft {
  const kept = keepOnly(
    draft,
    row => row >= first && row <= last,
    () => true,
  );
  return kept === draft ? draft : { ...kept, ys: draft.ys.slice(first, last + 2) };
}
